import { expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import {
  completionScope,
  incompleteness,
} from '../../../src/migration/complete/completion-scope.ts';
import type { CrateFiles } from '../../../src/migration/crate/crate-files.ts';
import { crateItems } from '../../../src/migration/crate/item-changes.ts';
import { nameInCrate } from '../../../src/migration/crate/unwritten.ts';

const parser = await loadGrammars().parser('rust');

const crateOf = (text: string): CrateFiles => new Map([['src/lib.rs', text]]);

const BASE = `pub fn one() -> u8 { todo!() }
pub fn two() -> u8 { todo!() }
pub fn three() -> u8 { 3 }
`;
const items = [...crateItems(parser, crateOf(BASE)).values()];
const item = (path: string) => {
  const found = items.find((one) => one.path === path);
  if (found === undefined) throw new Error(`there is no ${path}`);
  return found;
};

function problem(text: string, wanted = ['fn one', 'fn two'], left: readonly string[] = []) {
  const names = new Set(left.map((path) => nameInCrate(item(path))));
  return incompleteness(parser, crateOf(BASE), crateOf(text), wanted.map(item), names);
}

const written = (one: string, two: string, more = '') =>
  `pub fn one() -> u8 { ${one} }\npub fn two() -> u8 { ${two} }\npub fn three() -> u8 { 3 }\n${more}`;

const LONG = 'let x = 1;\n    x';
const TEST = '#[test]\nfn it_is() { assert_eq!(one(), 1); }\n';

test('all that was asked for is written', () => {
  expect(problem(written('1', '2'))).toBeUndefined();
  expect(problem(written(LONG, '2', TEST))).toBeUndefined();
});

test.each<[string, string, string[] | undefined, string[]]>([
  [
    'number 2, fn two of src/lib.rs, is not written yet; write it, or name it in <LEFT>',
    written('1', 'todo!()'),
    undefined,
    [],
  ],
  ['it writes fn two, which is none of those asked for', written('1', '2'), ['fn one'], []],
  [
    'fn two holds a placeholder: write it whole',
    written('1', 'if one() > 0 { todo!() } else { 2 }'),
    undefined,
    [],
  ],
  ['there is no test of it', written(LONG, '2'), undefined, []],
])('%s', (said, text, wanted, left) => {
  expect(problem(text, wanted, left)).toBe(said);
});

test('what is left needs no body', () => {
  expect(problem(written('1', 'todo!()'), undefined, ['fn two'])).toBeUndefined();
});

test('a completion may change those functions alone', () => {
  const { own, hasInterface } = completionScope([item('fn one'), item('fn three')]);
  expect([[...own], hasInterface]).toEqual([['src/lib.rs fn one', 'src/lib.rs fn three'], true]);
});
