// SPDX-License-Identifier: Apache-2.0
//! Testee for the crates that read GGUF: `gguf-testee candle`, `ggus` or `gguf-rs`.
use hallmark_testee::{serve, unsupported, Format};
use serde_json::json;

mod candle;
mod gguf_rs;
mod ggus;
mod values;

/// The types of values, by their numbers in a file.
pub const NUMBERED: [&str; 13] = ["u8", "i8", "u16", "i16", "u32", "i32", "f32", "bool", "string", "array", "u64", "i64", "f64"];

fn main() -> std::io::Result<()> {
    std::panic::set_hook(Box::new(|_| ()));
    let named = |name: &str, version: &str, homepage: &str| json!({"name": name, "version": version, "language": "rust", "homepage": homepage});
    let format = |ops, features, decode, encode| [Format { name: "gguf", ops, features, decode, encode }];
    let no = |_: &_| Err(unsupported("no encoder"));
    match std::env::args().nth(1).as_deref() {
        Some("candle") => serve(named("candle-core", "0.11.1", "https://github.com/huggingface/candle"),
                                &format(&["decode", "encode"], &["version-2", "nested-arrays"], candle::decode, candle::encode)),
        Some("ggus") => serve(named("ggus", "0.5.1", "https://github.com/InfiniTensor/gguf"),
                              &format(&["decode"], &["nested-arrays"], ggus::decode, no)),
        Some("gguf-rs") => serve(named("gguf-rs", "0.1.8", "https://github.com/zackshen/gguf"),
                                 &format(&["decode"], &["verdict-only", "version-2"], gguf_rs::decode, no)),
        _ => {
            eprintln!("usage: gguf-testee candle|ggus|gguf-rs");
            std::process::exit(4)
        }
    }
}
