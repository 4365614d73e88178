// SPDX-License-Identifier: Apache-2.0
//! candle-core: Tensor::read_npy reads, write_npy writes. A boolean would become a u8, so booleans are not offered.
use crate::values::{array, bytes, elements, not_written, Element, Given};
use candle_core::{DType, Device, Error, Tensor, WithDType};
use half::f16;
use hallmark_testee::{rejected, Refusal};
use serde_json::Value;

pub const LACKS: [&str; 10] = ["b", "i1", "u2", "u8", "c", "S", "U", "V", "m", "M"];

fn value<T: Element + WithDType>(tensor: &Tensor) -> Result<Value, Error> {
    let shape: Vec<u64> = tensor.dims().iter().map(|size| *size as u64).collect();
    Ok(array(T::DESCR, &shape, &bytes(tensor.flatten_all()?.to_vec1::<T>()?)))
}

fn read(path: &std::path::Path) -> Result<Value, Error> {
    let tensor = Tensor::read_npy(path)?;
    match tensor.dtype() {
        DType::U8 => value::<u8>(&tensor),
        DType::U32 => value::<u32>(&tensor),
        DType::I16 => value::<i16>(&tensor),
        DType::I32 => value::<i32>(&tensor),
        DType::I64 => value::<i64>(&tensor),
        DType::F16 => value::<f16>(&tensor),
        DType::F32 => value::<f32>(&tensor),
        DType::F64 => value::<f64>(&tensor),
        other => Err(Error::Msg(format!("{other:?}"))),
    }
}

fn path() -> std::path::PathBuf {
    std::env::temp_dir().join(format!("hallmark-{}.npy", std::process::id()))
}

/// An error without its backtrace.
fn refusal(error: Error) -> Refusal {
    rejected(std::io::Error::other(error.to_string().lines().next().unwrap_or("").to_string()))
}

pub fn decode(raw: &[u8]) -> Result<Value, Refusal> {
    std::fs::write(path(), raw)?;
    let made = std::panic::catch_unwind(|| read(&path()));
    std::fs::remove_file(path())?;
    made.unwrap_or_else(|panic| std::panic::resume_unwind(panic)).map_err(refusal)
}

fn write<T: Element + WithDType>(given: &Given) -> Result<Vec<u8>, Refusal> {
    let tensor = Tensor::from_vec(elements::<T>(&given.raw), given.shape.as_slice(), &Device::Cpu).map_err(refusal)?;
    tensor.write_npy(path()).map_err(refusal)?;
    let output = std::fs::read(path())?;
    std::fs::remove_file(path())?;
    Ok(output)
}

pub fn encode(given: &Given) -> Result<Vec<u8>, Refusal> {
    if given.fortran {
        return Err(not_written(given));
    }
    match given.descr.as_str() {
        "|u1" => write::<u8>(given),
        "<u4" => write::<u32>(given),
        "<i2" => write::<i16>(given),
        "<i4" => write::<i32>(given),
        "<i8" => write::<i64>(given),
        "<f2" => write::<f16>(given),
        "<f4" => write::<f32>(given),
        "<f8" => write::<f64>(given),
        _ => Err(not_written(given)),
    }
}
