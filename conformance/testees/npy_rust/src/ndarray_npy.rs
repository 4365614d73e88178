// SPDX-License-Identifier: Apache-2.0
//! ndarray-npy: ArrayD::read_npy reads, each type in turn; write_npy writes.
use crate::values::{array, bytes, elements, not_written, Element, Given};
use ::ndarray_npy::{ReadNpyError, ReadNpyExt, ReadableElement, WritableElement, WriteNpyExt};
use hallmark_testee::{rejected, unsupported, Refusal};
use ndarray::{ArrayD, IxDyn, ShapeBuilder};
use num_complex::Complex;
use serde_json::Value;

pub const LACKS: [&str; 6] = ["f2", "S", "U", "V", "m", "M"];

fn value<T: Element + ReadableElement>(raw: &[u8]) -> Result<Value, ReadNpyError> {
    let read = ArrayD::<T>::read_npy(raw)?;
    let shape: Vec<u64> = read.shape().iter().map(|size| *size as u64).collect();
    Ok(array(T::DESCR, &shape, &bytes(read.iter().copied())))
}

type Read = fn(&[u8]) -> Result<Value, ReadNpyError>;
const READ: [Read; 13] = [
    value::<bool>, value::<i8>, value::<u8>, value::<i16>, value::<u16>, value::<i32>, value::<u32>, value::<i64>, value::<u64>, value::<f32>,
    value::<f64>, value::<Complex<f32>>, value::<Complex<f64>>,
];

pub fn decode(raw: &[u8]) -> Result<Value, Refusal> {
    let mut last = None;
    for read in READ {
        match read(raw) {
            Err(error @ ReadNpyError::WrongDescriptor(_)) => last = Some(error),
            other => return other.map_err(rejected),
        }
    }
    Err(rejected(last.unwrap()))
}

fn write<T: Element + WritableElement>(given: &Given) -> Result<Vec<u8>, Refusal> {
    let rows = ArrayD::from_shape_vec(IxDyn(&given.shape), elements::<T>(&given.raw)).map_err(|_| unsupported("no such array"))?;
    let mut output = Vec::new();
    let written = match given.fortran {
        true => ArrayD::from_shape_fn(IxDyn(&given.shape).f(), |at| rows[at]).write_npy(&mut output),
        false => rows.write_npy(&mut output),
    };
    written.map_err(rejected)?;
    Ok(output)
}

pub fn encode(given: &Given) -> Result<Vec<u8>, Refusal> {
    match given.descr.as_str() {
        "|b1" => write::<bool>(given),
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
        "<c8" => write::<Complex<f32>>(given),
        "<c16" => write::<Complex<f64>>(given),
        _ => Err(not_written(given)),
    }
}
