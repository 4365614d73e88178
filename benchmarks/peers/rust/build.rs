// SPDX-License-Identifier: Apache-2.0
//! Tells the program which compiler made it, and with it which standard library is measured.
use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or("rustc".into());
    let said = Command::new(rustc).arg("--version").output().map(|done| done.stdout).unwrap_or_default();
    println!("cargo:rustc-env=RUSTC_SAYS={}", String::from_utf8_lossy(&said).trim());
    println!("cargo:rerun-if-changed=build.rs");
}
