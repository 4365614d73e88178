// SPDX-License-Identifier: Apache-2.0
//! A testee: BSON vectors, decoded and encoded by a few lines of its own. Put your library in their place.
use hallmark_testee::{data, data_bytes, rejected, serve, unsupported, Format, Refusal};
use serde_json::{json, Value};

const DTYPES: [(&str, u8); 3] = [("int8", 0x03), ("float32", 0x27), ("packed_bit", 0x10)];

#[derive(Debug)]
struct VectorError(&'static str);

impl std::fmt::Display for VectorError {
    fn fmt(&self, to: &mut std::fmt::Formatter) -> std::fmt::Result {
        to.write_str(self.0)
    }
}
impl std::error::Error for VectorError {}

/// What the specification does not allow.
fn check(dtype: &str, padding: u8, elements: &[u8]) -> Result<(), VectorError> {
    if padding > 7 || (padding != 0 && (dtype != "packed_bit" || elements.is_empty())) {
        return Err(VectorError("padding out of range"));
    }
    if dtype == "float32" && elements.len() % 4 != 0 {
        return Err(VectorError("float32 data is no multiple of 4 bytes"));
    }
    if padding != 0 && elements[elements.len() - 1] & ((1 << padding) - 1) != 0 {
        return Err(VectorError("ignored bits are not zero"));
    }
    Ok(())
}

fn decode(raw: &[u8]) -> Result<Value, Refusal> {
    let [number, padding, elements @ ..] = raw else {
        return Err(rejected(VectorError("dtype and padding are missing")));
    };
    let known = DTYPES.iter().find(|known| known.1 == *number);
    let (dtype, _) = known.ok_or_else(|| rejected(VectorError("unknown dtype")))?;
    check(dtype, *padding, elements).map_err(rejected)?;
    Ok(json!({"dtype": dtype, "padding": padding, "data": data(elements)}))
}

fn encode(value: &Value) -> Result<Vec<u8>, Refusal> {
    let dtype = value["dtype"].as_str().unwrap_or_default();
    let (_, number) = DTYPES.iter().find(|known| known.0 == dtype).ok_or_else(|| unsupported("dtype"))?;
    let padding = u8::try_from(value["padding"].as_u64().unwrap_or(255)).map_err(rejected)?;
    let elements = data_bytes(&value["data"])?;
    check(dtype, padding, &elements).map_err(rejected)?;
    Ok([vec![*number, padding], elements].concat())
}

fn main() -> std::io::Result<()> {
    serve(
        json!({"name": "example", "version": "1", "language": "rust"}),
        &[Format { name: "bson-vector", ops: &["decode", "encode"], features: &[], decode, encode }],
    )
}
