//! Speaks Hallmark's testee protocol, so that a testee only decodes and encodes. See README.md beside this crate.
use base64::{engine::general_purpose::STANDARD, Engine};
use serde_json::{json, Value};
use std::io::{self, BufRead, Write};

/// Every answer but a value. `?` on any error says that the testee itself broke, which is nobody's verdict.
pub struct No(Value);

impl<E: std::error::Error> From<E> for No {
    fn from(error: E) -> No {
        No(json!({"result": "failed", "message": error.to_string()}))
    }
}

/// What an error of the implementation means: `read(bytes).map_err(rejected)?`.
pub fn rejected(error: impl std::error::Error) -> No {
    No(json!({"result": "rejected", "error": {"message": error.to_string()}}))
}

/// For what the implementation does not offer.
pub fn unsupported(reason: &str) -> No {
    No(json!({"result": "unsupported", "reason": reason}))
}

/// A format and what is offered of it; an operation that is not among ops is never called.
pub struct Format {
    pub name: &'static str,
    pub ops: &'static [&'static str],
    pub features: &'static [&'static str],
    pub decode: fn(&[u8]) -> Result<Value, No>,
    pub encode: fn(&Value) -> Result<Vec<u8>, No>,
}

/// The member that holds tensor data in a value.
pub fn data(raw: &[u8]) -> Value {
    json!({"base64": STANDARD.encode(raw)})
}

/// The bytes of such a member, or of an input: large ones come as a file.
pub fn data_bytes(member: &Value) -> Result<Vec<u8>, No> {
    match member["path"].as_str() {
        Some(path) => Ok(std::fs::read(path)?),
        None => Ok(STANDARD.decode(member["base64"].as_str().unwrap_or("-"))?),
    }
}

/// A number of a value: those above 2^53-1 are decimal strings.
pub fn number(value: &Value) -> Result<u64, No> {
    value.as_u64().map_or_else(|| Ok(value.as_str().unwrap_or("").parse()?), Ok)
}

fn judge(request: &Value, formats: &[Format]) -> Result<Value, No> {
    let offers = |f: &&Format| request["format"] == f.name && f.ops.iter().any(|op| request["op"] == *op);
    let format = formats.iter().find(offers).filter(|_| request["options"] == json!({}));
    let format = format.ok_or_else(|| unsupported("format, operation or option not offered"))?;
    if request["op"] == "encode" {
        return Ok(json!({"result": "encoded", "output": data(&(format.encode)(&request["value"])?)}));
    }
    Ok(json!({"result": "accepted", "value": (format.decode)(&data_bytes(&request["input"])?)?}))
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
            None => Err(No(json!({"result": "failed", "message": "not a JSON object with a command"}))),
        };
        let mut reply = reply.unwrap_or_else(|no| no.0);
        reply["seq"] = request["seq"].clone();
        writeln!(io::stdout(), "{reply}")?;
    }
    Ok(())
}
