// SPDX-License-Identifier: Apache-2.0
// Included by a module that names a release `bson`: what is called is the same in both.
use bson::binary::{PackedBitVector, Vector};
use bson::spec::BinarySubtype;
use bson::{Binary, Bson, Document};
use hallmark_testee::{data, data_bytes, number, rejected, unsupported, Refusal};
use serde_json::{json, Value};

fn vector(binary: &Binary) -> Result<Value, Refusal> {
    let vector = Vector::try_from(binary).map_err(rejected)?;
    let dtype = match vector {
        Vector::Int8(_) => "int8",
        Vector::Float32(_) => "float32",
        Vector::PackedBit(_) => "packed_bit",
    };
    let Binary { bytes, .. } = Binary::from(vector); // elements and padding of PackedBitVector are private
    Ok(json!({"dtype": dtype, "padding": bytes[1], "data": data(&bytes[2..])}))
}

pub fn decode_vector(input: &[u8]) -> Result<Value, Refusal> {
    vector(&Binary { subtype: BinarySubtype::Vector, bytes: input.to_vec() })
}

pub fn encode_vector(value: &Value) -> Result<Vec<u8>, Refusal> {
    let raw = data_bytes(&value["data"])?;
    let dtype = value["dtype"].as_str().unwrap_or_default();
    if dtype != "packed_bit" && value["padding"] != 0 {
        return Err(unsupported("these two take no padding"));
    }
    let vector = match dtype {
        "int8" => Vector::Int8(raw.iter().map(|byte| *byte as i8).collect()),
        "float32" if raw.len() % 4 == 0 => {
            let float = |four: &[u8]| f32::from_le_bytes([four[0], four[1], four[2], four[3]]);
            Vector::Float32(raw.chunks(4).map(float).collect())
        }
        "packed_bit" => {
            let padding = u8::try_from(number(&value["padding"])?).map_err(|_| unsupported("the padding is a u8"))?;
            Vector::PackedBit(PackedBitVector::new(raw, padding).map_err(rejected)?)
        }
        _ => return Err(unsupported("the elements are no whole numbers of a type of Rust")),
    };
    Ok(Binary::from(vector).bytes)
}

/// A key as Hallmark writes it in a path.
fn step(key: &str) -> String {
    let starts = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if starts && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return format!(".{key}");
    }
    let quoted = key.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        '\0'..='\x1f' | '\x7f' => format!("\\x{:02x}", u32::from(c)),
        _ => c.to_string(),
    });
    format!("[\"{}\"]", quoted.collect::<String>())
}

/// Adds every binary of subtype 9 at any depth, in order.
fn walk(value: &Bson, path: &str, document: usize, vectors: &mut Vec<Value>) -> Result<(), Refusal> {
    match value {
        Bson::Binary(binary) if binary.subtype == BinarySubtype::Vector => {
            let mut found = vector(binary)?;
            found["document"] = json!(document);
            found["path"] = json!(path);
            vectors.push(found);
        }
        Bson::Array(elements) => {
            for (i, element) in elements.iter().enumerate() {
                walk(element, &format!("{path}[{i}]"), document, vectors)?;
            }
        }
        Bson::Document(inner) => walk_members(inner, path, document, vectors)?,
        Bson::JavaScriptCodeWithScope(code) => walk_members(&code.scope, path, document, vectors)?,
        _ => {}
    }
    Ok(())
}

fn walk_members(inner: &Document, path: &str, document: usize, vectors: &mut Vec<Value>) -> Result<(), Refusal> {
    for (key, value) in inner {
        walk(value, &(path.to_owned() + &step(key)), document, vectors)?;
    }
    Ok(())
}

pub fn decode_documents(mut input: &[u8]) -> Result<Value, Refusal> {
    let mut documents = 0;
    let mut vectors = Vec::new();
    while !input.is_empty() {
        let document = Document::from_reader(&mut input).map_err(rejected)?;
        walk_members(&document, &format!("documents[{documents}]"), documents, &mut vectors)?;
        documents += 1;
    }
    Ok(json!({"documents": documents, "vectors": vectors}))
}
