// SPDX-License-Identifier: Apache-2.0
//! npy: NpyData::from_bytes reads arrays of one dimension, each type in turn; OutFile writes them.
use crate::values::{array, bytes, elements, not_written, rank, Element, Given};
use ::npy::{NpyData, OutFile, Serializable};
use hallmark_testee::{rejected, unsupported, Refusal};
use serde_json::Value;

pub const LACKS: [&str; 8] = ["b", "c", "f2", "S", "U", "V", "m", "M"];

fn value<T: Element + Serializable>(raw: &[u8]) -> std::io::Result<Value> {
    let read = NpyData::<T>::from_bytes(raw)?;
    Ok(array(T::DESCR, &[read.len() as u64], &bytes(read.to_vec())))
}

type Read = fn(&[u8]) -> std::io::Result<Value>;
const READ: [Read; 10] = [
    value::<i8>, value::<u8>, value::<i16>, value::<u16>, value::<i32>, value::<u32>, value::<i64>, value::<u64>, value::<f32>, value::<f64>,
];

pub fn decode(raw: &[u8]) -> Result<Value, Refusal> {
    let mut last = None;
    for read in READ {
        match read(raw) {
            Err(error) if error.to_string().starts_with("Types don't match") => last = Some(error),
            Err(error) if error.to_string().contains("tuple of length 1") && rank(raw).is_some_and(|rank| rank != 1) => {
                return Err(unsupported("arrays of one dimension alone are read"));
            }
            other => return other.map_err(rejected),
        }
    }
    Err(rejected(last.unwrap()))
}

fn write<T: Element + Serializable>(given: &Given) -> Result<Vec<u8>, Refusal> {
    let path = std::env::temp_dir().join(format!("hallmark-{}.npy", std::process::id()));
    let mut file = OutFile::open(&path).map_err(rejected)?;
    for one in elements::<T>(&given.raw) {
        file.push(&one).map_err(rejected)?;
    }
    file.close().map_err(rejected)?;
    let output = std::fs::read(&path)?;
    std::fs::remove_file(&path)?;
    Ok(output)
}

pub fn encode(given: &Given) -> Result<Vec<u8>, Refusal> {
    if given.shape.len() != 1 || given.fortran {
        return Err(unsupported("arrays of one dimension alone are written"));
    }
    match given.descr.as_str() {
        "|i1" => write::<i8>(given),
        "|u1" => write::<u8>(given),
        "<i2" => write::<i16>(given),
        "<u2" => write::<u16>(given),
        "<i4" => write::<i32>(given),
        "<u4" => write::<u32>(given),
        "<i8" => write::<i64>(given),
        "<u8" => write::<u64>(given),
        "<f4" => write::<f32>(given),
        "<f8" => write::<f64>(given),
        _ => Err(not_written(given)),
    }
}
