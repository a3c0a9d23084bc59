// The part of the driver of Rust that is the same for every function.
use std::io::Write;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::Mutex;

pub struct Reader<'a> {
    bytes: &'a [u8],
}
pub struct Writer(Vec<u8>);

macro_rules! scalars { ($($name:ident)*) => {
    impl Reader<'_> { $(fn $name(&mut self) -> $name {
        const SIZE: usize = std::mem::size_of::<$name>();
        let (now, rest) = self.bytes.split_at(SIZE);
        self.bytes = rest;
        $name::from_le_bytes(now.try_into().unwrap())
    })* }
    impl Writer { $(fn $name(&mut self, value: $name) { self.0.extend_from_slice(&value.to_le_bytes()); })* }
} }
scalars!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64);

/// An integer of the other side's type. What has no place there is a difference by itself.
#[track_caller]
fn fit<From, To: TryFrom<From>>(value: From) -> To
where
    From: Copy + std::fmt::Display,
{
    match To::try_from(value) {
        Ok(value) => value,
        Err(_) => panic!("the value {value} has no place in the type of the C"),
    }
}

static STEP: AtomicU32 = AtomicU32::new(0);
static CASE: AtomicU64 = AtomicU64::new(0);
static MESSAGE: Mutex<String> = Mutex::new(String::new());

fn record(file: &std::fs::File, kind: u8, step: u32, bytes: &[u8]) {
    let mut line = vec![kind, 0];
    line.extend_from_slice(&step.to_le_bytes());
    line.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    line.extend_from_slice(bytes);
    (&*file).write_all(&line).unwrap();
}

/// Processor time of this process in seconds; what other programs do must not count as hanging.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = text
        .rsplit(')')
        .next()
        .unwrap_or("")
        .split_whitespace()
        .collect();
    let ticks: f64 = [11, 12]
        .iter()
        .filter_map(|&at| fields.get(at)?.parse::<f64>().ok())
        .sum();
    ticks / 100.0
}

fn watch(file: std::fs::File, limit: f64) {
    let mut last = (u64::MAX, 0.0, std::time::Instant::now());
    loop {
        std::thread::sleep(std::time::Duration::from_millis(100));
        let now = CASE.load(Ordering::SeqCst);
        if now != last.0 {
            last = (now, processor_seconds(), std::time::Instant::now());
        } else if processor_seconds() - last.1 > limit || last.2.elapsed().as_secs() > 20 {
            record(&file, 2, STEP.load(Ordering::SeqCst), b"");
            finished();
            unsafe { _exit(0) }
        }
    }
}

extern "C" {
    fn dup2(old: i32, new: i32) -> i32;
    fn _exit(status: i32) -> !;
    fn __errno_location() -> *mut i32;
}

/// Also of Rust that asks for the last error of the system, as `perror` of C does.
fn clear_errno() {
    unsafe { *__errno_location() = 0 }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let Ok(nowhere) = std::fs::OpenOptions::new().write(true).open("/dev/null") {
        unsafe { dup2(std::os::fd::AsRawFd::as_raw_fd(&nowhere), 1) };
    }
    let all = std::fs::read(&args[1]).unwrap();
    let file = std::fs::File::create(&args[2]).unwrap();
    let seconds: f64 = args[3].parse().unwrap();
    std::panic::set_hook(Box::new(|info| {
        let text = info.payload_as_str().unwrap_or("it panicked");
        let place = info
            .location()
            .map(|at| format!(" ({}:{})", at.file(), at.line()))
            .unwrap_or_default();
        let place = if place.contains("driver/src") {
            String::new()
        } else {
            place
        };
        *MESSAGE
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner()) = format!("{text}{place}");
    }));
    run_all(&all, file, seconds);
    // Nothing more is to be told; what another thread of the crate does must not hold the end.
    unsafe { _exit(0) }
}

/// Runs the cases from a number on. Next is the number of the one that is to come.
fn run_cases(all: &[u8], from: u64, next: &AtomicU64, file: &std::fs::File, seconds: f64) {
    let start = std::time::Instant::now();
    let other = file.try_clone().unwrap();
    std::thread::spawn(move || watch(other, 1.0));
    let mut rest = all;
    let mut number = 0;
    while !rest.is_empty() && start.elapsed().as_secs_f64() < seconds {
        let size = u32::from_le_bytes(rest[..4].try_into().unwrap()) as usize;
        let mut r = Reader {
            bytes: &rest[4..4 + size],
        };
        let mut w = Writer(Vec::new());
        rest = &rest[4 + size..];
        number += 1;
        if number <= from {
            continue;
        }
        STEP.store(0, Ordering::SeqCst);
        begin_case();
        let ended = catch_unwind(AssertUnwindSafe(|| {
            let mut handles: Vec<Option<Handle>> = Vec::new();
            let steps = r.u32();
            for step in 0..steps {
                STEP.store(step, Ordering::SeqCst);
                let number = r.u32();
                now_runs(number, &w.0);
                call(number, &mut r, &mut w, &mut handles);
            }
        }));
        now_runs(u32::MAX, b"");
        match ended {
            Ok(()) => record(&file, 0, 0, &w.0),
            Err(_) => {
                let text = MESSAGE
                    .lock()
                    .unwrap_or_else(|poisoned| poisoned.into_inner())
                    .clone();
                record(&file, 1, STEP.load(Ordering::SeqCst), text.as_bytes());
            }
        }
        CASE.fetch_add(1, Ordering::SeqCst);
        next.fetch_add(1, Ordering::SeqCst);
        if ALONE {
            return;
        }
    }
    finished();
}
