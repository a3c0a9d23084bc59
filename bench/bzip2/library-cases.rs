// Test cases of bzip2 that the library reaches. `REFERENCE` is what the C gives, `SAMPLES` are what it once gave.
use bzip2::buffer::{compress_buffer, decompress_buffer};
use bzip2::compressor::{Action, Compressor};
use bzip2::decompressor::Decompressor;
use bzip2::file::{BzFile, BzReader, BzWriter};
use bzip2::stream::{Error, Status};
use std::io::Cursor;
use std::path::PathBuf;

fn data() -> Vec<u8> {
    let mut x = 7u32;
    let mut next = |i: usize| {
        x = x.wrapping_mul(1103515245).wrapping_add(12345);
        match i {
            0..120_000 => b"etaoin shrdlu\n"[(x >> 16) as usize % 14],
            120_000..180_000 => b'a' + (i / 300 % 3) as u8,
            _ => (x >> 24) as u8,
        }
    };
    (0..210_000).map(|i| next(i)).collect()
}

fn of_c(name: &str, number: i32) -> (usize, u64) {
    let found = REFERENCE.iter().find(|one| (one.0, one.1) == (name, number));
    found.map(|one| (one.2, one.3)).unwrap()
}

fn told(bytes: &[u8]) -> (usize, u64) {
    let hash = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100000001b3);
    (bytes.len(), bytes.iter().fold(0xcbf29ce484222325, hash))
}

fn compressed(level: i32) -> Vec<u8> {
    let mut out = vec![0; 420_000];
    let length = compress_buffer(&mut out, &data(), level, 0, 30).unwrap();
    out.truncate(length);
    out
}

/// Takes bytes in and gives them out in small parts, up to the end.
fn in_parts(bytes: &[u8], small: bool) -> Vec<u8> {
    let mut decompressor = Decompressor::new(0, small).unwrap();
    let mut parts = bytes.chunks(100);
    loop {
        if decompressor.strm.next_in.is_empty() {
            decompressor.strm.next_in = parts.next().unwrap_or_default().to_vec();
        }
        decompressor.strm.avail_out = 999;
        if decompressor.decompress() == Ok(Status::StreamEnd) {
            return decompressor.strm.next_out;
        }
    }
}

/// Where a file of a test is, which its drop takes away.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        Place(std::env::temp_dir().join(format!("bzip2-{name}-{}", std::process::id())))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).ok();
    }
}

fn written(name: &str, abandon: bool) -> (Vec<u8>, (u32, u32, u32, u32)) {
    let place = Place::new(name);
    let file = std::fs::File::create(&place.0).unwrap();
    let mut writer = BzWriter::new(Box::new(file), 1, 0, 30).unwrap();
    for part in data().chunks(10_000) {
        writer.write(part).unwrap();
    }
    let totals = writer.close_totals(abandon).unwrap();
    drop(writer);
    (std::fs::read(&place.0).unwrap(), totals)
}

fn reader(bytes: Vec<u8>) -> BzReader {
    BzReader::new(Box::new(Cursor::new(bytes)), 0, false, b"").unwrap()
}

#[test]
fn case_1_1_1_compressed_as_in_c() {
    assert_eq!(told(&data()), of_c("data", 0));
    let mut compressor = Compressor::new(1, 0, 30).unwrap();
    compressor.strm.next_in = data();
    compressor.strm.avail_out = 420_000;
    assert_eq!(compressor.compress(Action::Finish), Ok(Status::StreamEnd));
    assert_eq!(told(&compressor.strm.next_out), of_c("level", 1));
}

#[test]
fn case_1_1_2_levels_and_others() {
    for level in 1..=9 {
        assert!(Compressor::new(level, 0, 30).is_ok());
    }
    for level in [0, 10, -1] {
        assert_eq!(Compressor::new(level, 0, 30).err(), Some(Error::Param));
    }
}

#[test]
fn case_1_1_3_run_flush_finish() {
    let mut compressor = Compressor::new(1, 0, 30).unwrap();
    compressor.strm.avail_out = 420_000;
    let actions = [Action::Run, Action::Flush, Action::Run, Action::Finish];
    for (i, action) in actions.into_iter().enumerate() {
        if i % 2 == 0 {
            compressor.strm.next_in = data()[i / 2 * 5000..][..5000].to_vec();
        }
        let status = compressor.compress(action).unwrap() as usize;
        assert_eq!(status, of_c("status", i as i32).0);
    }
    assert_eq!(told(&compressor.strm.next_out), of_c("flush", 0));
}

#[test]
fn case_1_1_4_compressed_in_parts() {
    let mut compressor = Compressor::new(1, 0, 30).unwrap();
    for part in data().chunks(1000) {
        compressor.strm.next_in = part.to_vec();
        while !compressor.strm.next_in.is_empty() {
            compressor.strm.avail_out = 777;
            assert_eq!(compressor.compress(Action::Run), Ok(Status::RunOk));
        }
    }
    loop {
        compressor.strm.avail_out = 777;
        if compressor.compress(Action::Finish) == Ok(Status::StreamEnd) {
            break;
        }
    }
    assert_eq!(told(&compressor.strm.next_out), of_c("level", 1));
}

