import { expect, test } from '@jest/globals';
import { ALLOCATION } from '../../../src/code/library-models/allocation.ts';
import type { Size } from '../../../src/code/library-models/call-model.ts';
import { DOCUMENTS } from '../../../src/code/library-models/documents.ts';
import { libraryModelOf } from '../../../src/code/library-models/lookup.ts';
import { MEMORY } from '../../../src/code/library-models/memory.ts';
import { STDIO } from '../../../src/code/library-models/stdio.ts';
import { STRINGS } from '../../../src/code/library-models/strings.ts';
import { SYSTEM, THREADS } from '../../../src/code/library-models/system.ts';

const TABLES = [ALLOCATION, MEMORY, STRINGS, STDIO, SYSTEM, THREADS, DOCUMENTS];
const ALL = TABLES.flatMap((table) => Object.entries(table));
/** No function of the C library has more arguments before its `...`. */
const MAX_ARGUMENTS = 8;

function argumentsOf(size: Size | undefined): number[] {
  return [size?.arg, size?.times, size?.text].filter((each) => each !== undefined);
}

test('each function stands in one table only', () => {
  const names = TABLES.flatMap((table) => Object.keys(table));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test.each(ALL)('%s names arguments that exist', (_, model) => {
  const { result } = model;
  const named = [
    ...(model.writes ?? []).flatMap(({ arg, size, from }) => [
      arg,
      ...argumentsOf(size),
      from ?? 0,
    ]),
    ...(model.reads ?? []).flatMap(({ arg, size }) => [arg, ...argumentsOf(size)]),
    ...(model.nonNull ?? []),
    ...(model.keeps ?? []),
    model.releases ?? 0,
    model.format ?? 0,
    model.scan ?? 0,
    ...(result?.kind === 'allocation' ? argumentsOf(result.size) : []),
    ...(result?.kind === 'argument' || result?.kind === 'within' ? [result.arg] : []),
    ...(result?.kind === 'pointer' ? [result.contentFrom ?? 0] : []),
    ...(result?.kind === 'integer' ? [result.atMost ?? 0, result.taintFrom ?? 0] : []),
  ];
  for (const index of named) {
    expect(Number.isInteger(index) && index >= 0 && index < MAX_ARGUMENTS).toBe(true);
  }
});

test.each(ALL)('%s gives back a resource of a kind that is named', (_, model) => {
  expect(model.releases === undefined || model.family !== undefined).toBe(true);
});

test('a range of a result is not empty', () => {
  for (const [, { result }] of ALL) {
    if (result?.kind === 'integer')
      expect(result.lo ?? 0).toBeLessThanOrEqual(result.hi ?? 2 ** 31);
  }
});

test('variants of a function behave as it does', () => {
  expect(libraryModelOf('fread_unlocked')).toBe(libraryModelOf('fread'));
  expect(libraryModelOf('__builtin_memcpy')).toBe(libraryModelOf('memcpy'));
});

test('nothing is known of other functions, whatever they are called', () => {
  for (const name of ['my_own', '', 'constructor', '__proto__', 'toString']) {
    expect(libraryModelOf(name)).toBeUndefined();
  }
});
