// SPDX-License-Identifier: Apache-2.0
// The same for both releases: main.rs includes it once for each.
use hallmark_testee::{data, data_bytes, number, rejected, unsupported, Refusal};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde_json::{json, Value};
use std::collections::HashMap;

pub fn decode(raw: &[u8]) -> Result<Value, Refusal> {
    let file = SafeTensors::deserialize(raw).map_err(rejected)?;
    let (_, header) = SafeTensors::read_metadata(raw).map_err(rejected)?;
    let tensor = |(name, view): (String, TensorView)| {
        json!({"name": name, "dtype": format!("{:?}", view.dtype()).to_lowercase(), "shape": view.shape(), "data": data(view.data())})
    };
    Ok(json!({"metadata": header.metadata(), "tensors": file.tensors().into_iter().map(tensor).collect::<Vec<_>>()}))
}

pub fn encode(value: &Value) -> Result<Vec<u8>, Refusal> {
    let metadata: Option<HashMap<String, String>> = serde_json::from_value(value["metadata"].clone())?;
    if metadata.as_ref().is_some_and(|pairs| pairs.len() > 1) {
        return Err(unsupported("writes the keys of metadata in an order of its own each time"));
    }
    let tensors: Vec<Value> = serde_json::from_value(value["tensors"].clone())?;
    let blobs = tensors.iter().map(|tensor| data_bytes(&tensor["data"])).collect::<Result<Vec<_>, Refusal>>()?;
    let mut views = Vec::new();
    for (tensor, blob) in tensors.iter().zip(&blobs) {
        let text = |member: &str| tensor[member].as_str().unwrap_or("");
        let dtype: Result<Dtype, _> = serde_json::from_value(json!(text("dtype").to_uppercase()));
        let dtype = dtype.map_err(|_| unsupported("dtype not offered"))?;
        let sizes: Vec<Value> = serde_json::from_value(tensor["shape"].clone())?;
        let shape = sizes.iter().map(|size| Ok(number(size)? as usize)).collect::<Result<_, Refusal>>()?;
        views.push((text("name"), TensorView::new(dtype, shape, blob).map_err(rejected)?));
    }
    serialize(views, metadata).map_err(rejected)
}
