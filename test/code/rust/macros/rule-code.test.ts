import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ruleCode } from '../../../../src/code/rust/macros/rule-code.ts';

const PATTERN =
  '($a:expr, $t:ty, $l:lifetime, $v:vis, $b:block, $($x:expr => $($y:ident),*);*, $($o:tt)?)';

/** White space told apart from nothing, so that a text is short to write. */
function squeezed(body: string, optional: 'kept' | 'left out' = 'kept'): string | undefined {
  return ruleCode(PATTERN, body, optional)?.code.replaceAll(/\s+/g, ' ');
}

test.each([
  ['{ $a + 1 }', '{ _a + 1 }'],
  ['( $a )', '{ _a }'],
  ['{ fn f<$l>(x: &$l $t) -> $crate::T $b }', "{ fn f<'l>(x: &'l _t) -> _crate::T {} }"],
  ['{ $v fn f() {} }', '{ fn f() {} }'],
  ['{ [$($x),*] }', '{ [ _x ] }'],
  ['{ $( f($x); )* }', '{ f(_x); }'],
  ['{ $( f($x) );* }', '{ f(_x) ; }'],
  ['{ $( $x )+* }', '{ _x }'],
  ['{ $( $x )||+ }', '{ _x }'],
  ['{ $( $( g($x, $y); )* )* }', '{ g(_x, _y); }'],
  ['{ "$a" + $a /* $z */ }', '{ "$a" + _a /* $z */ }'],
])('%s is read as %s', (body, code) => {
  expect(squeezed(body)).toBe(code);
});

test('what is optional can be left out', () => {
  expect(squeezed('{ $($o)? fn f() { $( $x )* } }', 'left out')).toBe('{ fn f() { _x } }');
});

test.each(['{ $z }', '{ $( $a }', '{ $( $a ) }', '{ macro_rules! n { () => {} } }', '{ $ a }'])(
  '%s is not read',
  (body) => {
    expect(ruleCode(PATTERN, body)).toBeUndefined();
  },
);

test('repetitions nested too deep, and bodies that are too long, are not read', () => {
  const nested = `{ ${'$('.repeat(9)} f($x); ${')*'.repeat(9)} }`;
  expect(ruleCode(PATTERN, nested)).toBeUndefined();
  expect(ruleCode(PATTERN, `{ ${'f($a); '.repeat(10_000)} }`)).toBeUndefined();
});

/** Bodies with repetitions in repetitions. */
const { body: bodies } = fc.letrec<{ body: string; part: string }>((tie) => ({
  body: fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join(' ')),
  part: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('f($a);', 'let z = $t::new($x);', '"$("', 'é();', '1..2;', '$crate::g($y);'),
    fc
      .tuple(tie('body'), fc.constantFrom('*', ',*', ';*', '+', ',+', '?', '=>*', '+*', ' , *'))
      .map(([inside, behind]) => `$( ${inside} )${behind}`),
    tie('body').map((inside) => `{ ${inside} }`),
  ),
}));

test('each character stays where it was, and only signs of the macro change', () => {
  fc.assert(
    fc.property(
      bodies,
      fc.constantFrom('kept' as const, 'left out' as const),
      (inside, optional) => {
        const body = `{ ${inside} }`;
        const code = ruleCode(PATTERN, body, optional);
        if (code === undefined) return;
        expect(code.code).toHaveLength(body.length);
        for (const [at, character] of [...code.code.split('').entries()])
          if (character !== body[at]) expect(character).toMatch(/[ _]/);
        for (const word of optional === 'kept' ? (body.match(/[a-z]\w*/g) ?? []) : [])
          expect(code.code).toContain(word);
        for (const { start, end } of code.repetitions) expect(start).toBeLessThanOrEqual(end);
      },
    ),
  );
});
