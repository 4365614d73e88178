//! The protocol between a peer and `side_by_side`.
use std::io::BufRead;
use std::time::{Duration, Instant};

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

/// Repeats the work for a time, looking at the clock ever more rarely.
fn passes(work: &Work, count: &mut Option<u64>, least: Duration) -> Result<(), Failure> {
    let cpu = processor_time();
    let start = Instant::now();
    let (mut done, mut batch, mut wall) = (0u64, 1u64, Duration::ZERO);
    while done == 0 || wall < least {
        for _ in 0..batch {
            let each = (work.pass)()?;
            if *count.get_or_insert(each) != each {
                return Err("passes do not agree".into());
            }
        }
        done += batch;
        wall = start.elapsed();
        if wall < least / 4 {
            batch *= 2;
        }
    }
    println!("{done} {} {}", processor_time() - cpu, wall.as_nanos());
    Ok(())
}

pub fn serve(version: &str, work: Work) -> Result<(), Failure> {
    println!("loaded {version}");
    let mut count = None;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if line == "check" {
            println!("{}", (work.answer)()?);
        } else if let Some(milliseconds) = line.strip_prefix("run ") {
            passes(&work, &mut count, Duration::from_millis(milliseconds.parse()?))?;
        } else {
            return Err(format!("unknown command {line}").into());
        }
    }
    Ok(())
}
