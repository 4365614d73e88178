// SPDX-License-Identifier: Apache-2.0
//! candle-core: Content::read and Content::tensor read, gguf_file::write writes, version 2 alone.
use crate::values::{array, file, is_current, number, pair, tensor};
use candle_core::quantized::gguf_file::{self, Content, Value as Element, VersionedMagic};
use candle_core::quantized::{ggml_file::qtensor_from_ggml, GgmlDType, QTensor};
use candle_core::{Device, Error};
use hallmark_testee::{data, data_bytes, number as unsigned, rejected, unsupported, Refusal};
use serde_json::{json, Value};
use std::io::Cursor;

const TYPES: [(&str, GgmlDType); 15] = {
    use GgmlDType::*;
    [("f32", F32), ("f16", F16), ("bf16", BF16), ("q4_0", Q4_0), ("q4_1", Q4_1), ("q5_0", Q5_0), ("q5_1", Q5_1), ("q8_0", Q8_0),
     ("q8_1", Q8_1), ("q2_k", Q2K), ("q3_k", Q3K), ("q4_k", Q4K), ("q5_k", Q5K), ("q6_k", Q6K), ("q8_k", Q8K)]
};

/// A type that candle lacks is not offered; that error names its number.
fn refusal(error: Error) -> Refusal {
    let text = error.to_string();
    let number = text.split("unknown dtype for tensor ").nth(1).and_then(|rest| rest.lines().next()?.trim().parse().ok());
    if number.is_some_and(is_current) {
        return unsupported("a type of tensors that the crate does not know");
    }
    rejected(std::io::Error::other(text.lines().next().unwrap_or("").to_string())) // without its backtrace
}

fn kind(element: &Element) -> &'static str {
    use Element::*;
    match element {
        U8(_) => "u8", I8(_) => "i8", U16(_) => "u16", I16(_) => "i16", U32(_) => "u32", I32(_) => "i32", U64(_) => "u64", I64(_) => "i64",
        F32(_) => "f32", F64(_) => "f64", Bool(_) => "bool", String(_) => "string", Array(_) => "array",
    }
}

/// The bytes of an element as a little-endian file holds them. Of an empty array the crate keeps no type; it writes u32.
fn bytes(element: &Element) -> Vec<u8> {
    use Element::*;
    match element {
        U8(value) => vec![*value],
        I8(value) => value.to_le_bytes().into(),
        U16(value) => value.to_le_bytes().into(),
        I16(value) => value.to_le_bytes().into(),
        U32(value) => value.to_le_bytes().into(),
        I32(value) => value.to_le_bytes().into(),
        U64(value) => value.to_le_bytes().into(),
        I64(value) => value.to_le_bytes().into(),
        F32(value) => value.to_le_bytes().into(),
        F64(value) => value.to_le_bytes().into(),
        Bool(value) => vec![u8::from(*value)],
        String(text) => [&(text.len() as u64).to_le_bytes()[..], text.as_bytes()].concat(),
        Array(items) => {
            let number = crate::NUMBERED.iter().position(|name| *name == inner(items)).unwrap_or(4) as u32;
            let mut raw = number.to_le_bytes().to_vec();
            raw.extend((items.len() as u64).to_le_bytes());
            items.iter().for_each(|item| raw.extend(bytes(item)));
            raw
        }
    }
}

fn inner(items: &[Element]) -> &'static str {
    items.first().map_or("u32", kind)
}

fn value(element: &Element) -> Value {
    use Element::*;
    match element {
        U8(value) => json!(value),
        I8(value) => json!(value),
        U16(value) => json!(value),
        I16(value) => json!(value),
        U32(value) => json!(value),
        I32(value) => json!(value),
        U64(value) => number((*value).into()),
        I64(value) => number((*value).into()),
        F32(_) | F64(_) => data(&bytes(element)),
        Bool(value) => json!(value),
        String(text) => json!(text),
        Array(items) => array(inner(items), items.len(), &bytes(element)[12..]),
    }
}

pub fn decode(raw: &[u8]) -> Result<Value, Refusal> {
    let mut reader = Cursor::new(raw);
    let content = Content::read(&mut reader).map_err(refusal)?;
    let version = match content.magic { VersionedMagic::GgufV1 => 1, VersionedMagic::GgufV2 => 2, VersionedMagic::GgufV3 => 3 };
    let metadata = content.metadata.iter().map(|(key, element)| pair(key, kind(element), value(element))).collect();
    let mut tensors = Vec::new();
    for (name, info) in &content.tensor_infos {
        let read = content.tensor(&mut reader, name, &Device::Cpu).map_err(refusal)?;
        let spelled = format!("{:?}", info.ggml_dtype);
        tensors.push(tensor(name, &spelled, info.shape.dims().iter().map(|size| *size as u64), &read.data().map_err(refusal)?));
    }
    Ok(file(version, metadata, tensors))
}

