import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';
import { descendants, parseSyntax } from '../../../../src/code/syntax/syntax.ts';
import {
  indentationOf,
  lineEndOf,
  nextLineAfter,
  statementOf,
} from '../../../../src/security/fix/mechanical/lines.ts';

const parser = await loadGrammars().parser('c');

/** The call of `g` in a text, and its tree. */
function callIn(text: string) {
  const tree = parseSyntax(parser, text);
  const call = descendants(tree.root).find(
    (node) => node.type === 'call_expression' && tree.textOf(node).startsWith('g('),
  );
  if (call === undefined) throw new Error(`no call of g in ${text}`);
  return { tree, call };
}

test('lines end as they do in the text', () => {
  expect([lineEndOf('a\nb'), lineEndOf('a\r\nb\n'), lineEndOf('')]).toEqual(['\n', '\r\n', '\n']);
});

test.each([
  ['void f(void) {\n  g();\n}', '  '],
  ['void f(void) {\n\tg();\n}', '\t'],
  ['void f(void) {\ng();\n}', ''],
  ['void f(void) { g();\n}', undefined],
  ['void f(void) {\n  x(); g();\n}', undefined],
])('%j has the call behind the blanks %j', (text, blanks) => {
  const { tree, call } = callIn(text);
  expect(indentationOf(tree, call)).toBe(blanks);
});

test.each([
  ['g();', true],
  ['g(); ', true],
  ['g(); // why', true],
  ['g(); // why \\', false],
  ['g(); // \\ why', true],
  ['g(); /* why', false],
  ['g(); /* why */', false],
  ['g(); x();', false],
])('behind %j a line may be added: %s', (line, isFree) => {
  const text = `void f(void) {\n  ${line}\n  */ y();\n}\n`;
  const { tree, call } = callIn(text);
  const statement = call.parent ?? call;
  expect(nextLineAfter(tree, statement)).toBe(isFree ? text.indexOf('\n  */') + 1 : undefined);
});

test('behind the last line none is', () => {
  const { tree, call } = callIn('void f(void) { g(); }');
  expect(nextLineAfter(tree, call)).toBeUndefined();
});

test.each([
  ['void f(void) { g(); }', true],
  ['void f(void) { switch (1) { case 1: g(); } }', true],
  ['void f(void) { if (1) g(); }', false],
  ['void f(void) { for (;;) g(); }', false],
  ['void f(void) { (void)g(); }', false],
  ['void f(void) { x = g(); }', false],
  ['int f(void) { return g(); }', false],
  ['void f(void) { h(g()); }', false],
  ['void f(void) { g(), h(); }', false],
])('%s has the call as a statement of its own: %s', (text, isAlone) => {
  expect(statementOf(callIn(text).call) !== undefined).toBe(isAlone);
});
