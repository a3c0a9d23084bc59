import { expect, test } from '@jest/globals';
import type { SourceMutant } from '../../../scripts/mutate/mutant.ts';
import { sample } from '../../../scripts/mutate/sample.ts';

const FILES = [
  ...['src/code/flow/a.ts', 'src/code/flow/b.ts', 'src/code/flow/join/c.ts'],
  ...['src/model/calls/d.ts', 'src/errors.ts'],
];

/** Two folders deep. */
function roomOf(file: string): string {
  return file.split('/').slice(0, 3).join('/');
}

/** Three changes of each file; of one file none. */
function mutantsOf(file: string): Promise<SourceMutant[]> {
  const place = { line: 0, column: 0 };
  const location = { start: place, end: place };
  const replacements = file === 'src/errors.ts' ? [] : ['x', 'y', 'z'];
  return Promise.resolve(
    replacements.map((replacement) => ({ file, mutatorName: 'Test', location, replacement })),
  );
}

test('a sample goes over the rooms in turn, and over their files before one is taken twice', async () => {
  const found = await sample(FILES, { seed: 1, count: 5 }, mutantsOf);
  expect(new Set(found.slice(0, 2).map(({ file }) => roomOf(file)))).toEqual(
    new Set(['src/code/flow', 'src/model/calls']),
  );
  const ofFlow = found.filter(({ file }) => roomOf(file) === 'src/code/flow');
  expect(new Set(ofFlow.map(({ file }) => file)).size).toBe(ofFlow.length);
});

test('the same seed draws the same, another one something else', async () => {
  const draw = (seed: number) => sample(FILES.toReversed(), { seed, count: 6 }, mutantsOf);
  expect(await draw(1)).toEqual(await sample(FILES, { seed: 1, count: 6 }, mutantsOf));
  expect(await draw(2)).not.toEqual(await draw(1));
});

test('it ends where there is nothing left', async () => {
  expect(await sample(FILES, { seed: 1, count: 100 }, mutantsOf)).toHaveLength(12);
});