fn element(kind: &str, given: &Value) -> Result<Element, Refusal> {
    let integer = || -> Result<i128, Refusal> { Ok(match given.as_i64() { Some(value) => value.into(), None => given.as_str().unwrap_or("").parse()? }) };
    Ok(match kind {
        "u8" => Element::U8(integer()? as u8),
        "i8" => Element::I8(integer()? as i8),
        "u16" => Element::U16(integer()? as u16),
        "i16" => Element::I16(integer()? as i16),
        "u32" => Element::U32(integer()? as u32),
        "i32" => Element::I32(integer()? as i32),
        "u64" => Element::U64(integer()? as u64),
        "i64" => Element::I64(integer()? as i64),
        "bool" => Element::Bool(given == true),
        "f32" => Element::F32(f32::from_le_bytes(data_bytes(given)?[..].try_into()?)),
        "f64" => Element::F64(f64::from_le_bytes(data_bytes(given)?[..].try_into()?)),
        "string" => Element::String(given.as_str().ok_or_else(|| unsupported("text that is no UTF-8"))?.into()),
        _ => Element::Array(items(given["type"].as_str().unwrap_or(""), &data_bytes(&given["data"])?)?),
    })
}

fn items(kind: &str, raw: &[u8]) -> Result<Vec<Element>, Refusal> {
    let size = match kind { "u8" | "i8" | "bool" => 1, "u16" | "i16" => 2, "u32" | "i32" | "f32" => 4, "u64" | "i64" | "f64" => 8, _ => 0 };
    let mut made = Vec::new();
    if raw.is_empty() && kind != "u32" {
        return Err(unsupported("the type of an empty array is not kept"));
    }
    let mut rest = raw;
    while !rest.is_empty() {
        let one;
        if kind == "string" {
            let length = u64::from_le_bytes(rest[..8].try_into()?) as usize;
            one = json!(std::str::from_utf8(&rest[8..8 + length]).map_err(|_| unsupported("text that is no UTF-8"))?);
            rest = &rest[8 + length..];
        } else if size == 0 {
            return Err(unsupported("arrays of arrays are not written"));
        } else {
            let mut wide = [0; 8];
            wide[..size].copy_from_slice(&rest[..size]);
            let bits = u64::from_le_bytes(wide);
            one = match kind { "f32" | "f64" => data(&rest[..size]), "bool" => json!(bits != 0), _ => json!(bits.to_string()) };
            rest = &rest[size..];
        }
        made.push(element(kind, &one)?);
    }
    Ok(made)
}

fn made(tensor: &Value) -> Result<QTensor, Refusal> {
    let (_, dtype) = TYPES.iter().find(|(name, _)| tensor["dtype"] == *name).ok_or_else(|| unsupported("dtype not offered"))?;
    let sizes: Vec<Value> = serde_json::from_value(tensor["shape"].clone())?;
    let shape = sizes.iter().map(|size| Ok(unsigned(size)? as usize)).collect::<Result<Vec<_>, Refusal>>()?;
    qtensor_from_ggml(*dtype, &data_bytes(&tensor["data"])?, shape, &Device::Cpu).map_err(rejected)
}

pub fn encode(value: &Value) -> Result<Vec<u8>, Refusal> {
    if value["version"] != 2 || value["byte_order"] != "little" {
        return Err(unsupported("little-endian files of version 2 alone are written"));
    }
    let none = Vec::new();
    let (mut pairs, mut tensors) = (Vec::new(), Vec::new());
    for pair in value["metadata"].as_array().unwrap_or(&none) {
        pairs.push((pair["key"].as_str().unwrap_or(""), element(pair["type"].as_str().unwrap_or(""), &pair["value"])?));
    }
    for tensor in value["tensors"].as_array().unwrap_or(&none) {
        tensors.push((tensor["name"].as_str().unwrap_or(""), made(tensor)?));
    }
    let pairs: Vec<_> = pairs.iter().map(|(key, value)| (*key, value)).collect();
    let tensors: Vec<_> = tensors.iter().map(|(name, tensor)| (*name, tensor)).collect();
    let mut output = Cursor::new(Vec::new());
    gguf_file::write(&mut output, &pairs, &tensors).map_err(rejected)?;
    Ok(output.into_inner())
}
