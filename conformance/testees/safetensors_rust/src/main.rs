// SPDX-License-Identifier: Apache-2.0
//! Testee for the crate safetensors: `safetensors-testee 0.3.0` or `0.8.0`.
use hallmark_testee::{serve, Format};
use serde_json::json;

mod first {
    use safetensors_0_3 as safetensors;
    include!("release.rs");
    fn serialize(views: Vec<(&str, TensorView)>, metadata: Option<HashMap<String, String>>) -> Result<Vec<u8>, safetensors::SafeTensorError> {
        safetensors::serialize(views.iter().map(|(name, view)| (*name, view)), &metadata)
    }
}

mod last {
    use safetensors_0_8 as safetensors;
    include!("release.rs");
    use safetensors::serialize;
}

const OPS: &[&str] = &["decode", "encode"];

fn main() -> std::io::Result<()> {
    let named = |version: &str| {
        json!({"name": "safetensors", "version": version, "language": "rust", "homepage": "https://github.com/huggingface/safetensors"})
    };
    let format = |features, decode, encode| [Format { name: "safetensors", ops: OPS, features, decode, encode }];
    match std::env::args().nth(1).as_deref() {
        Some("0.3.0") => serve(named("0.3.0"), &format(&[], first::decode, first::encode)),
        Some("0.8.0") => serve(named("0.8.0"), &format(&["f8", "sub-byte", "c64", "fnuz"], last::decode, last::encode)),
        _ => {
            eprintln!("usage: safetensors-testee 0.3.0|0.8.0");
            std::process::exit(4)
        }
    }
}
