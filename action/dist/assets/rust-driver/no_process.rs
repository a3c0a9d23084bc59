// In the place of process.rs, for calls that neither print nor end the process.
fn now_runs(_: u32, _: &[u8]) {}
fn finished() {}
fn run_all(all: &[u8], file: i32, seconds: f64) {
    run_cases(all, 0, &AtomicU64::new(0), file, seconds);
}