#[test]
fn case_1_1_5_ended_and_begun_again() {
    let mut first = Compressor::new(1, 0, 30).unwrap();
    first.strm.next_in = data();
    assert_eq!(first.compress(Action::Run), Ok(Status::RunOk));
    first.end();
    assert_eq!(told(&compressed(1)), of_c("level", 1));
}

#[test]
fn case_1_2_1_samples_decompressed() {
    for (bytes, wanted) in SAMPLES {
        let mut decompressor = Decompressor::new(0, false).unwrap();
        decompressor.strm.next_in = bytes.to_vec();
        decompressor.strm.avail_out = u32::MAX;
        assert_eq!(decompressor.decompress(), Ok(Status::StreamEnd));
        assert!(decompressor.strm.next_out == *wanted);
    }
}

#[test]
fn case_1_2_2_small_and_fast_alike() {
    for small in [false, true] {
        for (bytes, wanted) in SAMPLES {
            let mut out = vec![0; wanted.len()];
            assert_eq!(decompress_buffer(&mut out, bytes, small, 0), Ok(wanted.len()));
            assert!(out == *wanted);
        }
    }
}

#[test]
fn case_1_2_3_decompressed_in_parts() {
    for small in [false, true] {
        let (bytes, wanted) = SAMPLES[0];
        assert!(in_parts(bytes, small) == *wanted);
    }
}

#[test]
fn case_1_2_4_ended_and_begun_again() {
    let (bytes, wanted) = SAMPLES[0];
    let mut first = Decompressor::new(0, false).unwrap();
    first.strm.next_in = bytes[..1000].to_vec();
    assert_eq!(first.decompress(), Ok(Status::Ok));
    first.end();
    assert!(in_parts(bytes, false) == *wanted);
}

#[test]
fn case_1_2_5_damages_as_in_c() {
    let mut bytes = vec![0; 9000];
    let length = compress_buffer(&mut bytes, &data()[..5000], 1, 0, 30).unwrap();
    for i in 0..100 {
        bytes[i * 7 % length] ^= 0x10;
        let result = decompress_buffer(&mut [0; 9000], &bytes[..length], false, 0);
        let code = result.map_or_else(|error| -(error as i32), |_| 0);
        assert_eq!(code as usize, of_c("damage", i as i32).0);
        bytes[i * 7 % length] ^= 0x10;
    }
}

#[test]
fn case_1_3_1_there_and_back() {
    assert!(in_parts(&compressed(1), false) == data());
}

#[test]
fn case_1_3_2_from_c_to_rust() {
    assert!(SAMPLES.iter().all(|(bytes, wanted)| in_parts(bytes, true) == *wanted));
}

#[test]
fn case_1_3_3_from_rust_to_c() {
    // The C has decompressed these very bytes, before it told of them.
    for level in [1, 5, 9] {
        assert_eq!(told(&compressed(level)), of_c("level", level));
    }
}

#[test]
fn case_2_1_1_opened_to_be_read() {
    let place = Place::new("open");
    std::fs::write(&place.0, SAMPLES[0].0).unwrap();
    assert!(matches!(BzFile::open(Some(&place.0), b"r"), Some(BzFile::Reading(_))));
}

#[test]
fn case_2_1_2_read_in_parts() {
    let (bytes, wanted) = SAMPLES[0];
    let mut reader = reader(bytes.to_vec());
    for part in wanted.chunks(1000).take(20) {
        let mut buf = [0; 1000];
        assert_eq!(reader.read(&mut buf), Ok(1000));
        assert!(buf == *part);
    }
}

#[test]
fn case_2_1_3_read_to_the_end() {
    let (bytes, wanted) = SAMPLES[1];
    let mut reader = reader(bytes.to_vec());
    let mut all = Vec::new();
    while !reader.ended {
        let mut buf = [0; 4096];
        let count = reader.read(&mut buf).unwrap();
        all.extend_from_slice(&buf[..count]);
    }
    assert!(all == *wanted);
}

#[test]
fn case_2_1_4_closed_after_reading() {
    let mut reader = reader(SAMPLES[0].0.to_vec());
    assert_eq!(reader.read(&mut [0; 10]), Ok(10));
    reader.close();
}

#[test]
fn case_2_2_1_opened_to_be_written() {
    let place = Place::new("create");
    assert!(matches!(BzFile::open(Some(&place.0), b"w9"), Some(BzFile::Writing(_))));
}

#[test]
fn case_2_2_2_written_in_parts() {
    assert_eq!(told(&written("parts", false).0), of_c("file", 0));
}

#[test]
fn case_2_2_3_totals_of_a_file() {
    let (_, totals) = written("totals", false);
    let of = |name| of_c(name, 0).0 as u32;
    assert_eq!(totals, (of("read"), 0, of("written"), 0));
}

