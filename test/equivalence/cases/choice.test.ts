import { expect, test } from '@jest/globals';
import {
  choicesIn,
  inputTags,
  recordOfChoice,
  recordOfTag,
} from '../../../src/equivalence/cases/choice.ts';
import type { ChoiceShape, IntegerShape } from '../../../src/equivalence/cases/shape.ts';

const BYTE: IntegerShape = { kind: 'integer', bits: 8, signed: false };
const inner: ChoiceShape = {
  ...{ kind: 'choice', name: 'inner', bits: 8, signed: false },
  choices: [{ name: 'only', tag: 0n, fields: [], isEnd: false }],
};
const node: ChoiceShape = {
  ...{ kind: 'choice', name: 'node', bits: 32, signed: true },
  choices: [
    { name: 'leaf', tag: -1n, fields: [{ name: 'value', shape: BYTE }], isEnd: false },
    { name: 'pair', tag: 2n, fields: [{ name: 'of', shape: inner }], isEnd: false },
    { name: 'deep', tag: 3n, fields: [{ name: 'lost', shape: BYTE }], isEnd: true },
  ],
};

test.each([
  [-1n, 'node::leaf', ['tag', 'value'], [-1n]],
  [2n, 'node::pair', ['tag', 'of'], [2n]],
  // What it holds is not told.
  [3n, 'node::deep', ['tag'], [3n]],
  [9n, 'node::none', ['tag'], [9n]],
  [undefined, 'node::none', ['tag'], []],
])('the number %s makes it %s', (tag, name, fields, only) => {
  const record = recordOfTag(node, tag);
  expect([record.kind, record.name, record.fields.map((one) => one.name)]).toEqual([
    ...['record', name, fields],
  ]);
  expect(record.fields[0]?.shape).toEqual({ kind: 'integer', bits: 32, signed: true, only });
});

test('a value says which it is by its first part', () => {
  expect(recordOfChoice(node, [-1n, 7n]).name).toBe('node::leaf');
  for (const value of [null, 7n, new Uint8Array([2])]) {
    expect(recordOfChoice(node, value).name).toBe('node::none');
  }
});

test('no input is one that is not told', () => {
  expect(inputTags(node)).toEqual([-1n, 2n]);
});

test('choices are found in whatever holds them, the outer first', () => {
  const names = (shape: Parameters<typeof choicesIn>[0]) =>
    choicesIn(shape).map(({ name }) => name);
  expect(names(node)).toEqual(['node', 'inner']);
  expect(names({ kind: 'nullable', of: { kind: 'nullable', of: inner } })).toEqual(['inner']);
  const fields = [
    { name: 'a', shape: inner },
    { name: 'b', shape: BYTE },
    { name: 'c', shape: node },
  ];
  expect(names({ kind: 'record', name: 'r', fields })).toEqual(['inner', 'node', 'inner']);
  expect(names(BYTE)).toEqual([]);
});
