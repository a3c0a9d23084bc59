import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { withMacros } from '../../../../src/code/rust/macros/read-macros.ts';
import { analyseRustFile } from '../../../../src/code/rust/transfer/analyse-file.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';
import { parseSyntax } from '../../../../src/code/syntax/syntax.ts';

const parser = await loadGrammars().parser('rust');

function factsOf(text: string) {
  return analyseRustFile(withMacros(parseSyntax(parser, text), parser), 'src/lib.rs');
}

/** The calls of a name, each with the text at its place and what its first argument is known to be. */
function calls(text: string, name: string) {
  const { file, functions } = factsOf(text);
  return functions
    .flatMap(({ fn, events }) => events.calls.map((call) => ({ fn: fn.name, call })))
    .filter(({ call }) => call.name === name)
    .map(({ fn, call }) => ({
      ...{ fn, text: file.tree.textOf(call.node) },
      taint: call.arguments[0]?.taint?.kind,
    }));
}

test('the body of a rule with repetitions is followed where it stands', () => {
  const text = 'macro_rules! all { ($($x:expr),* $(,)?) => {{ $( use_it($x); )* }}; }';
  expect(calls(text, 'use_it')).toEqual([{ fn: 'all!', text: 'use_it($x)', taint: undefined }]);
});

test.each([
  ['($($x:expr),*)', 'all!(1, input, 2)', 'arguments'],
  ['($($x:expr),+ $(,)?)', 'all!(1, input,)', 'arguments'],
  ['($a:expr; $($x:expr),*)', 'all!(1; 2, input)', 'arguments'],
  ['($a:expr, $($x:expr),*)', 'all!(input, 2, 3)', undefined],
  ['($($x:expr),*; $a:expr)', 'all!(1, 2; input)', undefined],
  ['($($k:expr => $x:expr),*)', 'all!(1 => input, 2 => 3)', 'arguments'],
  ['($($k:expr => $x:expr),*)', 'all!(input => 1)', undefined],
])('what is passed to %s by %s is told apart', (pattern, use, taint) => {
  const text = `
macro_rules! all { ${pattern} => { $( use_it($x); )* }; }
fn f() { let input = std::env::args().nth(1).unwrap(); ${use}; }`;
  expect(calls(text, 'use_it').map((call) => call.taint)).toEqual([taint]);
});

test('functions that a macro defines are followed, with what they are given', () => {
  const text = `
macro_rules! make { ($($n:ident: $t:ty),*) => { $(
  impl Make for $t { fn $n(path: &str) { std::fs::read(path); } }
)* }; }`;
  expect(calls(text, 'read')).toEqual([
    { fn: '$n', text: 'std::fs::read(path)', taint: 'parameter' },
  ]);
});

test('what is repeated may run not at all, or more than once', () => {
  const body = (inside: string): string =>
    `macro_rules! m { ($x:expr, $($y:expr),*) => {{ ${inside} }}; }`;
  const known = (text: string) => {
    const [rule] = factsOf(text).functions;
    const call = rule?.events.calls.find(({ name }) => name === 'at');
    return call?.arguments[0]?.range;
  };
  expect(known(body('let mut n = 1u8; at(n);'))).toEqual({ lo: 1n, hi: 1n });
  expect(known(body('let mut n = 1u8; $( n += $y; )* at(n);'))).toBeUndefined();
  expect(known(body('let mut n = 1u8; $( at(n); n += 1; )*'))).toBeUndefined();
});

/** What calls there are in a body, whatever repeats them. */
const { body: bodies } = fc.letrec<{ body: string }>((tie) => ({
  body: fc
    .array(
      fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('a($x);', 'b($x, 1);', 'let c = a($y);', 'if $x { b(1, $y); }'),
        fc
          .tuple(tie('body'), fc.constantFrom('*', '+', '?', ';*'))
          .map(([inside, behind]) => `$( ${inside} )${behind}`),
      ),
      { maxLength: 4 },
    )
    .map((parts) => parts.join(' ')),
}));

test('every call in a body is followed once', () => {
  fc.assert(
    fc.property(bodies, (inside) => {
      const text = `macro_rules! m { ($($x:expr),*; $($y:expr),*) => {{ ${inside} }}; }`;
      const found = [...calls(text, 'a'), ...calls(text, 'b')].map((call) => call.text).sort();
      expect(found).toEqual([...(inside.match(/[ab]\([^)]*\)/g) ?? [])].sort());
    }),
    { numRuns: 60 },
  );
});
