// SPDX-License-Identifier: Apache-2.0
//! ggus: GGuf::new reads the header; the tensors lie in its `data`.
use crate::values::{array, file, number, pair, tensor};
use ::ggus::{GGuf, GGufMetaDataValueType, GGufMetaKV, GGufReadError};
use hallmark_testee::{data, rejected, unsupported, Refusal};
use serde_json::{json, Value};

#[derive(Debug)]
struct Unreadable(GGufReadError);

impl std::fmt::Display for Unreadable {
    fn fmt(&self, to: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(to, "{:?}", self.0)
    }
}

impl std::error::Error for Unreadable {}

fn value(pair: &GGufMetaKV) -> Result<Value, GGufReadError> {
    use GGufMetaDataValueType::*;
    let mut reader = pair.value_reader();
    Ok(match pair.ty() {
        U8 => json!(reader.read::<u8>()?),
        I8 => json!(reader.read::<i8>()?),
        U16 => json!(reader.read::<u16>()?),
        I16 => json!(reader.read::<i16>()?),
        U32 => json!(reader.read::<u32>()?),
        I32 => json!(reader.read::<i32>()?),
        U64 => number(reader.read::<u64>()?.into()),
        I64 => number(reader.read::<i64>()?.into()),
        F32 | F64 => data(pair.value_bytes()),
        Bool => json!(reader.read_bool()?),
        String => json!(reader.read_str()?),
        Array => {
            let (kind, length) = reader.read_arr_header()?;
            array(crate::NUMBERED[kind as usize], length, reader.remaining())
        }
    })
}

pub fn decode(raw: &[u8]) -> Result<Value, Refusal> {
    // It panics at a type of tensors that it does not implement.
    let opened = std::panic::catch_unwind(|| GGuf::new(raw).map_err(rejected)).unwrap_or_else(|panic| match panic.downcast_ref::<&str>() {
        Some(&"not implemented") => Err(unsupported("a type of tensors that is not implemented")),
        _ => std::panic::resume_unwind(panic),
    })?;
    let mut metadata = Vec::new();
    for (key, one) in &opened.meta_kvs {
        metadata.push(pair(key, crate::NUMBERED[one.ty() as usize], value(one).map_err(|error| rejected(Unreadable(error)))?));
    }
    let tensors = opened.tensors.iter().map(|(name, one)| {
        let info = one.to_info();
        let bytes = &opened.data[info.offset()..][..info.nbytes()];
        tensor(name, &format!("{:?}", info.ty()), info.shape().iter().rev().copied(), bytes)
    });
    Ok(file(opened.header.version, metadata, tensors.collect()))
}
