//! The part of the shims that is the same for every function.

use std::collections::BTreeMap;
pub use std::ffi::c_void;
use std::fmt::Display;
use std::io::Write;
use std::panic::{catch_unwind, AssertUnwindSafe};
pub use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::sync::Mutex;

extern "C" {
    pub fn malloc(size: usize) -> *mut c_void;
    fn fflush(stream: *mut c_void) -> i32;
    pub fn realloc(old: *mut c_void, size: usize) -> *mut c_void;
}

/// A function of the C, and one of its parameters.
#[derive(Clone, Copy)]
pub struct At(pub &'static str, pub &'static str);

impl Display for At {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "rustward: {}: {}", self.0, self.1)
    }
}

/// What C gives or gets has no place on the other side: the program must not go on.
#[cold]
pub fn refuse(at: At, what: impl Display) -> ! {
    let _ = writeln!(std::io::stderr(), "{at} {what}");
    std::process::abort()
}

pub fn fit<From: Copy + Display, To: TryFrom<From>>(value: From, at: At) -> To {
    match To::try_from(value) {
        Ok(value) => value,
        Err(_) => refuse(
            at,
            format_args!(
                "is {value}, which has no place in {}",
                std::any::type_name::<To>()
            ),
        ),
    }
}

pub fn character(value: u32, at: At) -> char {
    char::from_u32(value)
        .unwrap_or_else(|| refuse(at, format_args!("is {value}, which is no character")))
}

pub fn no_variant(value: i128, at: At) -> ! {
    refuse(
        at,
        format_args!("is {value}, which no variant of the Rust enum stands for"),
    )
}

pub fn not_text(at: At) -> ! {
    refuse(at, "is no UTF-8")
}

/// A pointer that is not null, and lies as its type has to.
pub fn there<T>(pointer: *mut T, at: At) -> *mut T {
    if pointer.is_null() {
        refuse(at, "is a null pointer")
    }
    if !pointer.is_aligned() {
        refuse(
            at,
            format_args!("is not aligned to {} bytes", align_of::<T>()),
        )
    }
    pointer
}

pub unsafe fn elements<'a, T>(start: *const T, count: usize, at: At) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    std::slice::from_raw_parts(there(start as *mut T, at), in_memory::<T>(count, at))
}

pub unsafe fn elements_mut<'a, T>(start: *mut T, count: usize, at: At) -> &'a mut [T] {
    if count == 0 {
        return &mut [];
    }
    std::slice::from_raw_parts_mut(there(start, at), in_memory::<T>(count, at))
}

/// No object is larger than half of all addresses.
pub fn in_memory<T>(count: usize, at: At) -> usize {
    match count.checked_mul(size_of::<T>()) {
        Some(bytes) if bytes <= isize::MAX as usize => count,
        _ => refuse(
            at,
            format_args!("has {count} elements, more than there can be"),
        ),
    }
}

/// The bytes of a C string, without its zero.
pub unsafe fn text<'a>(start: *const u8, at: At) -> &'a [u8] {
    std::ffi::CStr::from_ptr(there(start as *mut u8, at) as *const _).to_bytes()
}

pub fn utf8<'a>(bytes: &'a [u8], at: At) -> &'a str {
    std::str::from_utf8(bytes).unwrap_or_else(|_| not_text(at))
}

/// What Rust may change must be seen through one name only.
pub fn apart(spans: &[(At, usize, usize, bool)]) {
    for (index, &(at, start, size, changes)) in spans.iter().enumerate() {
        for &(other, from, length, also) in &spans[index + 1..] {
            if (changes || also) && start < from + length && from < start + size {
                refuse(
                    at,
                    format_args!("and {} overlap, which they must not in Rust", other.1),
                )
            }
        }
    }
}

/// Where elements are written, if there is room for them.
pub fn room_for<T>(start: *mut T, count: usize, room: Option<usize>, at: At) -> *mut T {
    if room.is_some_and(|room| count > room) {
        refuse(
            at,
            format_args!("has room for {}, and Rust gives {count}", room.unwrap_or(0)),
        )
    }
    if count == 0 {
        start
    } else {
        there(start, at)
    }
}

/// Memory that the C may free.
pub unsafe fn allocated<T>(count: usize, at: At) -> *mut T {
    let size = in_memory::<T>(count.max(1), at) * size_of::<T>();
    let start = malloc(size) as *mut T;
    if start.is_null() {
        refuse(at, "there is no memory left")
    }
    start
}

pub unsafe fn grown<T>(old: *mut T, count: usize) -> *mut T {
    let start = realloc(old as *mut c_void, count * size_of::<T>()) as *mut T;
    if start.is_null() {
        refuse(At("memory", ""), "there is none left")
    }
    start
}

/// Text that Rust lends for ever, with a zero behind it: the same memory each time.
pub fn lent(bytes: &[u8]) -> *mut u8 {
    static TEXTS: Mutex<BTreeMap<Vec<u8>, usize>> = Mutex::new(BTreeMap::new());
    let mut texts = TEXTS
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    *texts.entry(bytes.to_vec()).or_insert_with(|| {
        let mut whole = bytes.to_vec();
        whole.push(0);
        whole.leak().as_mut_ptr() as usize
    }) as *mut u8
}

/// A text for the C: where it lies, if that is the end of a text that the C gave; else lent.
pub fn text_of(bytes: &[u8], given: &[(usize, usize)]) -> *mut u8 {
    let (start, end) = (
        bytes.as_ptr() as usize,
        bytes.as_ptr() as usize + bytes.len(),
    );
    let is_end = |&(from, size): &(usize, usize)| from <= start && end == from + size;
    if given.iter().any(is_end) {
        bytes.as_ptr() as *mut u8
    } else {
        lent(bytes)
    }
}

/// What C has printed and kept comes before what Rust prints, and the other way round.
pub fn flush_c() {
    unsafe {
        fflush(std::ptr::null_mut());
    }
}

pub fn flush_rust() {
    let _ = std::io::stdout().flush();
}

/// Notes, once in each process, that a function was called.
pub fn called(first: &AtomicBool, name: &str) {
    if first.swap(true, Ordering::Relaxed) {
        return;
    }
    if let Some(path) = std::env::var_os("RUSTWARD_CALLS") {
        if let Ok(mut file) = std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
        {
            let _ = file.write_all(format!("{name}\n").as_bytes());
        }
    }
}

/// Runs a Rust function so that no panic reaches the C.
pub fn guarded<T>(function: &'static str, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| {
        refuse(
            At(function, "the Rust function"),
            "panicked, and C cannot go on from there",
        )
    })
}
