// SPDX-License-Identifier: Apache-2.0
//! Testee for the crates that read npy: `npy-testee ndarray-npy`, `npyz`, `npy` or `candle`. All of them also write.
use hallmark_testee::{serve, unsupported, Format, Refusal};
use serde_json::{json, Value};

mod candle;
mod ndarray_npy;
mod npy;
mod npyz;
mod values;

/// Decodes; a type that the crate lacks is no verdict.
fn checked(raw: &[u8], lacks: &[&str], decode: fn(&[u8]) -> Result<Value, Refusal>) -> Result<Value, Refusal> {
    if values::lacking(raw, lacks) { Err(unsupported("elements of another type")) } else { decode(raw) }
}

fn main() -> std::io::Result<()> {
    std::panic::set_hook(Box::new(|_| ()));
    let named = |name: &str, version: &str, homepage: &str| json!({"name": name, "version": version, "language": "rust", "homepage": homepage});
    let format = |features, decode, encode| [Format { name: "npy", ops: &["decode", "encode"], features, decode, encode }];
    match std::env::args().nth(1).as_deref() {
        Some("ndarray-npy") => serve(named("ndarray-npy", "0.10.0", "https://github.com/jturner314/ndarray-npy"),
                                     &format(&["fortran-order", "big-endian"], |raw| checked(raw, &ndarray_npy::LACKS, ndarray_npy::decode), |value| ndarray_npy::encode(&values::given(value)?))),
        Some("npyz") => serve(named("npyz", "0.9.1", "https://github.com/ExpHP/npyz"),
                              &format(&["fortran-order", "big-endian", "datetime", "text"], |raw| checked(raw, &npyz::LACKS, npyz::decode), |value| npyz::encode(&values::given(value)?))),
        Some("npy") => serve(named("npy", "0.4.0", "https://github.com/potocpav/npy-rs"),
                             &format(&[], |raw| checked(raw, &npy::LACKS, npy::decode), |value| npy::encode(&values::given(value)?))),
        Some("candle") => serve(named("candle-core", "0.11.1", "https://github.com/huggingface/candle"),
                                &format(&[], |raw| checked(raw, &candle::LACKS, candle::decode), |value| candle::encode(&values::given(value)?))),
        _ => {
            eprintln!("usage: npy-testee ndarray-npy|npyz|npy|candle");
            std::process::exit(4)
        }
    }
}
