// SPDX-License-Identifier: Apache-2.0
//! gguf-rs: get_gguf_container_array_size reads the header. It keeps no types of pairs, so a verdict is all there is to compare.
use crate::values::is_current;
use gguf_rs::get_gguf_container_array_size;
use hallmark_testee::{rejected, unsupported, Refusal};
use serde_json::Value;

pub fn decode(raw: &[u8]) -> Result<Value, Refusal> {
    let path = std::env::temp_dir().join(format!("hallmark-{}.gguf", std::process::id()));
    std::fs::write(&path, raw)?;
    let model = get_gguf_container_array_size(&path.to_string_lossy(), u64::MAX).and_then(|mut container| container.decode());
    std::fs::remove_file(&path)?;
    let model = model.map_err(|error| rejected(std::io::Error::other(error)))?;
    let size = raw.len() as u64;
    let beyond = |tensor: &&gguf_rs::Tensor| {
        let end = model.data_offset().checked_add(tensor.offset).and_then(|start| start.checked_add(tensor.size));
        end.is_none_or(|end| end > size)
    };
    match model.tensors().iter().find(beyond) {
        Some(tensor) if is_current(tensor.kind) && tensor.kind > 39 => Err(unsupported("a type of tensors that the crate does not know")),
        Some(_) => Err(rejected(std::io::Error::other("the data that the header names are not in the file"))),
        None => Ok(Value::Null),
    }
}
