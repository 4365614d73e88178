// SPDX-License-Identifier: Apache-2.0
//! Testee for the crate bson: `bson-testee v2` is release 2.15.0, `v3` is 3.1.0.
use hallmark_testee::{serve, Format, Refusal};
use serde_json::{json, Value};

mod v2 {
    use bson_v2 as bson;
    include!("reader.rs");
}

mod v3 {
    use bson_v3 as bson;
    include!("reader.rs");
}

type Decode = fn(&[u8]) -> Result<Value, Refusal>;
type Encode = fn(&Value) -> Result<Vec<u8>, Refusal>;

fn offer(version: &str, vector: (Decode, Encode), documents: Decode) -> std::io::Result<()> {
    serve(
        json!({"name": "bson-rust", "version": version, "language": "rust", "homepage": "https://github.com/mongodb/bson-rust"}),
        &[
            Format { name: "bson-vector", ops: &["decode", "encode"], features: &[], decode: vector.0, encode: vector.1 },
            Format { name: "bson", ops: &["decode"], features: &["subtype-9"], decode: documents, encode: vector.1 },
        ],
    )
}

fn main() -> std::io::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("v2") => offer("2.15.0", (v2::decode_vector, v2::encode_vector), v2::decode_documents),
        Some("v3") => offer("3.1.0", (v3::decode_vector, v3::encode_vector), v3::decode_documents),
        _ => {
            eprintln!("usage: bson-testee v2|v3");
            std::process::exit(4)
        }
    }
}
