//! Times `BinTensors::deserialize` over one file. usage: bintensors-peer v0|v1 FILE ROUNDS
//!
//! Prints the tensors, the median of the processor time of ROUNDS calls in nanoseconds, and by how many bytes the peak
//! of the process's memory rose beyond the file, which had been read before. Freeing what was read is not timed.
use std::{env, fs, process::exit};

fn processor_time() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is ours and large enough.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// A line of /proc/self/status, in bytes.
fn memory(line: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let value = status.lines().find_map(|each| each.strip_prefix(line));
    value.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) * 1024
}

macro_rules! measure {
    ($release:ident, $raw:expr, $rounds:expr) => {{
        let before = memory("VmRSS:");
        let mut tensors = 0;
        let mut rise = 0;
        let mut times = Vec::new();
        for round in 0..=$rounds {
            let start = processor_time();
            let file = match $release::BinTensors::deserialize($raw) {
                Ok(file) => file,
                Err(error) => {
                    eprintln!("bintensors-peer: {error:?}");
                    exit(2)
                }
            };
            let time = processor_time() - start;
            tensors = file.len();
            if round == 0 {
                rise = memory("VmHWM:").saturating_sub(before); // the first round only warms up
            } else {
                times.push(time);
            }
        }
        times.sort();
        println!("{tensors} {} {rise}", times[times.len() / 2]);
    }};
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let rounds = arguments.get(3).and_then(|text| text.parse::<usize>().ok()).filter(|rounds| *rounds > 0);
    let (Some(rounds), 4) = (rounds, arguments.len()) else {
        eprintln!("usage: bintensors-peer v0|v1 FILE ROUNDS");
        exit(4)
    };
    let raw = fs::read(&arguments[2]).unwrap_or_else(|error| {
        eprintln!("{}: {error}", arguments[2]);
        exit(2)
    });
    match arguments[1].as_str() {
        "v0" => measure!(bintensors_v0, &raw, rounds),
        "v1" => measure!(bintensors_v1, &raw, rounds),
        _ => exit(4),
    }
}
