import { expect, test } from '@jest/globals';
import { analyseRustFile } from '../../../src/code/rust/transfer/analyse-file.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { RUST_RULES } from '../../../src/rules/rust/index.ts';
import { runRustRules } from '../../../src/rules/rust/run-rules.ts';

const parser = await loadGrammars().parser('rust');

function findings(rule: string, text: string, path = 'src/lib.rs'): number {
  return runRustRules(analyseRustFile(parseSyntax(parser, text), path), RUST_RULES).filter(
    (hit) => hit.rule === rule && hit.confidence >= 0.5,
  ).length;
}

const NUMBER =
  'pub fn byte() -> u8 { let value = std::env::args().nth(1).unwrap().parse::<i16>().unwrap();';

/** What real crates do that is no defect, and a defect of the same shape, which is still found. */
const PAIRS: readonly (readonly [why: string, rule: string, harmless: string, defect: string])[] = [
  [
    'a guard is not held in a block that runs later',
    'lock_across_await',
    `use std::sync::Mutex;
fn start(name: &Mutex<String>) {
    let held = name.lock().unwrap();
    spawn(async move { wait().await });
    print(&held);
}`,
    `use std::sync::Mutex;
fn start(name: &Mutex<String>) {
    let held = name.lock().unwrap();
    spawn(async move { wait().await; print(&held) });
}`,
  ],
  [
    'a name that begins like that of a cipher',
    'rust_weak_crypto',
    'fn read(text: &str) -> Deserializer { Deserializer::new(text) }',
    'fn read(key: &[u8]) -> Des { Des::new(key) }',
  ],
  [
    'elements that need no value',
    'assume_init_unwritten',
    `use std::mem::MaybeUninit;
fn list() -> [MaybeUninit<u8>; 8] {
    // SAFETY: the elements need no value.
    unsafe { MaybeUninit::<[MaybeUninit<u8>; 8]>::uninit().assume_init() }
}`,
    `use std::mem::MaybeUninit;
fn list() -> [u8; 8] {
    // SAFETY: none.
    unsafe { MaybeUninit::<[u8; 8]>::uninit().assume_init() }
}`,
  ],
  [
    'a method of that name which is told how much was written',
    'assume_init_unwritten',
    'fn note(n: usize) { let mut buf = ReadBuf::uninit(8); unsafe { buf.assume_init(n); } }',
    `use std::mem::MaybeUninit;
fn note() -> u8 { let slot = MaybeUninit::<u8>::uninit(); unsafe { slot.assume_init() } }`,
  ],
  [
    'a type of another crate with the name of one of the file',
    'ignored_result',
    `pub struct Encoder { inner: other::Encoder }
impl Encoder {
    fn set_profile(&mut self, profile: u8) -> Result<(), Error> {
        self.inner.set_profile(profile);
        Ok(())
    }
}`,
    `pub struct Encoder { inner: Inner }
pub struct Inner;
impl Inner {
    fn set_profile(&mut self, profile: u8) -> Result<(), Error> { Err(Error) }
}
impl Encoder {
    fn set(&mut self, profile: u8) { self.inner.set_profile(profile); }
}`,
  ],
  [
    'a setter that gives itself back',
    'ignored_result',
    'fn tune(acceptor: &mut Acceptor) { acceptor.set_handshake_timeout(5); }',
    'fn tune(stream: &TcpStream) { let _ = stream.set_read_timeout(None); }',
  ],
  [
    'a destructor has nobody to give an error to',
    'ignored_result',
    `impl Drop for Rows { fn drop(&mut self) { self.reset(); } }
impl Rows { fn reset(&mut self) -> Result<(), Error> { Err(Error) } }`,
    `impl Rows {
    fn next(&mut self) { self.reset(); }
    fn reset(&mut self) -> Result<(), Error> { Err(Error) }
}`,
  ],
  [
    'bytes have a value for every bit pattern',
    'transmute_unchecked',
    'fn bytes(header: &Header) -> &[u8; 512] { unsafe { std::mem::transmute(header) } }',
    'fn header(bytes: [u8; 2]) -> Kind { unsafe { std::mem::transmute::<[u8; 2], Kind>(bytes) } }',
  ],
  [
    'numbers too',
    'transmute_unchecked',
    'fn bits(value: f32) -> u32 { unsafe { std::mem::transmute::<f32, u32>(value) } }',
    'fn flag(value: u8) -> bool { unsafe { std::mem::transmute::<u8, bool>(value) } }',
  ],
  [
    'a callback gets back the function that it was registered with',
    'transmute_unchecked',
    'extern "C" fn call(data: *mut c_void) { let f: fn(i32) = unsafe { std::mem::transmute(data) }; f(1) }',
    'fn text(bytes: &[u8]) { show(unsafe { std::mem::transmute(&bytes[..]) }) }',
  ],
  [
    'what has another owner must not be dropped',
    'manually_drop_leak',
    `fn ask(fd: i32) -> Name {
    let file = ManuallyDrop::new(unsafe { File::from_raw_fd(fd) });
    file.len()
}`,
    `fn ask() -> usize {
    let list = ManuallyDrop::new(vec![0u8; 64]);
    list.len()
}`,
  ],
  [
    'what is taken apart is no leak',
    'manually_drop_leak',
    'fn parts(list: List) -> *mut u8 { let list = ManuallyDrop::new(list); list.head }',
    'fn parts(list: List) -> usize { let list = ManuallyDrop::new(list); list.len() }',
  ],
  [
    'a parameter that stands in PhantomData alone',
    'unsafe_send_sync',
    'struct Task<S> { raw: Raw, kind: PhantomData<S> }\n// SAFETY: the scheduler is Send.\nunsafe impl<S> Send for Task<S> {}',
    'pub struct Cell<T> { value: UnsafeCell<T> }\nunsafe impl<T> Sync for Cell<T> {}',
  ],
  [
    'a type with a lock among its fields',
    'unsafe_send_sync',
    'pub struct Queue { state: AtomicUsize, slots: UnsafeCell<[u8; 8]> }\nunsafe impl Sync for Queue {}',
    'pub struct Slots { slots: UnsafeCell<[u8; 8]> }\nunsafe impl Sync for Slots {}',
  ],
  [
    'what kind of file it is decides how it is read',
    'rust_toctou_race',
    'fn add(path: &Path) { let stat = fs::metadata(path); if stat.is_ok() && path.is_file() { read(File::open(path)) } }',
    'fn add(path: &Path) { if !path.exists() { let _ = File::create(path); } }',
  ],
  [
    'an unsafe function leaves the bound to its callers',
    'get_unchecked_unbounded',
    'pub unsafe fn get(&self, at: usize) -> u8 { *self.list.get_unchecked(at) }',
    'pub fn get(&self, at: usize) -> u8 { unsafe { *self.list.get_unchecked(at) } }',
  ],
  [
    'what calls a callback is the library',
    'raw_pointer_deref',
    'extern "C" fn call(data: *mut State) { let state = unsafe { &mut *data }; state.go() }',
    '#[no_mangle] extern "C" fn call(data: *mut State) { let state = unsafe { &mut *data }; state.go() }',
  ],
  [
    'a pointer that a call may have set',
    'raw_pointer_deref',
    'pub fn text(raw: Raw) -> u8 { let mut at: *mut u8 = ptr::null_mut(); unsafe { ffi::text(raw, &mut at as *mut _); *at } }',
    'pub fn text(raw: Raw) -> u8 { let mut at: *mut u8 = ptr::null_mut(); unsafe { ffi::text(raw); *at } }',
  ],
  [
    'a method of the project by the name of expect',
    'rust_unwrap',
    'pub fn head(req: Request) -> bool { req.head().expect() }',
    'pub fn head(text: &str) -> u8 { text.parse::<u8>().expect("a number") }',
  ],
  [
    'a parameter of a private function comes from the crate',
    'rust_divide_by_zero',
    'pub(crate) fn share(total: u32, people: u32) -> u32 { total / people }',
    'pub fn share(total: u32, people: u32) -> u32 { total / people }',
  ],
  [
    'a division that was asked for before',
    'rust_divide_by_zero',
    'pub fn share(total: u32, people: u32) -> Option<u32> { let all = total.checked_div(people)?; Some(all + total % people) }',
    'pub fn share(total: u32, people: u32) -> Option<u32> { let all = total.checked_add(people)?; Some(all + total % people) }',
  ],
  [
    'an arm that comes after one with the other numbers',
    'as_truncation',
    `${NUMBER} match value { v if v < 0 => 0, v if v > 255 => 255, v => v as u8 } }`,
    `${NUMBER} match value { v if v == 7 => 0, v => v as u8 } }`,
  ],
  [
    'a constructor of the project by that name',
    'slice_from_raw_parts',
    'pub fn addr(raw: *const u8, n: usize) -> Addr { unsafe { Addr::from_raw_parts(raw, n) } }',
    'pub fn addr(raw: *const u8, n: usize) -> &[u8] { unsafe { slice::from_raw_parts(raw, n) } }',
  ],
  [
    'a marker is no secret',
    'rust_hardcoded_credentials',
    'pub const TOKEN: &str = "$json::private::Number";',
    'pub const TOKEN: &str = "q8Zt4mWb71ac90dd";',
  ],
  [
    'a conversion without unsafe is a function of the project',
    'unchecked_conversion',
    'pub fn id(at: u32) -> Id { Id::new_unchecked(at) }',
    'pub fn id(at: u32) -> NonZeroU32 { unsafe { NonZeroU32::new_unchecked(at) } }',
  ],
  [
    'a builder does not block',
    'blocking_in_async',
    'async fn make() { let _ = std::fs::DirBuilder::new(); }',
    'async fn make() { let _ = std::fs::create_dir("log"); }',
  ],
  [
    'what a connection was set to is no input',
    'rust_unwrap',
    'pub fn listen(list: TcpListener) { show(list.local_addr().unwrap()) }',
    'pub fn listen(list: &mut TcpStream) { let mut t = String::new(); list.read_to_string(&mut t); show(t.parse::<u8>().unwrap()) }',
  ],
  [
    'a list that has one element is not empty',
    'rust_unwrap',
    'pub fn one(list: &mut Vec<u8>) { match list.len() { 0 => {} 1 => show(parse(list.pop().unwrap())), _ => {} } }',
    'pub fn one(value: Option<u8>) { show(value.unwrap()) }',
  ],
  [
    'a pointer that an earlier round of the loop has set',
    'raw_pointer_deref',
    'pub fn link(list: &List) { let mut tail: *const Node = ptr::null(); loop { if list.more() { unsafe { (*tail).go() } } tail = list.next(); } }',
    'pub fn link(list: &List) { let mut tail: *const Node = ptr::null(); loop { if list.more() { unsafe { (*tail).go() } } list.next(); } }',
  ],
  [
    'text behind a function that returns when it is not valid',
    'unchecked_conversion',
    'pub fn text(input: &[u8]) -> Result<&str, Error> { validate_utf8(input)?; Ok(unsafe { from_utf8_unchecked(input) }) }',
    'pub fn text(input: &[u8]) -> Result<&str, Error> { count_utf8(input)?; Ok(unsafe { from_utf8_unchecked(input) }) }',
  ],
  [
    'an index that the value keeps itself',
    'get_unchecked_unbounded',
    'pub fn fill(&mut self) { let at = self.at; unsafe { *self.list.get_unchecked_mut(at) = 0 } }',
    'pub fn fill(&mut self, at: usize) { unsafe { *self.list.get_unchecked_mut(at) = 0 } }',
  ],
  [
    'a handle of a library that one thread hands to another',
    'unsafe_send_sync',
    'pub struct Context(NonNull<Raw>);\nunsafe impl Send for Context {}',
    'pub struct Context(NonNull<Raw>);\nunsafe impl Sync for Context {}\nimpl Context { pub fn get(&self) -> u8 { read(self.0) } }',
  ],
];

test.each(PAIRS)('%s: %s', (_why, rule, harmless, defect) => {
  expect(findings(rule, harmless)).toBe(0);
  expect(findings(rule, defect)).toBeGreaterThan(0);
});

test('what an example does is a place to look at', () => {
  const sleep = 'async fn wait() { std::thread::sleep(SECOND); }';
  expect(findings('blocking_in_async', sleep)).toBe(1);
  expect(findings('blocking_in_async', sleep, 'examples/wait.rs')).toBe(0);
});

test('a folder of tests or of fuzz targets is test code', () => {
  const text =
    'pub fn text(bytes: &[u8]) -> &str { unsafe { std::str::from_utf8_unchecked(bytes) } }';
  for (const path of ['test/sys/a.rs', 'tests/a.rs', 'fuzz/fuzz_targets/a.rs'])
    expect(findings('unchecked_conversion', text, path)).toBe(0);
  expect(findings('unchecked_conversion', text)).toBe(1);
});
