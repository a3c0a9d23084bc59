//! Compresses or decompresses what it reads: `library-speed 9`, `library-speed d`.
use bzip2::compressor::{Action, Compressor};
use bzip2::decompressor::Decompressor;
use std::io::{Read, Write};

fn main() -> std::io::Result<()> {
    let what = std::env::args().nth(1).unwrap_or_default();
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input)?;
    let out = if what == "d" {
        let mut decompressor = Decompressor::new(0, false).expect("these sizes are in range");
        decompressor.strm.next_in = input;
        decompressor.strm.avail_out = u32::MAX;
        decompressor.decompress().map(|_| decompressor.strm.next_out)
    } else {
        let level = what.parse().expect("a level is a number");
        let mut compressor = Compressor::new(level, 0, 30).expect("these sizes are in range");
        compressor.strm.next_in = input;
        compressor.strm.avail_out = u32::MAX;
        compressor.compress(Action::Finish).map(|_| compressor.strm.next_out)
    };
    std::io::stdout().write_all(&out.expect("the input is valid"))
}
