import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { C_PROJECT, CRATE, readPairs, rustPlace } from '../../../bench/mutants/pairs.ts';
import {
  childOf,
  descendants,
  parseSyntax,
  type SyntaxNode,
} from '../../../src/code/syntax/syntax.ts';
import { silentStub } from '../../../src/migration/gates/silent-stub.ts';
import { cFunctionWorkOf } from '../../../src/migration/gates/stub/c-work.ts';
import { cParser, crateOf } from './judging.ts';

/** What does nothing and still compiles, or nearly so. */
const NOTHING: Readonly<Record<string, string>> = { bool: 'false', '()': '' };

const pairs = readPairs();
const paths = [...new Set(pairs.map((pair) => rustPlace(pair).file))];
const crate = crateOf(
  Object.fromEntries(paths.map((path) => [path, readFileSync(join(CRATE, path), 'utf8')])),
);

test('of the pairs of C and Rust none is a stub', () => {
  const wrong = pairs.flatMap((pair) => {
    const { file, name } = rustPlace(pair);
    const { outcome, what } = silentStub({ crate, path: file, name, c: workOf(pair) });
    return outcome === 'passed' ? [] : [what];
  });
  expect(wrong).toEqual([]);
});

test('each is one when its body is replaced by nothing', () => {
  const passed = pairs.flatMap((pair) => {
    const { file: path, name } = rustPlace(pair);
    const file = crate.files.find((one) => one.path === path);
    const [method, owner] = name.split('::').reverse();
    const fn = file?.functions.find(
      (one) => one.name === method && (owner === undefined || one.owner === owner),
    );
    if (file === undefined || fn === undefined) return [`${name} was not found`];
    const { text } = file.tree;
    const returns = fn.returns?.text ?? '()';
    const body = NOTHING[returns] ?? (/^[iu]\d+$/.test(returns) ? '0' : 'Default::default()');
    const stub = `${text.slice(0, fn.body.start)}{ ${body} }${text.slice(fn.body.end)}`;
    const judged = silentStub({ crate: crateOf({ [path]: stub }), path, name, c: workOf(pair) });
    return judged.outcome === 'failed' ? [] : [name];
  });
  expect(passed).toEqual([]);
});

function workOf({ c, name }: { readonly c: string; readonly name: string }) {
  const tree = parseSyntax(cParser, readFileSync(join(C_PROJECT, c), 'utf8'));
  const found = descendants(tree.root).find(
    (node) => node.type === 'function_definition' && nameOf(node, tree.textOf) === name,
  );
  return cFunctionWorkOf(cParser, found === undefined ? '' : tree.textOf(found));
}

function nameOf(fn: SyntaxNode, textOf: (node: SyntaxNode) => string): string {
  let node = childOf(fn, 'declarator');
  while (node !== undefined && node.type !== 'identifier') node = childOf(node, 'declarator');
  return node === undefined ? '' : textOf(node);
}
