// SPDX-License-Identifier: Apache-2.0
//! Speaks Hallmark's testee protocol, so that a testee only decodes and encodes. See README.md beside this crate.
use base64::{engine::general_purpose::STANDARD, Engine};
use serde_json::{json, Value};
use std::{io::{self, BufRead, Write}, panic::{catch_unwind, AssertUnwindSafe}};

/// Every answer but a value. `?` on any error says that the testee itself broke, which is not a verdict.
pub struct Refusal(Value);

impl<E: std::error::Error> From<E> for Refusal {
    fn from(error: E) -> Refusal {
        Refusal(json!({"result": "failed", "message": error.to_string()}))
    }
}

/// What an error of the implementation means: `read(bytes).map_err(rejected)?`.
pub fn rejected(error: impl std::error::Error) -> Refusal {
    Refusal(json!({"result": "rejected", "error": {"message": error.to_string()}}))
}

/// For what the implementation does not offer.
pub fn unsupported(reason: &str) -> Refusal {
    Refusal(json!({"result": "unsupported", "reason": reason}))
}

/// A format and what is offered of it; an operation that is not among ops is never called.
pub struct Format {
    pub name: &'static str,
    pub ops: &'static [&'static str],
    pub features: &'static [&'static str],
    pub decode: fn(&[u8]) -> Result<Value, Refusal>,
    pub encode: fn(&Value) -> Result<Vec<u8>, Refusal>,
}

/// The member that holds tensor data in a value.
pub fn data(raw: &[u8]) -> Value {
    json!({"base64": STANDARD.encode(raw)})
}

/// The bytes of such a member, or of an input: large ones come as a file.
pub fn data_bytes(member: &Value) -> Result<Vec<u8>, Refusal> {
    match member["path"].as_str() {
        Some(path) => Ok(std::fs::read(path)?),
        None => Ok(STANDARD.decode(member["base64"].as_str().unwrap_or("-"))?),
    }
}

/// A number of a value: those above 2^53-1 are decimal strings.
pub fn number(value: &Value) -> Result<u64, Refusal> {
    value.as_u64().map_or_else(|| Ok(value.as_str().unwrap_or("").parse()?), Ok)
}

/// A panic of the implementation is a rejection by an error that it does not document.
fn guarded<T>(work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string())).unwrap_or_default();
        Err(Refusal(json!({"result": "rejected", "error": {"message": format!("panic: {text}"), "unexpected": true}})))
    })
}

fn judge(request: &Value, formats: &[Format]) -> Result<Value, Refusal> {
    let offers = |f: &&Format| request["format"] == f.name && f.ops.iter().any(|op| request["op"] == *op);
    let format = formats.iter().find(offers).filter(|_| request["options"] == json!({}));
    let format = format.ok_or_else(|| unsupported("format, operation or option not offered"))?;
    if request["op"] == "encode" {
        return Ok(json!({"result": "encoded", "output": data(&guarded(|| (format.encode)(&request["value"]))?)}));
    }
    let input = data_bytes(&request["input"])?;
    Ok(json!({"result": "accepted", "value": guarded(|| (format.decode)(&input))?}))
}

pub fn serve(implementation: Value, formats: &[Format]) -> io::Result<()> {
    let capability = |f: &Format| json!({"format": f.name, "ops": f.ops, "features": f.features});
    let capabilities: Vec<Value> = formats.iter().map(capability).collect();
    for line in io::stdin().lock().split(b'\n') {
        let request: Value = serde_json::from_slice(&line?).unwrap_or_default();
        let reply = match request["cmd"].as_str() {
            Some("stop") => return Ok(()),
            Some("hello") => Ok(json!({"protocol": 1, "implementation": implementation, "capabilities": capabilities})),
            Some("run") => judge(&request, formats),
            Some(_) => Err(unsupported("unknown command")),
            None => Err(Refusal(json!({"result": "failed", "message": "not a JSON object with a command"}))),
        };
        let mut reply = reply.unwrap_or_else(|no| no.0);
        reply["seq"] = request["seq"].clone();
        writeln!(io::stdout(), "{reply}")?;
    }
    Ok(())
}
