import { expect, test } from '@jest/globals';
import type { Crate } from '../../../src/code/rust/crate/crate.ts';
import { foreignInterface } from '../../../src/migration/gates/foreign-interface.ts';
import { type GateResult, gateResultSchema } from '../../../src/migration/gates/gate-result.ts';
import { hiddenWarnings } from '../../../src/migration/gates/hidden-warnings.ts';
import { linkedC } from '../../../src/migration/gates/linked-c.ts';
import { newFindings, type ScanFinding } from '../../../src/migration/gates/new-findings.ts';
import { panicsOnInput } from '../../../src/migration/gates/panics-on-input.ts';
import { rawPointers } from '../../../src/migration/gates/raw-pointers.ts';
import { staticMut } from '../../../src/migration/gates/static-mut.ts';
import { transmute } from '../../../src/migration/gates/transmute.ts';
import { countUnsafe, unsafeCode } from '../../../src/migration/gates/unsafe-code.ts';
import { warnings } from '../../../src/migration/gates/warnings.ts';
import { crateOf } from './judging.ts';

type Example = string | Readonly<Record<string, string>>;

/** What a gate must fail and must pass; each is named by its own text. */
interface Examples {
  readonly judge: (crate: Crate) => GateResult;
  readonly fails: readonly Example[];
  readonly passes: readonly Example[];
}

const SAFE = '// SAFETY: the caller has checked that i is below the length.\n';
const PACKAGE = '[package]\nname = "x"\n';

