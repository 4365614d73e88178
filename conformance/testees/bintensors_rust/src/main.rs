// SPDX-License-Identifier: Apache-2.0
//! Testee for the crate bintensors: `bintensors-testee v0` is release 0.0.1-alpha.3, `v1` is 0.1.1.
use hallmark_testee::{serve, Format};
use serde_json::json;

mod v0 {
    use bintensors_v0 as bintensors;
    pub const DETERMINISTIC_MAP_ORDER: bool = false;
    include!("layout.rs");
}

mod v1 {
    use bintensors_v1 as bintensors;
    pub const DETERMINISTIC_MAP_ORDER: bool = true;
    include!("layout.rs");
}

const OPS: &[&str] = &["decode", "encode"];

fn main() -> std::io::Result<()> {
    let named = |version: &str| {
        json!({"name": "bintensors", "version": version, "language": "rust",
               "homepage": "https://github.com/GnosisFoundation/bintensors"})
    };
    match std::env::args().nth(1).as_deref() {
        Some("v0") => serve(
            named("0.0.1-alpha.3"),
            &[Format { name: "bintensors-v0", ops: OPS, features: &[], decode: v0::decode, encode: v0::encode }],
        ),
        Some("v1") => serve(
            named("0.1.1"),
            &[Format { name: "bintensors-v1", ops: OPS, features: &[], decode: v1::decode, encode: v1::encode }],
        ),
        _ => {
            eprintln!("usage: bintensors-testee v0|v1");
            std::process::exit(4)
        }
    }
}
