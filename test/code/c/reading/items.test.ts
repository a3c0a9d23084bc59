import { expect, test } from '@jest/globals';
import { lowerUnit } from '../../../../src/code/c/unit.ts';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';

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
