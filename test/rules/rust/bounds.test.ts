import { expect, test } from '@jest/globals';
import { analyseRustFile } from '../../../src/code/rust/transfer/analyse-file.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../src/code/syntax/syntax.ts';
import { RUST_RULES } from '../../../src/rules/rust/index.ts';
import { runRustRules } from '../../../src/rules/rust/run-rules.ts';

const parser = await loadGrammars().parser('rust');

/** The rules that find something in a file, each once. */
function rulesThatHit(text: string): string[] {
  const hits = runRustRules(analyseRustFile(parseSyntax(parser, text), 'src/lib.rs'), RUST_RULES);
  return [...new Set(hits.map(({ rule }) => rule))];
}

const inside = (body: string): string[] =>
  rulesThatHit(`pub fn f(x: u32, n: usize, a: &[u8; 4], v: &[u8], c: bool) { ${body} }`);

test.each([
  ['rust_index_past_end', 'for i in 0..=4 { g(a[i]); }'],
  ['rust_index_past_end', 'for i in 0..4 { g(a[i + 1]); }'],
  ['rust_index_past_end', 'if n >= 4 { g(a[n]); }'],
  ['rust_index_past_end', 'for j in 0..2 { for i in 0..5 { g(a[i]); } }'],
  ['rust_shift_past_width', 'let s = 30 + (x & 1) + 2; g(1u32 << s);'],
  ['rust_divide_by_zero', 'for i in 0..9u32 { g(x / i); }'],
  ['rust_divide_by_zero', 'if x == 0 { g(9 / x); }'],
  ['rust_integer_overflow', 'if x == 0 { g(x - 1); }'],
  ['get_unchecked_unbounded', 'for i in 0..=4 { unsafe { g(a.get_unchecked(i)); } }'],
])('%s is certain of %s', (rule, body) => {
  expect(inside(body)).toContain(rule);
});

test.each([
  ['rust_index_past_end', 'for i in 0..4 { g(a[i]); }'],
  ['rust_index_past_end', 'for i in 0..=4 { if i < 4 { g(a[i]); } }'],
  ['rust_index_past_end', 'for i in 0..=4 { if i == 4 { break; } g(a[i]); }'],
  ['rust_index_past_end', 'for i in 0..=4 { if c && i != 4 { g(a[i]); } }'],
  ['rust_index_past_end', 'for i in 0..=4 { let _ = c && g(a[i]); }'],
  ['rust_index_past_end', 'for i in 0..n { g(a[i]); }'],
  ['rust_index_past_end', 'for i in 0..=4 { g(v[i]); }'],
  ['rust_index_past_end', 'for i in 0..=4 { run(|| g(a[i])); }'],
  ['rust_index_past_end', 'let mut i = 9; change!(i); g(a[i]);'],
  ['rust_index_past_end', 'let mut i = 9; loop { i -= 1; if i == 0 { return; } g(a[i]); }'],
  ['rust_index_past_end', 'g(&a[4..]);'],
  ['rust_shift_past_width', 'if x < 32 { g(1u32 << x); }'],
  ['rust_shift_past_width', 'for i in 0..64 { g(1u64 << i); }'],
  ['rust_divide_by_zero', 'for i in 1..9u32 { g(x / i); }'],
  ['rust_divide_by_zero', 'g(x / (x % 7 + 1));'],
  ['rust_divide_by_zero', 'match x { 0 => {} y => g(9 / y) }'],
  ['rust_integer_overflow', 'g(Vec::<u8>::with_capacity((x & 7) as usize * 4));'],
  ['as_truncation', 'g((x / 20_000_000) as u8);'],
  ['as_truncation', 'let s = if c { x % 9 } else { 3 }; g(s as u8);'],
  ['get_unchecked_unbounded', 'unsafe { g(a.get_unchecked(n & 3)); }'],
  [
    'get_unchecked_unbounded',
    'if n < v.len() { let m = n / 2; unsafe { g(v.get_unchecked(m)); } }',
  ],
])('%s says nothing of %s', (rule, body) => {
  expect(inside(body)).not.toContain(rule);
});

test.each([
  ["Ref<'a, T>", "value: &'a T", 'T: Send', 'Send'],
  ["Ref<'a, T>", "values: &'a Vec<T>", 'T: Send + Clone', 'Send'],
  ['Held<T>', 'value: std::sync::Arc<T>', 'T: Send', 'Send'],
])('%s with %s and %s needs more to be %s', (type, field, bound, promised) => {
  const header = type.replace('T>', `${bound}>`).replace(/^\w+/, '');
  const text = `struct ${type} { ${field} }\nunsafe impl${header} ${promised} for ${type} {}`;
  expect(rulesThatHit(text)).toContain('thread_bound_missing');
});

test.each([
  ["struct R<'a, T> { v: &'a T }\nunsafe impl<'a, T: Sync> Send for R<'a, T> {}"],
  ["struct R<'a, T> { v: &'a mut T }\nunsafe impl<'a, T: Send> Send for R<'a, T> {}"],
  ["struct R<'a, T> { v: &'a T }\nunsafe impl<'a, T: Known> Send for R<'a, T> {}"],
  ["struct R<'a, T> { v: &'a T }\nunsafe impl<'a, T> Send for R<'a, T> where Cell<T>: Sync {}"],
  [
    `struct Queue<T> { at: UnsafeCell<T> }
struct Consumer<'a, T> { queue: &'a Queue<T> }
unsafe impl<'a, T: Send> Send for Consumer<'a, T> {}`,
  ],
  [
    `struct Lock<T> { at: UnsafeCell<T> }
impl<T> Lock<T> { fn take(&self) -> Guard<'_, T> { Guard(self) } unsafe fn peek(&self) -> &T { &*self.at.get() } }
unsafe impl<T: Send> Sync for Lock<T> {}`,
  ],
])('thread_bound_missing says nothing of %s', (text) => {
  expect(rulesThatHit(text)).not.toContain('thread_bound_missing');
});
