// SPDX-License-Identifier: Apache-2.0
//! The parts of a value, and what a header names.
use half::f16;
use hallmark_testee::{data, data_bytes, number, unsupported, Refusal};
use num_complex::Complex;
use serde_json::{json, Value};

/// An element of an array: its type string, and its bytes as a little-endian file holds them.
pub trait Element: Copy {
    const DESCR: &'static str;
    const SIZE: usize;
    fn put(self, to: &mut Vec<u8>);
    fn take(raw: &[u8]) -> Self;
}

macro_rules! elements {
    ($($kind:ty: $descr:literal),*) => {$(
        impl Element for $kind {
            const DESCR: &'static str = $descr;
            const SIZE: usize = size_of::<$kind>();
            fn put(self, to: &mut Vec<u8>) {
                to.extend(self.to_le_bytes())
            }
            fn take(raw: &[u8]) -> $kind {
                <$kind>::from_le_bytes(raw[..Self::SIZE].try_into().unwrap())
            }
        }
    )*};
}
elements!(i8: "|i1", u8: "|u1", i16: "<i2", u16: "<u2", i32: "<i4", u32: "<u4", i64: "<i8", u64: "<u8", f16: "<f2", f32: "<f4", f64: "<f8");

impl Element for bool {
    const DESCR: &'static str = "|b1";
    const SIZE: usize = 1;
    fn put(self, to: &mut Vec<u8>) {
        to.push(self.into())
    }
    fn take(raw: &[u8]) -> bool {
        raw[0] != 0
    }
}

impl<T: Element> Element for Complex<T> {
    const DESCR: &'static str = if T::SIZE == 4 { "<c8" } else { "<c16" };
    const SIZE: usize = 2 * T::SIZE;
    fn put(self, to: &mut Vec<u8>) {
        self.re.put(to);
        self.im.put(to);
    }
    fn take(raw: &[u8]) -> Complex<T> {
        Complex { re: T::take(raw), im: T::take(&raw[T::SIZE..]) }
    }
}

pub fn bytes<T: Element>(elements: impl IntoIterator<Item = T>) -> Vec<u8> {
    let mut raw = Vec::new();
    elements.into_iter().for_each(|one| one.put(&mut raw));
    raw
}

pub fn elements<T: Element>(raw: &[u8]) -> Vec<T> {
    raw.chunks_exact(T::SIZE).map(T::take).collect()
}

pub fn array(descr: &str, shape: &[u64], raw: &[u8]) -> Value {
    json!({"descr": descr, "shape": shape, "data": data(raw)})
}

/// An array that is to be written; its elements stand row by row.
pub struct Given {
    pub descr: String,
    pub fortran: bool,
    pub shape: Vec<usize>,
    pub raw: Vec<u8>,
}

pub fn given(value: &Value) -> Result<Given, Refusal> {
    let descr = value["descr"].as_str().ok_or_else(|| unsupported("structures are not written"))?.to_string();
    let sizes: Vec<Value> = serde_json::from_value(value["shape"].clone())?;
    let shape = sizes.iter().map(|size| Ok(number(size)? as usize)).collect::<Result<_, Refusal>>()?;
    Ok(Given { descr, fortran: value["fortran_order"] == true, shape, raw: data_bytes(&value["data"])? })
}

/// For a crate that writes no such array.
pub fn not_written(given: &Given) -> Refusal {
    unsupported(&format!("arrays of {} are not written{}", given.descr, if given.fortran { " in Fortran order" } else { "" }))
}

/// Elements that stand in Fortran order, row by row; or the way back.
pub fn turned(raw: &[u8], shape: &[usize], back: bool) -> Vec<u8> {
    let count: usize = shape.iter().product();
    if raw.is_empty() || count == 0 || raw.len() % count != 0 {
        return raw.to_vec(); // fewer or more elements than the shape says
    }
    let size = raw.len() / count;
    let mut made = vec![0; raw.len()];
    for at in 0..count {
        let (mut place, mut rest, mut stride) = (0, at, count);
        for length in shape.iter().rev() {
            stride /= length;
            place += rest % length * stride;
            rest /= length;
        }
        let (to, from) = if back { (place, at) } else { (at, place) };
        made[to * size..][..size].copy_from_slice(&raw[from * size..][..size]);
    }
    made
}

/// The text after a key of the header, up to where its string, its list or its tuple ends.
fn after(raw: &[u8], key: &str) -> Option<String> {
    let text: String = raw.iter().map(|byte| char::from(*byte)).collect();
    let rest = text.split_once(key)?.1.split_once(':')?.1.trim_start().to_string();
    let end = match rest.chars().next()? { quote @ ('\'' | '"') => quote, '(' => ')', _ => return Some(rest[..1].into()) };
    Some(rest[1..].split_once(end)?.0.into())
}

/// Whether a header names a structure, or a type of the format of one of the kinds that a crate lacks.
pub fn lacking(raw: &[u8], kinds: &[&str]) -> bool {
    let Some(named) = after(raw, "descr") else { return false };
    let counted = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let plain = match named.split_at_checked(2).unwrap_or(("", "")) {
        ("|b" | "|i" | "|u", size) => size == "1",
        ("<i" | ">i" | "<u" | ">u" | "<f" | ">f", size) => ["2", "4", "8"].contains(&size),
        ("<c" | ">c", size) => ["8", "16"].contains(&size),
        ("|S" | "|V" | "<U" | ">U", size) => counted(size),
        ("<m" | ">m" | "<M" | ">M", size) => size == "8" || size.starts_with("8[") && size.ends_with(']'),
        _ => false,
    };
    named == "[" || plain && kinds.iter().any(|kind| named[1..].starts_with(kind))
}

/// How many dimensions a header names.
pub fn rank(raw: &[u8]) -> Option<usize> {
    Some(after(raw, "shape")?.split(',').filter(|size| !size.trim().is_empty()).count())
}
