// SPDX-License-Identifier: Apache-2.0
// The same for both releases: main.rs includes it once for each. Tensors are read one by one, by their names.
use bintensors::tensor::{Dtype, TensorView};
use bintensors::{serialize, BinTensors};
use hallmark_testee::{data, data_bytes, number, rejected, unsupported, Refusal};
use serde_json::{json, Value};
use std::collections::HashMap;

const DTYPES: [Dtype; 15] = [
    Dtype::BOOL, Dtype::U8, Dtype::I8, Dtype::F8_E5M2, Dtype::F8_E4M3, Dtype::I16, Dtype::U16, Dtype::F16, Dtype::BF16,
    Dtype::I32, Dtype::U32, Dtype::F32, Dtype::F64, Dtype::I64, Dtype::U64,
];

fn name_of(dtype: Dtype) -> String {
    format!("{dtype:?}").to_lowercase()
}

pub fn decode(raw: &[u8]) -> Result<Value, Refusal> {
    let file = BinTensors::deserialize(raw).map_err(rejected)?;
    let (_, header) = BinTensors::read_metadata(raw).map_err(rejected)?;
    let mut tensors = Vec::new();
    for name in file.names() {
        let tensor = file.tensor(name).map_err(rejected)?;
        tensors.push(json!({"name": name, "dtype": name_of(tensor.dtype()), "shape": tensor.shape(),
                            "data": data(tensor.data())}));
    }
    Ok(json!({"metadata": header.metadata(), "tensors": tensors}))
}

pub fn encode(value: &Value) -> Result<Vec<u8>, Refusal> {
    let metadata: Option<HashMap<String, String>> = serde_json::from_value(value["metadata"].clone())?;
    let tensors: Vec<Value> = serde_json::from_value(value["tensors"].clone())?;
    if !DETERMINISTIC_MAP_ORDER && (tensors.len() > 1 || metadata.as_ref().is_some_and(|pairs| pairs.len() > 1)) {
        return Err(unsupported("writes the entries of a map in an order of its own each time"));
    }
    let blobs = tensors.iter().map(|tensor| data_bytes(&tensor["data"])).collect::<Result<Vec<_>, Refusal>>()?;
    let mut views = Vec::new();
    for (tensor, blob) in tensors.iter().zip(&blobs) {
        let text = |member: &str| tensor[member].as_str().unwrap_or("");
        let dtype = DTYPES.into_iter().find(|dtype| name_of(*dtype) == text("dtype"));
        let dtype = dtype.ok_or_else(|| unsupported("dtype not offered"))?;
        let sizes: Vec<Value> = serde_json::from_value(tensor["shape"].clone())?;
        let shape = sizes.iter().map(|size| Ok(number(size)? as usize)).collect::<Result<_, Refusal>>()?;
        views.push((text("name"), TensorView::new(dtype, shape, blob).map_err(rejected)?));
    }
    serialize(views, &metadata).map_err(rejected)
}
