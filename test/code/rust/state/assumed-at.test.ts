import { describe, expect, test } from '@jest/globals';
import { assumedAt } from '../../../../src/code/rust/state/assumed-at.ts';
import { assumptionsIn } from '../../../../src/code/rust/state/assumptions.ts';
import { analyseRustFile } from '../../../../src/code/rust/transfer/analyse-file.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../../src/code/syntax/syntax.ts';

const parser = await loadGrammars().parser('rust');

/** What was assumed where a marked expression stands in the last function, such as `«a + b»`. */
function assumed(marked: string): string[] {
  const [start, end] = [marked.indexOf('«'), marked.indexOf('»') - 1];
  const text = marked.replace(/[«»]/g, '');
  const fn = analyseRustFile(parseSyntax(parser, text), 'src/lib.rs').functions.at(-1);
  if (fn === undefined) throw new Error('the text has no function');
  return assumptionsIn(assumedAt(fn.events, { start, end }));
}

describe('what was assumed of values', () => {
  test.each([
    ['a parameter', 'fn f(a: u32) -> u32 { «a + 1» }'],
    ['what the text fixes', 'fn f() -> u8 { let a = 300; «a as u8» }'],
    ['what a function of the file gives', 'fn g() -> u32 { 7 }\nfn f() -> u32 { «g() + 1» }'],
    ['a method of the library that is modelled', 'fn f(a: &str) -> usize { «a.len() + 1» }'],
    ['a macro of the library', 'fn f(a: u32) -> usize { let b = format!("{a}"); «b.len() + 1» }'],
    [
      'a macro of the file',
      'macro_rules! m { ($x:expr) => { $x + 1 } }\nfn f() -> u32 { let a = m!(1); «a + 1» }',
    ],
    ['what a loop leaves alone', 'fn f(a: u32) { for _ in 0..3 { «g(a + 1)»; } }'],
  ])('is nothing: %s', (_, text) => {
    expect(assumed(text)).toEqual([]);
  });

  test.each([
    ['unknown-callee', 'a function that is not seen', 'fn f() -> u32 { let a = other(); «a + 1» }'],
    ['unknown-callee', 'through a cast', 'fn f() -> u32 { let a = other() as u32; «a + 1» }'],
    ['unknown-callee', 'in a field', 'fn f() -> u32 { let a = other(); «a.b + 1» }'],
    [
      'unknown-callee',
      'on one of two ways',
      'fn f(c: bool) { let a = if c { other() } else { 1 }; «g(a)»; }',
    ],
    [
      'unknown-callee',
      'what was pushed',
      'fn f() { let mut v = Vec::new(); v.push(other()); «g(v)»; }',
    ],
    ['unknown-type', 'a method on what has no type', 'fn f() { let b = other().twist(); «g(b)»; }'],
    ['opaque-macro', 'what a macro gives', 'fn f() -> u32 { let a = made!(1); «a + 1» }'],
    [
      'opaque-macro',
      'what a macro may write',
      'fn f() -> u32 { let mut a = 1; fill!(a); «a + 1» }',
    ],
    [
      'havocked',
      'what a callee may write',
      'fn f() -> u32 { let mut a = 1; other(&mut a); «a + 1» }',
    ],
    [
      'havocked',
      'what a closure may write',
      'fn f() -> u32 { let mut a = 1; let c = || a += 1; «a + 1» }',
    ],
    ['loop', 'what a loop writes', 'fn f() -> u32 { let mut a = 1; loop { a = «a * 2»; } }'],
    [
      'loop',
      'behind it, too',
      'fn f(n: u32) -> u32 { let mut a = 1; for _ in 0..n { a += 2; } «a + 1» }',
    ],
  ])('is %s: %s', (assumption, _, text) => {
    expect(assumed(text)).toContain(assumption);
  });

  test('ends where another value is written', () => {
    const text = 'fn f() -> u32 { let mut a = other(); a = 1; «a + 1» }';
    expect(assumed(text)).toEqual([]);
  });

  test('is that facts are missing, where more hold than are kept', () => {
    const names = Array.from({ length: 70 }, (_, at) => `p${at}`);
    const text = (count: number) => {
      const some = names.slice(0, count);
      const parameters = some.map((name) => `${name}: u32`).join(', ');
      const checks = some.map((name) => `if ${name} > 9 { return 0; }`).join('\n');
      return `fn f(${parameters}) -> u32 { ${checks}\n«p0 + 1» }`;
    };
    expect(assumed(text(10))).toEqual([]);
    expect(assumed(text(70))).toEqual(['joined']);
  });
});
