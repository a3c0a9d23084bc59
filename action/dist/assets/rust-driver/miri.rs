// Miri has few of the functions of the system: there, the standard library has to do. What runs no longer than this
// does is ended from outside.
#[cfg(miri)]
fn clear_errno() {}
#[cfg(miri)]
fn start_watch(_: i32) {}
#[cfg(miri)]
static RESULTS: Mutex<Option<std::fs::File>> = Mutex::new(None);
#[cfg(miri)]
fn write_all(_: i32, bytes: &[u8]) {
    let mut results = RESULTS
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    results
        .as_mut()
        .expect("results")
        .write_all(bytes)
        .expect("a result cannot be written");
}
#[cfg(miri)]
fn main() {
    let argument = |at: usize| std::env::args().nth(at).expect("too few arguments");
    let all = std::fs::read(argument(1)).expect("the cases cannot be read");
    let results = std::fs::File::create(argument(2)).expect("the results cannot be written");
    *RESULTS
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(results);
    note_panics();
    run_all(&all, 0, argument(3).parse().unwrap());
}
