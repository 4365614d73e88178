// SPDX-License-Identifier: Apache-2.0
//! npyz: NpyFile::new and into_vec read, WriteOptions writes. Structures need a type in the program, so they are not offered.
use crate::values::{array, bytes, elements, not_written, turned, Element, Given};
use ::npyz::{AutoSerialize, DType, Deserialize, NpyFile, Order, Serialize, TypeChar, WriteOptions, WriterBuilder};
use half::f16;
use hallmark_testee::{rejected, Refusal};
use num_complex::Complex;
use serde_json::Value;

pub const LACKS: [&str; 0] = [];

fn data<T: Element + Deserialize>(file: NpyFile<&[u8]>) -> std::io::Result<Vec<u8>> {
    Ok(bytes(file.into_vec::<T>()?))
}

fn read(raw: &[u8]) -> std::io::Result<Value> {
    let file = NpyFile::new(raw)?;
    let DType::Plain(kind) = file.dtype() else { return Err(std::io::Error::other("structures are not read")) };
    let (shape, order) = (file.shape().to_vec(), file.order());
    use TypeChar::{Bool, ByteStr, DateTime, Float, Int, RawData, TimeDelta, Uint, UnicodeStr};
    let flat = match (kind.type_char(), kind.size_field()) {
        (Bool, _) => data::<bool>(file),
        (Int, 1) => data::<i8>(file),
        (Int, 2) => data::<i16>(file),
        (Int, 4) => data::<i32>(file),
        (Int | TimeDelta | DateTime, _) => data::<i64>(file),
        (Uint, 1) => data::<u8>(file),
        (Uint, 2) => data::<u16>(file),
        (Uint, 4) => data::<u32>(file),
        (Uint, _) => data::<u64>(file),
        (Float, 2) => data::<f16>(file),
        (Float, 4) => data::<f32>(file),
        (Float, _) => data::<f64>(file),
        (TypeChar::Complex, 8) => data::<Complex<f32>>(file),
        (TypeChar::Complex, _) => data::<Complex<f64>>(file),
        (ByteStr | RawData, _) => file.into_vec::<Vec<u8>>().map(|all| padded(all, kind.size_field())),
        (UnicodeStr, _) => file.into_vec::<Vec<u32>>().map(|all| bytes(padded(all, kind.size_field()))),
        _ => Err(std::io::Error::other("objects are not read")),
    }?;
    let text = kind.to_string();
    let sizes: Vec<usize> = shape.iter().map(|size| *size as usize).collect();
    let in_order = matches!(kind.type_char(), ByteStr | RawData) || order == Order::C;
    Ok(array(&text, &shape, &if in_order { flat } else { turned(&flat, &sizes, false) }))
}

/// Elements of one size, which come without the zeros at their end.
fn padded<T: Clone + Default>(all: Vec<Vec<T>>, size: u64) -> Vec<T> {
    all.into_iter().flat_map(|mut one| {
        one.resize(one.len().max(size as usize), T::default());
        one
    }).collect()
}

pub fn decode(raw: &[u8]) -> Result<Value, Refusal> {
    read(raw).map_err(rejected)
}

fn write<T: Element + Serialize + AutoSerialize>(given: &Given) -> Result<Vec<u8>, Refusal> {
    let shape: Vec<u64> = given.shape.iter().map(|size| *size as u64).collect();
    let order = if given.fortran { Order::Fortran } else { Order::C };
    let raw = if given.fortran { turned(&given.raw, &given.shape, true) } else { given.raw.clone() };
    let mut output = Vec::new();
    let dtype = DType::Plain(given.descr.parse()?);
    let done = WriteOptions::<T>::new().dtype(dtype).shape(&shape).order(order).writer(&mut output).begin_nd().and_then(|mut writer| {
        writer.extend(elements::<T>(&raw))?;
        writer.finish()
    });
    done.map_err(rejected)?;
    Ok(output)
}

pub fn encode(given: &Given) -> Result<Vec<u8>, Refusal> {
    match &given.descr[1..] {
        "b1" => write::<bool>(given),
        "i1" => write::<i8>(given),
        "u1" => write::<u8>(given),
        "i2" => write::<i16>(given),
        "u2" => write::<u16>(given),
        "i4" => write::<i32>(given),
        "u4" => write::<u32>(given),
        "i8" => write::<i64>(given),
        "u8" => write::<u64>(given),
        "f2" => write::<f16>(given),
        "f4" => write::<f32>(given),
        "f8" => write::<f64>(given),
        "c8" => write::<Complex<f32>>(given),
        "c16" => write::<Complex<f64>>(given),
        _ => Err(not_written(given)),
    }
}
