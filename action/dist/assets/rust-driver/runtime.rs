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

// What std has for this as generics is compiled anew for each driver: half of the time that one takes.

fn record(file: i32, kind: u8, step: u32, bytes: &[u8]) {
    let mut line = vec![kind, 0];
    line.extend_from_slice(&step.to_le_bytes());
    line.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    line.extend_from_slice(bytes);
    write_all(file, &line);
}

#[cfg(not(miri))]
fn write_all(file: i32, mut rest: &[u8]) {
    while !rest.is_empty() {
        let written = unsafe { write(file, rest.as_ptr(), rest.len()) };
        if written > 0 {
            rest = &rest[written as usize..];
        } else if written == 0 || unsafe { *__errno_location() } != INTERRUPTED {
            panic!("a result cannot be written");
        }
    }
}

/// What is in a file, which is closed. Nothing of a file that was not opened.
fn read_all(file: i32) -> Vec<u8> {
    let mut all = Vec::new();
    let mut part = [0u8; 4096];
    loop {
        let count = unsafe { read(file, part.as_mut_ptr(), part.len()) };
        if count > 0 {
            all.extend_from_slice(&part[..count as usize]);
        } else if count == 0 || unsafe { *__errno_location() } != INTERRUPTED {
            unsafe { close(file) };
            return all;
        }
    }
}

/// Opens a file, whose path ends with a zero, so that no program inherits it.
fn open_file(path: &str, flags: i32) -> i32 {
    unsafe { open(path.as_ptr(), flags | CLOSE_ON_EXEC, 0o666) }
}

/// The same file under one more number.
fn copy_of(file: i32) -> i32 {
    unsafe { fcntl(file, COPY_CLOSED_ON_EXEC, 3) }
}

/// Processor time of this process in seconds; what other programs do must not count as hanging.
fn processor_seconds() -> f64 {
    let text = read_all(open_file("/proc/self/stat\0", READ));
    let text: &[u8] = &text;
    // The name of the program, in brackets, may have spaces and brackets in it.
    let mut at = text.len();
    while at > 0 && text[at - 1] != b')' {
        at -= 1;
    }
    let (mut spaces, mut value, mut ticks) = (0u32, 0u64, 0u64);
    while at < text.len() {
        if text[at] == b' ' {
            spaces += 1;
            ticks += value;
            value = 0;
        } else if spaces == 12 || spaces == 13 {
            value = value * 10 + (text[at] - b'0') as u64;
        }
        at += 1;
    }
    ticks as f64 / 100.0
}

/// Ends the process where a case takes too long.
/// file: of the results, as a number
extern "C" fn watch(file: usize) -> *mut u8 {
    let limit = 1.0;
    let mut last = (u64::MAX, 0.0, std::time::Instant::now());
    loop {
        std::thread::sleep(std::time::Duration::from_millis(100));
        let now = CASE.load(Ordering::SeqCst);
        if now != last.0 {
            last = (now, processor_seconds(), std::time::Instant::now());
        } else if processor_seconds() - last.1 > limit || last.2.elapsed().as_secs() > 20 {
            record(file as i32, 2, STEP.load(Ordering::SeqCst), b"");
            finished();
            unsafe { _exit(0) }
        }
    }
}

fn has_part(text: &str, part: &str) -> bool {
    let (text, part) = (text.as_bytes(), part.as_bytes());
    let mut at = 0;
    while at + part.len() <= text.len() {
        if &text[at..at + part.len()] == part {
            return true;
        }
        at += 1;
    }
    false
}

extern "C" {
    fn dup2(old: i32, new: i32) -> i32;
    fn _exit(status: i32) -> !;
    fn __errno_location() -> *mut i32;
    fn open(path: *const u8, flags: i32, ...) -> i32;
    fn close(file: i32) -> i32;
    fn read(file: i32, to: *mut u8, size: usize) -> isize;
    fn write(file: i32, from: *const u8, size: usize) -> isize;
    fn fcntl(file: i32, what: i32, ...) -> i32;
    fn pthread_create(
        thread: *mut usize,
        with: *const u8,
        start: extern "C" fn(usize) -> *mut u8,
        argument: usize,
    ) -> i32;
}
const INTERRUPTED: i32 = 4;
const READ: i32 = 0;
const WRITE: i32 = 1;
const MAKE_OR_EMPTY: i32 = 0o1100;
const CLOSE_ON_EXEC: i32 = 0o2000000;
const COPY_CLOSED_ON_EXEC: i32 = 1030;

/// Also of Rust that asks for the last error of the system, as `perror` of C does.
#[cfg(not(miri))]
fn clear_errno() {
    unsafe { *__errno_location() = 0 }
}

#[cfg(not(miri))]
fn start_watch(file: i32) {
    let own = copy_of(file);
    let failed = unsafe { pthread_create(&mut 0, std::ptr::null(), watch, own as usize) };
    assert!(failed == 0, "no thread can be started");
}

#[cfg(not(miri))]
fn main() {
    let mut args = std::env::args();
    args.next();
    let mut argument = || args.next().expect("too few arguments");
    let nowhere = open_file("/dev/null\0", WRITE);
    if nowhere >= 0 {
        unsafe { dup2(nowhere, 1) };
        unsafe { close(nowhere) };
    }
    let cases = open_file(&(argument() + "\0"), READ);
    assert!(cases >= 0, "the cases cannot be read");
    let all = read_all(cases);
    let file = open_file(&(argument() + "\0"), WRITE | MAKE_OR_EMPTY);
    assert!(file >= 0, "the results cannot be written");
    let seconds: f64 = argument().parse().unwrap();
    note_panics();
    run_all(&all, file, seconds);
    // Nothing more is to be told; what another thread of the crate does must not hold the end.
    unsafe { _exit(0) }
}

fn note_panics() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.payload_as_str().unwrap_or("it panicked");
        let place = match info.location() {
            Some(at) if !has_part(at.file(), "driver/src") => {
                format!(" ({}:{})", at.file(), at.line())
            }
            _ => String::new(),
        };
        *MESSAGE
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner()) = format!("{text}{place}");
    }));
}

/// Runs the cases from a number on. Next is the number of the one that is to come.
fn run_cases(all: &[u8], from: u64, next: &AtomicU64, file: i32, seconds: f64) {
    let start = std::time::Instant::now();
    start_watch(file);
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
            Ok(()) => record(file, 0, 0, &w.0),
            Err(_) => {
                let text = MESSAGE
                    .lock()
                    .unwrap_or_else(|poisoned| poisoned.into_inner())
                    .clone();
                record(file, 1, STEP.load(Ordering::SeqCst), text.as_bytes());
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