const gates: Readonly<Record<string, Examples>> = {
  'unsafe code': {
    judge: (crate) => unsafeCode(crate, 100),
    fails: [
      'pub fn f(p: &[u8]) -> u8 { unsafe { *p.get_unchecked(0) } }',
      'pub unsafe fn f(i: usize) {}',
      'struct S; unsafe impl Send for S {}',
      'pub unsafe trait T {}',
      'macro_rules! m { ($e:expr) => { unsafe { $e } }; }',
      'pub fn f(p: &[u8]) -> u8 { // SAFETY:\n unsafe { *p.get_unchecked(0) } }',
      'pub fn f(p: &[u8]) -> u8 { // SAFETY: ok\n unsafe { *p.get_unchecked(0) } }',
      `pub fn f(p: &[u8]) -> u8 { ${SAFE} let a = unsafe { *p.get_unchecked(0) };\n a + unsafe { *p.get_unchecked(1) } }`,
      'pub fn f(p: &[u8]) -> u8 { let s = "// SAFETY: this is only a string"; unsafe { *p.get_unchecked(0) } }',
      '#[cfg(any(test, unix))] mod m { pub fn f(p: &[u8]) -> u8 { unsafe { *p.get_unchecked(0) } } }',
    ],
    passes: [
      'pub fn f() {}',
      `pub fn f(p: &[u8]) -> u8 {\n${SAFE}unsafe { *p.get_unchecked(0) } }`,
      `pub fn f(p: &[u8]) -> u8 {\n${SAFE}let a = unsafe { *p.get_unchecked(0) };\na }`,
      `pub fn f(p: &[u8]) -> u8 { unsafe {\n${SAFE}*p.get_unchecked(0) } }`,
      '/// Reads.\n///\n/// # Safety\n/// The index must be below the length.\npub unsafe fn f(i: usize) {}',
      'struct S;\n// SAFETY: S holds no pointer and no cell.\nunsafe impl Send for S {}',
      '#[cfg(test)] mod tests { fn f(p: &[u8]) -> u8 { unsafe { *p.get_unchecked(0) } } }',
      { 'src/lib.rs': '', 'tests/a.rs': 'fn f(p: *const u8) { unsafe { *p; } }' },
      'pub fn f() -> &\'static str { "unsafe { }" }',
    ],
  },
  'panics on input': {
    judge: (crate) => panicsOnInput(crate),
    fails: [
      'pub fn f(x: Option<u8>) -> u8 { Option::expect(x, "a number") }',
      'pub fn f(x: Option<u8>) -> u8 { x.unwrap() }',
      'pub fn f(x: &str) -> u8 { x.parse().expect("a number") }',
      'pub fn f(x: &str) -> u8 { let y = x.trim(); let z = y; z.parse::<u8>().unwrap() }',
      'pub fn f(x: Option<u8>) -> u8 { Option::unwrap(x) }',
      'pub fn f(x: Option<u8>) -> u8 { match x { Some(v) => v, None => panic!() } }',
      'pub fn f(x: Result<u8, ()>) -> u8 { match x { Ok(v) => v, Err(_) => { unreachable!() } } }',
      'pub fn f(x: Option<u8>) -> u8 { let Some(v) = x else { panic!("no") }; v }',
      'pub fn f(x: Option<u8>) -> u8 { x.unwrap_or_else(|| panic!("no")) }',
      'pub fn f(x: &[u8]) -> String { format!("{}", x.first().unwrap()) }',
      'pub fn f(x: &[Option<u8>]) -> u8 { x.iter().map(|e| e.unwrap()).sum() }',
      'pub fn f(x: &[Option<u8>]) -> u8 { let mut s = 0; for e in x { s += e.unwrap(); } s }',
      'impl S { pub fn last(&self) -> u8 { *self.items.last().unwrap() } }',
      'pub fn f(x: u8) -> u8 { let mut v = Vec::new(); v.push(x.checked_add(1)); v.pop().unwrap().unwrap() }',
    ],
    passes: [
      'struct R; impl R { fn expect(&mut self, a: u8, b: u8) -> Option<u8> { a.checked_sub(b) } pub fn f(&mut self, x: u8) -> Option<u8> { self.expect(x, 3) } }',
      'pub fn f() -> u8 { "5".parse().unwrap() }',
      'impl S { fn expect(&mut self, b: u8, n: u8) -> Option<u8> { None } pub fn f(&mut self, b: u8) -> Option<u8> { self.expect(b, 3) } }',
      'impl S { fn unwrap(&self) -> u8 { 3 } pub fn f(&self) -> u8 { self.unwrap() } }',
      'pub fn f(p: &mut Parser, b: u8) -> bool { p.expect(b, "digit") }',
      'pub fn f(m: &Mutex<u8>) -> u8 { *m.lock().unwrap() }',
      'impl S { pub fn get(&self) -> u8 { *self.lock.read().unwrap() } }',
      'pub fn f(x: Option<u8>) -> u8 { x.unwrap_or(0) }',
      'pub fn f(x: Option<u8>) -> Option<u8> { Some(x? + 1) }',
      'pub fn f(x: &[u8]) -> u32 { u32::from_le_bytes(x[0..4].try_into().unwrap()) }',
      'pub fn f(x: &[u8], i: usize) -> u32 { u32::from_le_bytes(x[i..i + 4].try_into().unwrap()) }',
      'pub fn f(x: Option<u8>) -> u8 { match x { Some(v) => v, None => 0 } }',
      '#[test] fn t() { let x: Option<u8> = None; x.unwrap(); }',
      '#[cfg(test)] mod tests { fn help(x: Option<u8>) -> u8 { x.unwrap() } }',
    ],
  },
  'raw pointers': {
    judge: rawPointers,
    fails: [
      'pub fn f(p: *const u8) {}',
      'pub struct S { next: *mut S }',
      'type P = *mut i32;',
      'pub fn f(v: &[u8]) -> bool { v.as_ptr() as usize == 0 }',
      'use std::ptr::NonNull; pub struct S { next: Option<NonNull<S>> }',
      'pub fn f(x: Box<u8>) { Box::into_raw(x); }',
      'pub fn f(x: &u8) { let p = &raw const *x; }',
      'macro_rules! m { () => { fn g(p: *const u8) {} } }',
    ],
    passes: [
      'pub fn f(p: &[u8]) {}',
      'pub struct S { next: Option<Box<S>> }',
      'pub fn f(a: i32, b: i32) -> i32 { a * b }',
      'pub fn f(x: &mut i32) { *x = 3; }',
      '// *const u8\npub fn f() {}',
      '#[cfg(test)] mod tests { fn f(p: *const u8) {} }',
      'macro_rules! m { ($a:expr) => { $a * 2 } }',
    ],
  },
  'foreign interface': {
    judge: foreignInterface,
    fails: [
      'pub extern "C" fn f() {}',
      'extern "C" { fn g(); }',
      '#[no_mangle] pub fn f() {}',
      '#[unsafe(no_mangle)] pub fn f() {}',
      '#[export_name = "g"] pub fn f() {}',
      'use std::ffi::c_int; pub fn f(x: c_int) {}',
      'pub fn f(x: std::os::raw::c_char) {}',
      'type F = extern "C" fn(i32) -> i32;',
      'macro_rules! m { () => { extern "C" { fn g(); } } }',
    ],
    passes: [
      'pub fn f() {}',
      'pub fn f(x: i32) -> i32 { x }',
      'extern crate alloc; pub fn f() {}',
      'type F = fn(i32) -> i32;',
      '#[inline] pub fn f() {}',
      'pub fn c_integer(x: i32) -> i32 { x }',
      'pub const NAME: &str = "extern \\"C\\"";',
    ],
  },
  transmute: {
    judge: transmute,
    fails: [
      'pub fn f(x: u32) -> f32 { unsafe { std::mem::transmute(x) } }',
      'use std::mem::transmute as t; pub fn f(x: u32) -> f32 { unsafe { t(x) } }',
      'pub fn f() -> S { unsafe { std::mem::zeroed() } }',
      'pub union U { a: u32, b: f32 }',
      'pub fn f() -> [u8; 4] { unsafe { std::mem::MaybeUninit::uninit().assume_init() } }',
      'pub fn f(x: &u32) -> f32 { unsafe { std::mem::transmute_copy(x) } }',
      'macro_rules! m { ($e:expr) => { transmute($e) } }',
    ],
    passes: [
      'pub fn f(x: u32) -> f32 { f32::from_bits(x) }',
      'pub fn f() -> [u8; 4] { [0; 4] }',
      'pub fn f(x: u32) -> [u8; 4] { x.to_le_bytes() }',
      'pub enum U { A(u32), B(f32) }',
      '/// No transmute here.\npub fn f() {}',
      'pub fn f() -> &\'static str { "transmute" }',
    ],
  },
  'static mut': {
    judge: staticMut,
    fails: [
      'static mut N: i32 = 0;',
      'pub static mut N: i32 = 0;',
      'pub(crate) static mut N: [u8; 4] = [0; 4];',
      'pub fn f() { static mut N: i32 = 0; }',
      'mod m { static  mut  N: i32 = 0; }',
      'macro_rules! m { ($n:ident) => { static mut $n: i32 = 0; } }',
    ],
    passes: [
      'static N: i32 = 0;',
      'static N: Mutex<i32> = Mutex::new(0);',
      'static N: AtomicU32 = AtomicU32::new(0);',
      'const N: i32 = 0;',
      "pub fn f(x: &'static mut i32) {}",
      '// static mut N\npub fn f() { let mut n = 0; n += 1; }',
    ],
  },
  'hidden warnings': {
    judge: hiddenWarnings,
    fails: [
      '#[allow(dead_code)] fn f() {}',
      '#![allow(warnings)]\nfn f() {}',
      '#[allow(clippy::all)] mod m {}',
      '#[expect(unused_variables)] fn f(x: i32) {}',
      '#[cfg_attr(all(), allow(unused))] fn f(x: i32) {}',
      '#[cfg_attr (all(), allow (unused))] fn f(x: i32) {}',
      '#[cfg_attr(unix, cfg_attr(all(), inline, expect(unused)))] fn f(x: i32) {}',
      '#[ allow ( clippy::too_many_lines, dead_code ) ] fn f() {}',
      '#[allow(dead_code, reason = "later")] fn f() {}',
      {
        'src/lib.rs': '',
        'Cargo.toml': `${PACKAGE}[lints.rust]\n"unused" = { priority = 1, level = "allow" }\n`,
      },
      { 'src/lib.rs': '', '.cargo/config.toml': 'rustflags = "-A unused"\n' },
      { 'src/lib.rs': '', '.cargo/config.toml': 'rustflags = "-Aunused"\n' },
      { 'src/lib.rs': '', '.cargo/config.toml': 'rustflags = [\n"-A",\n"unused"]\n' },
      { 'src/lib.rs': '', '.cargo/config.toml': 'rustflags = ["--allow=unused"]\n' },
      { 'src/lib.rs': '', 'Cargo.toml': `${PACKAGE}[profile.dev]\nrustflags = ["-A", "unused"]\n` },
      'fn f() { #[allow(unused_mut)] let mut x = 1; }',
      { 'src/lib.rs': '', 'Cargo.toml': `${PACKAGE}[lints.rust]\nunused = "allow"\n` },
      { 'src/lib.rs': '', '.cargo/config.toml': '[build]\nrustflags = ["--cap-lints", "allow"]\n' },
    ],
    passes: [
      'fn f() {}',
      '#[allow(clippy::too_many_arguments)] fn f() {}',
      '#[allow(clippy::too_many_lines, reason = "a table")] fn f() {}',
      '#[cfg_attr(all(), allow(clippy::similar_names), inline)] fn f() {}',
      '#[cfg_attr(allow, inline)] fn f() {}',
      '#[disallow(x)] fn f() {}',
      { 'src/lib.rs': '', 'Cargo.toml': `${PACKAGE}[lints.clippy]\ntoo_many_lines = "allow"\n` },
      { 'src/lib.rs': '', 'Cargo.toml': `${PACKAGE}description = "-Able"\nkeywords = ["allow"]\n` },
      { 'src/lib.rs': '', 'Cargo.toml': `${PACKAGE}description = "for non-ASCII text"\n` },
      { 'src/lib.rs': '', '.cargo/config.toml': 'rustflags = ["-C", "link-args=x-A"]\n' },
      { 'src/lib.rs': '', 'README.md': 'unused = "allow"\n--cap-lints\n' },
      '#[deny(warnings)] fn f() {}',
      '#![warn(missing_docs)]',
      '#[cfg(test)] mod tests { #[allow(dead_code)] fn f() {} }',
      { 'src/lib.rs': '', 'Cargo.toml': `${PACKAGE}[lints.rust]\nunused = "deny"\n` },
      '// #[allow(dead_code)]\nfn f() {}',
    ],
  },
  'linked C': {
    judge: linkedC,
    fails: [
      { 'src/lib.rs': '', 'build.rs': 'fn main() {}' },
      { 'src/lib.rs': '', 'Cargo.toml': `${PACKAGE}links = "z"\n` },
      { 'src/lib.rs': '', 'Cargo.toml': `${PACKAGE}build = "make.rs"\n` },
      { 'src/lib.rs': '', 'Cargo.toml': `${PACKAGE}[build-dependencies]\ncc = "1"\n` },
      {
        'src/lib.rs': '',
        'Cargo.toml': `${PACKAGE}[target.'cfg(unix)'.dependencies]\nnice = { package = "libc", version = "1" }\n`,
      },
      '#[link(name = "z")] extern {}',
      'extern "C" { fn deflate(); }',
      'static CODE: &[u8] = include_bytes!("../judge.o");',
      'use std::arch::asm; fn f() { unsafe { asm!("nop") } }',
      'fn f() { std::process::Command::new("./judge"); }',
      { 'src/lib.rs': '', 'src/judge.c': 'int f;' },
      { 'src/lib.rs': '', 'libjudge.so.1': '' },
      { 'src/lib.rs': '', '.cargo/config.toml': '[build]\nrustflags = ["-Clink-arg=judge.o"]\n' },
      { 'src/lib.rs': '', 'Cargo.toml': '[package\n' },
    ],
    passes: [
      'pub fn f() {}',
      { 'src/lib.rs': '', 'Cargo.toml': `${PACKAGE}[dependencies]\nsmallvec = "1"\n` },
      { 'src/lib.rs': '', 'Cargo.toml': `${PACKAGE}build = false\n` },
      'static TABLE: &[u8] = include_bytes!("table.bin");',
      '// #[link(name = "z")]\npub fn f() {}',
      'pub enum Command { New } pub fn f() -> Command { Command::New }',
      { 'src/lib.rs': '', 'Cargo.toml': `${PACKAGE}[features]\nlinks = []\n` },
    ],
  },
};

