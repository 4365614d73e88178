// SPDX-License-Identifier: Apache-2.0
//! The protocol between a peer and `side_by_side`.
use std::io::BufRead;
use std::time::Instant;

pub type Failure = Box<dyn std::error::Error>;
pub const RUST: &str = env!("RUSTC_SAYS");

pub struct Work {
    /// The work once; a count that is the same each time.
    pub pass: Box<dyn Fn() -> Result<u64, Failure>>,
    /// What was read.
    pub answer: Box<dyn Fn() -> Result<String, Failure>>,
}

fn processor_time() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is ours and large enough.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Prints the nanoseconds of so many passes, of the processor and by the clock.
fn passes(work: &Work, count: &mut Option<u64>, number: u64) -> Result<(), Failure> {
    let cpu = processor_time();
    let start = Instant::now();
    for _ in 0..number {
        let each = (work.pass)()?;
        if *count.get_or_insert(each) != each {
            return Err("passes do not agree".into());
        }
    }
    let wall = start.elapsed();
    println!("{} {}", processor_time() - cpu, wall.as_nanos());
    Ok(())
}

pub fn serve(version: &str, work: Work) -> Result<(), Failure> {
    println!("loaded {version}");
    let mut count = None;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if line == "check" {
            println!("{}", (work.answer)()?);
        } else if let Some(number) = line.strip_prefix("run ") {
            passes(&work, &mut count, number.parse()?)?;
        } else {
            return Err(format!("unknown command {line}").into());
        }
    }
    Ok(())
}