#[test]
fn case_2_2_4_abandoned() {
    let (bytes, totals) = written("abandoned", true);
    let of = |name| of_c(name, 1).0 as u32;
    assert_eq!(totals, (of("read"), 0, of("written"), 0));
    assert_eq!(told(&bytes), of_c("file", 1));
}

#[test]
fn case_2_3_1_a_file_there_and_back() {
    let place = Place::new("back");
    let mut file = BzFile::open(Some(&place.0), b"w1").unwrap();
    assert_eq!(file.write(&data()), Some(210_000));
    file.close();
    let mut file = BzFile::open(Some(&place.0), b"r").unwrap();
    let mut back = vec![0; 300_000];
    assert_eq!(file.read(&mut back), Some(210_000));
    assert!(back[..210_000] == data());
}

#[test]
fn case_2_3_2_a_file_of_c_read() {
    let (bytes, wanted) = SAMPLES[2];
    let mut back = vec![0; wanted.len() + 1];
    assert_eq!(reader(bytes.to_vec()).read(&mut back), Ok(wanted.len()));
    assert!(back[..wanted.len()] == *wanted);
}

#[test]
fn case_2_3_3_a_file_for_c_written() {
    assert_eq!(told(&written("for-c", false).0), of_c("level", 1));
}

#[test]
fn case_3_1_1_a_buffer_compressed() {
    assert_eq!(told(&compressed(9)), of_c("level", 9));
}

#[test]
fn case_3_1_2_a_buffer_decompressed() {
    let (bytes, wanted) = SAMPLES[0];
    let mut out = vec![0; wanted.len()];
    assert_eq!(decompress_buffer(&mut out, bytes, false, 0), Ok(wanted.len()));
    assert!(out == *wanted);
}

#[test]
fn case_3_1_3_a_buffer_there_and_back() {
    let mut back = vec![0; 210_000];
    assert_eq!(decompress_buffer(&mut back, &compressed(3), false, 0), Ok(210_000));
    assert!(back == data());
}

#[test]
fn case_3_1_4_all_levels_as_in_c() {
    for level in 1..=9 {
        assert_eq!(told(&compressed(level)), of_c("level", level));
    }
}

#[test]
fn case_3_2_1_version() {
    assert_eq!(bzip2::version::library_version(), VERSION);
}

#[test]
fn case_5_2_1_what_is_out_of_range() {
    for (level, verbosity, work) in [(0, 0, 30), (10, 0, 30), (1, 5, 30), (1, 0, 251), (1, 0, -1)] {
        let result = compress_buffer(&mut [0; 100], b"abc", level, verbosity, work);
        assert_eq!(result, Err(Error::Param));
    }
    assert_eq!(Decompressor::new(5, false).err(), Some(Error::Param));
}

#[test]
fn case_5_3_1_checksums() {
    let bytes = compressed(1);
    let mut decompressor = Decompressor::new(0, false).unwrap();
    decompressor.strm.next_in = bytes;
    decompressor.strm.avail_out = u32::MAX;
    assert_eq!(decompressor.decompress(), Ok(Status::StreamEnd));
    assert_eq!(decompressor.calculated_combined_crc, decompressor.stored_combined_crc);
}

#[test]
fn case_5_3_2_damage_is_seen() {
    let mut bytes = SAMPLES[0].0.to_vec();
    for at in [20_000, 12, 4] {
        bytes[at] ^= 1;
        let mut out = vec![0; 200_000];
        assert_eq!(decompress_buffer(&mut out, &bytes, false, 0), Err(Error::Data));
        bytes[at] ^= 1;
    }
}

#[test]
fn case_5_4_1_compressed_by_threads() {
    let threads: Vec<_> = (1..=4).map(|level| std::thread::spawn(move || told(&compressed(level)))).collect();
    for (level, thread) in (1..).zip(threads) {
        assert_eq!(thread.join().unwrap(), of_c("level", level));
    }
}

#[test]
fn case_5_4_2_decompressed_by_threads() {
    let threads: Vec<_> = SAMPLES
        .map(|(bytes, wanted)| std::thread::spawn(move || in_parts(bytes, false) == *wanted))
        .into();
    assert!(threads.into_iter().all(|thread| thread.join().unwrap()));
}

#[test]
fn case_6_1_2_ratio() {
    assert_eq!(compressed(9).len(), of_c("level", 9).0);
}

#[test]
fn case_7_1_2_the_form_of_a_file() {
    let bytes = compressed(9);
    assert_eq!(bytes[..10], *b"BZh91AY&SY");
    assert_eq!(told(&bytes), of_c("level", 9));
}

#[test]
fn case_8_2_1_the_own_tests_of_bzip2() {
    for (level, (bytes, wanted)) in (1..).zip(SAMPLES) {
        let mut out = vec![0; wanted.len() + 1000];
        let length = compress_buffer(&mut out, wanted, level, 0, 0).unwrap();
        assert!(out[..length] == *bytes);
    }
}

#[test]
fn case_8_2_2_samples() {
    for (bytes, wanted) in SAMPLES {
        assert!(in_parts(bytes, false) == *wanted);
    }
}