const all = (side: 'fails' | 'passes') =>
  Object.entries(gates).flatMap(([name, { judge, [side]: examples }]) =>
    examples.map((example) => ({ name, example, judge, shown: JSON.stringify(example) })),
  );

test.each(all('fails'))('$name fails $shown', ({ name, example, judge }) => {
  const result = judge(crateOf(example));
  expect(gateResultSchema.parse(result)).toMatchObject({ gate: name, outcome: 'failed' });
  expect(result.where.length).toBeGreaterThan(0);
});

test.each(all('passes'))('$name passes $shown', ({ name, example, judge }) => {
  expect(judge(crateOf(example))).toMatchObject({ gate: name, outcome: 'passed' });
});

test('unsafe lines are counted once, tests and comments not', () => {
  const crate = crateOf(`
// A comment.
pub fn f(p: &[u8]) -> u8 {
    // SAFETY: p is not empty, says the caller.
    unsafe {
        let q = p;
        *q.get_unchecked(0)
    }
}
#[cfg(test)]
mod tests {
    fn g(p: &[u8]) -> u8 {
        unsafe { *p.get_unchecked(0) }
    }
}
`);
  expect(countUnsafe(crate)).toEqual({ blocks: 1, functions: 0, impls: 0, lines: 3, allLines: 4 });
  expect(unsafeCode(crate, 50).what).toContain('75.0 % of the lines are unsafe; 50 % are allowed');
});

