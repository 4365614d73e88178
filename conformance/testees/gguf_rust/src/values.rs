// SPDX-License-Identifier: Apache-2.0
//! The parts of a value: numbers, text, tensors.
use hallmark_testee::data;
use serde_json::{json, Value};

const DTYPES: &str = "f32 f16 q4_0 q4_1 q5_0 q5_1 q8_0 q8_1 q2_k q3_k q4_k q5_k q6_k q8_k iq2_xxs iq2_xs iq3_xxs iq1_s iq4_nl iq3_s iq2_s iq4_xs \
                      i8 i16 i32 i64 f64 iq1_m bf16 tq1_0 tq2_0 mxfp4 nvfp4 q1_0 q2_0";

/// An integer: above 2^53-1 a string of digits.
pub fn number(value: i128) -> Value {
    if value.unsigned_abs() < 1 << 53 { json!(value as i64) } else { json!(value.to_string()) }
}

/// The name of a dtype, however a crate spells it.
pub fn dtype(spelled: &str) -> &str {
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    DTYPES.split_whitespace().find(|name| plain(name) == plain(spelled)).unwrap_or(spelled)
}

/// Whether a type of this number is current, so that a crate that does not know it does not offer it.
pub fn is_current(number: u32) -> bool {
    number < 43 && !matches!(number, 4 | 5 | 31..=33 | 36..=38)
}

/// A tensor; the shape with the outermost dimension first.
pub fn tensor<N: Into<u64>>(name: &str, spelled: &str, shape: impl IntoIterator<Item = N>, raw: &[u8]) -> Value {
    let shape: Vec<Value> = shape.into_iter().map(|size| number(size.into().into())).collect();
    json!({"name": name, "dtype": dtype(spelled), "shape": shape, "data": data(raw)})
}

pub fn pair(key: &str, kind: &str, value: Value) -> Value {
    json!({"key": key, "type": kind, "value": value})
}

/// An array, from the bytes of its elements as a little-endian file holds them.
pub fn array(kind: &str, length: usize, raw: &[u8]) -> Value {
    json!({"type": kind, "length": number(length as i128), "data": data(raw)})
}

pub fn file(version: u32, metadata: Vec<Value>, tensors: Vec<Value>) -> Value {
    json!({"version": version, "byte_order": "little", "metadata": metadata, "tensors": tensors})
}
