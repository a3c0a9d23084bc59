import { expect, test } from '@jest/globals';
import { itemsOf } from '../../../../src/code/c/reading/items.ts';
import { lowerUnit } from '../../../../src/code/c/unit.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';
import { lex } from '../../../../src/code/syntax/lexer.ts';

const GRAMMARS = loadGrammars();

/** The functions of a text, in its order. */
async function functionsOf(text: string): Promise<string[]> {
  const unit = lowerUnit(await GRAMMARS.tree('c', text), 'c', await GRAMMARS.parser('c'));
  return unit.functions.map(({ name }) => name);
}

test.each<[string, string, string[]]>([
  [
    'what is declared with an attribute of a macro',
    'static void fail(int32) NORETURN;\nstatic void stop(void) NORETURN;\ntypedef\n  struct { char b[8]; }\n  wide;\nstatic void fail(int32 code) { stop(); }\n',
    ['fail'],
  ],
  ['old-style parameters', 'int add(a, b)\nint a;\nlong b;\n{ return a + b; }\n', ['add']],
  ['one old-style parameter', 'int twice(a) register int a; { return a + a; }\n', ['twice']],
])('%s', async (_name, text, functions) => {
  expect(await functionsOf(text)).toEqual(functions);
});

test('records nest as deep as a generator may write them', () => {
  const depth = 20_000;
  const text = `${'struct a {'.repeat(depth)} int f() { return 1; } ${'};'.repeat(depth)}\nint g(void) { return 2; }\n`;
  const tokens = lex(text);
  const items = itemsOf(tokens);
  expect(items.map(({ kind }) => kind)).toEqual(['record', 'function']);
  const bodies = items.flatMap(({ blocks }) =>
    blocks.map(({ open, close }) => tokens.slice(open, close + 1).map((token) => token.text)),
  );
  expect(bodies.map((body) => body.join(' '))).toEqual(['{ return 1 ; }', '{ return 2 ; }']);
});
