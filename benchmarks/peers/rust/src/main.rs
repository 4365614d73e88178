// SPDX-License-Identifier: Apache-2.0
//! The peers that are crates: `hallmark-peers PEER WORK FILE` speaks the protocol of ../README.md.
mod serve;

use memmap2::Mmap;
use serve::{serve, Failure, Work};
use std::fs::File;

fn mapped(path: &str) -> Result<Mmap, Failure> {
    // SAFETY: nobody changes the inputs while they are read.
    Ok(unsafe { Mmap::map(&File::open(path)?)? })
}

/// A file that has been read, so that passes find it in memory.
fn loaded(path: &str) -> Result<Mmap, Failure> {
    let file = mapped(path)?;
    std::hint::black_box(file.iter().step_by(4096).fold(0u8, |all, byte| all ^ byte));
    Ok(file)
}

/// `valid` judges text; the answer tells also what it says of the text with a wrong byte in the middle.
fn text(path: &str, valid: fn(&[u8]) -> bool) -> Result<Work, Failure> {
    let file = std::rc::Rc::new(loaded(path)?);
    let again = file.clone();
    Ok(Work {
        pass: Box::new(move || Ok(u64::from(valid(std::hint::black_box(&file))))),
        answer: Box::new(move || {
            let mut damaged = again.to_vec();
            let middle = damaged.len() / 2;
            damaged[middle] = 0xff;
            Ok(format!("valid={} damaged={}", u8::from(valid(&again)), u8::from(valid(&damaged))))
        }),
    })
}

/// Totals of the tensors of a file, as the answer has them.
#[derive(Default)]
struct Totals {
    tensors: u64,
    elements: u64,
    data_bytes: u64,
    name_sum: u64,
}

impl Totals {
    fn add(&mut self, name: &str, shape: &[usize], data: usize) {
        self.tensors += 1;
        self.elements += shape.iter().product::<usize>() as u64;
        self.data_bytes += data as u64;
        self.name_sum += name.bytes().map(u64::from).sum::<u64>();
    }
    fn answer(&self) -> String {
        format!(
            "tensors={} elements={} data_bytes={} name_sum={}",
            self.tensors, self.elements, self.data_bytes, self.name_sum
        )
    }
}

/// Reads the header of a file that is in memory; with `open` the file is opened and mapped in each pass.
macro_rules! tensors {
    ($path:expr, $open:expr, $read:path) => {{
        let (path, path_again) = ($path.to_string(), $path.to_string());
        let kept = if $open { None } else { Some(loaded(&path)?) };
        Work {
            pass: Box::new(move || match &kept {
                Some(file) => Ok($read(std::hint::black_box(file))?.len() as u64),
                None => Ok($read(&mapped(&path)?)?.len() as u64),
            }),
            answer: Box::new(move || {
                let mut totals = Totals::default();
                for (name, tensor) in $read(&mapped(&path_again)?)?.tensors() {
                    totals.add(&name, tensor.shape(), tensor.data().len());
                }
                Ok(totals.answer())
            }),
        }
    }};
}

fn run(words: &[String]) -> Result<(), Failure> {
    let [peer, work, path] = words else {
        return Err("usage: hallmark-peers PEER WORK FILE".into());
    };
    let open = work.ends_with("open");
    let (version, work) = match (peer.as_str(), work.as_str()) {
        ("simdutf8-basic", _) => ("0.1.5", text(path, |text| simdutf8::basic::from_utf8(text).is_ok())?),
        ("simdutf8-compat", _) => ("0.1.5", text(path, |text| simdutf8::compat::from_utf8(text).is_ok())?),
        ("std", _) => (serve::RUST, text(path, |text| std::str::from_utf8(text).is_ok())?),
        ("bintensors", "bintensors-v0") => {
            ("0.0.1-alpha.3", tensors!(path, open, bintensors_v0::BinTensors::deserialize))
        }
        ("bintensors", _) => ("0.1.1", tensors!(path, open, bintensors_v1::BinTensors::deserialize)),
        ("safetensors", _) => ("0.8.0", tensors!(path, open, safetensors::SafeTensors::deserialize)),
        _ => return Err(format!("no such peer: {peer}").into()),
    };
    serve(version, work)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Err(why) = run(&words) {
        println!("cannot {}", why.to_string().replace('\n', " "));
        std::process::exit(2)
    }
}
