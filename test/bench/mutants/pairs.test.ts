import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { mutantsOf } from '../../../bench/mutants/mutate-rust.ts';
import {
  C_PROJECT,
  CRATE,
  type Pair,
  readPairs,
  readSameMeaning,
  rustPlace,
} from '../../../bench/mutants/pairs.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';

const grammars = loadGrammars();
const pairs = readPairs();

function mutantsOfPair(pair: Pair) {
  const { file, name } = rustPlace(pair);
  return mutantsOf(grammars, readFileSync(join(CRATE, file), 'utf8'), name);
}

describe('the pairs', () => {
  test('are a hundred different functions', () => {
    expect(pairs).toHaveLength(100);
    expect(new Set(pairs.map(({ rust }) => rust)).size).toBe(100);
    expect(new Set(pairs.map(({ c, name }) => `${c} ${name}`)).size).toBe(100);
  });

  test.each(pairs)('$rust is there, in C as $name, and can be broken', async (pair) => {
    const c = readFileSync(join(C_PROJECT, pair.c), 'utf8');
    expect(c).toMatch(new RegExp(`(?<!\\w)${pair.name} ?\\([^;{}]*\\)\\s*\\{`));
    expect((await mutantsOfPair(pair)).length).toBeGreaterThan(0);
  });
});

test.each(readSameMeaning())('$after in $rust is still a mutant', async ({ rust, ...same }) => {
  const pair = pairs.find((one) => one.rust === rust);
  const mutants = pair === undefined ? [] : await mutantsOfPair(pair);
  expect(mutants).toContainEqual(
    expect.objectContaining({ operator: same.operator, after: same.after }),
  );
});
