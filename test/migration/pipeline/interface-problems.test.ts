import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { interfaceProblems } from '../../../src/migration/pipeline/interface-problems.ts';
import type { CFunctionSource } from '../../../src/migration/steps/step.ts';

const parser = await loadGrammars().parser('rust');

function c(name: string, signature: string, text: string): CFunctionSource {
  return {
    ...{ name, signature, text: `${signature} ${text}`, file: 'ring.c', startLine: 1, endLine: 2 },
    ...{ context: '', callers: '', callees: [], libraryCalls: [] },
    returnsVoid: signature.startsWith('void '),
  };
}

function problems(rust: string, functions: readonly CFunctionSource[]): string[] {
  return interfaceProblems(parser, new Map([['src/ring.rs', rust]]), functions);
}

const PUSH = c(
  'ring_push',
  'void ring_push(ring *r, int x)',
  '{ r->items[r->used] = x; r->used++; }',
);

test('raw pointers of a given interface are named', () => {
  const [one, ...more] = problems(
    'pub struct Ring { pub next: *mut Ring }\npub fn f(x: &u8) {}',
    [],
  );
  expect(one).toContain('has `*mut Ring`: no safe Rust can follow a raw pointer');
  expect(more).toEqual([]);
});

test('so is a shared receiver for what the C writes, but for types with cells', () => {
  const push = 'impl Ring { pub fn push(&self, x: i32) { unimplemented!() } }';
  expect(problems(`pub struct Ring { used: usize }\n${push}`, [PUSH])).toEqual([
    'src/ring.rs: Ring::push takes `&self`, and ring_push writes `r->items[r->used]`; the type has no cell, so nothing can be written',
  ]);
  expect(problems(`pub struct Ring { used: Cell<usize> }\n${push}`, [PUSH])).toEqual([]);
  const mutable = push.replace('&self', '&mut self');
  expect(problems(`pub struct Ring { used: usize }\n${mutable}`, [PUSH])).toEqual([]);
  const reads = c('ring_push', 'int ring_push(ring *r, int x)', '{ return r->used == x; }');
  const asks = push.replace(') {', ') -> bool {');
  expect(problems(`pub struct Ring { used: usize }\n${asks}`, [reads])).toEqual([]);
});

test('and a result that is lost', () => {
  const count = c('count', 'size_t count(const char *s)', '{ return strlen(s); }');
  expect(problems('pub fn count(s: &str) { unimplemented!() }', [count])).toEqual([
    'src/ring.rs: `pub fn count(s: &str)` gives nothing back, and the result of `size_t count(const char *s)` is lost',
  ]);
  expect(problems('pub fn count(s: &str, n: &mut usize) { unimplemented!() }', [count])).toEqual(
    [],
  );
});

test('without the name of its type, a C function is known by its own', () => {
  const push = c('push', PUSH.signature.replace('ring_push', 'push'), '{ r->used = x; }');
  const rust = `pub struct Ring { used: usize }
impl Ring { pub fn push(&self, x: i32) { unimplemented!() } }`;
  expect(problems(rust, [push])).toEqual([
    expect.stringContaining('Ring::push takes `&self`, and push writes `r->used`'),
  ]);
});

test('of two functions of one name that one counts whose type is in the name of the C function', () => {
  const rust = `pub fn push(ring: &mut Ring) -> bool { unimplemented!() }
pub struct Ring { used: usize }
impl Ring { pub fn push(&self, x: i32) { unimplemented!() } }
impl Tape { pub fn push(&self, x: i32) { unimplemented!() } }`;
  expect(problems(rust, [PUSH])).toEqual([
    expect.stringContaining('Ring::push takes `&self`, and ring_push writes'),
  ]);
});