test('what else may panic is listed, and held to a number where there is one', () => {
  const crate = crateOf(
    'pub fn f(v: &[u8], i: usize) -> u8 { assert!(i > 1); v[i] + v[..i].len() as u8 + v[0] }',
  );
  const listed = panicsOnInput(crate);
  expect(listed.outcome).toBe('passed');
  expect(listed.where.map(({ what }) => what)).toEqual([
    '`assert!(i > 1)` in f',
    'indexing `v[i]` in f',
    'slicing `v[..i]` in f',
  ]);
  expect(panicsOnInput(crate, 2).outcome).toBe('failed');
});

test('a warning fails, none passes', () => {
  const problem = { code: 'unused', message: 'x is unused', file: 'src/lib.rs', line: 3 };
  expect(warnings([problem])).toMatchObject({ outcome: 'failed', what: 'unused: x is unused' });
  expect(warnings([])).toMatchObject({ outcome: 'passed' });
});

const finding: ScanFinding = { rule: 'a', file: 'src/lib.rs', line: 1, function: 'f', what: 'bad' };

test.each([
  ['one where there was none', [], [finding]],
  ['a second of a rule', [finding], [finding, { ...finding, line: 9 }]],
  ['another rule', [finding], [{ ...finding, rule: 'b' }]],
  ['another file', [finding], [{ ...finding, file: 'src/b.rs' }]],
  ['another function', [finding], [{ ...finding, function: 'g' }]],
  ['one for one, and another', [finding], [finding, { ...finding, rule: 'b' }]],
])('new findings: fails %s', (_name, before, after) => {
  expect(newFindings(before, after)).toMatchObject({
    outcome: 'failed',
    where: [{ line: expect.any(Number) }],
  });
});

test.each([
  ['nothing', [], []],
  ['the same', [finding], [finding]],
  ['the same on another line', [finding], [{ ...finding, line: 8 }]],
  ['one that went', [finding], []],
  ['one of two that went', [finding, { ...finding, line: 2 }], [finding]],
  [
    'the same in another order',
    [finding, { ...finding, rule: 'b' }],
    [{ ...finding, rule: 'b' }, finding],
  ],
])('new findings: passes %s', (_name, before, after) => {
  expect(newFindings(before, after).outcome).toBe('passed');
});

test('a SAFETY comment that is there is said to be too short, and none to be missing', () => {
  const faultsOf = (comment: string) => {
    const { where } = unsafeCode(
      crateOf(`pub fn f(p: &[u8]) -> u8 { ${comment}\n unsafe { *p.get_unchecked(0) } }`),
      100,
    );
    return where.map(({ what }) => what);
  };
  expect(faultsOf('// SAFETY: ok')).toEqual([
    'an unsafe block whose SAFETY comment is too short for a reason: it takes three words',
  ]);
  expect(faultsOf('// fast')).toEqual(['an unsafe block without a SAFETY comment']);
});
