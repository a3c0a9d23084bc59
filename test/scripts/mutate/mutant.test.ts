import { expect, test } from '@jest/globals';
import { drawn, mutantKey, mutated, originalOf } from '../../../scripts/mutate/mutant.ts';
import { mutantsOf } from '../../../scripts/mutate/mutants-of.ts';

const SOURCE = `/** Äh. */
export function isLow(a: number): boolean {
  return a < 3;
}
`;

test('each change of a source is made where it stands, and nowhere else', async () => {
  const mutants = await mutantsOf('src/a.ts', SOURCE);
  const less = mutants.find(({ replacement }) => replacement === 'a <= 3');
  if (less === undefined) throw new Error('none');
  expect([originalOf(SOURCE, less), mutated(SOURCE, less)]).toEqual([
    ...['a < 3', SOURCE.replace('a < 3', 'a <= 3')],
  ]);
  const body = mutants.find(({ mutatorName }) => mutatorName === 'BlockStatement');
  if (body === undefined) throw new Error('none');
  expect(mutated(SOURCE, body)).toBe('/** Äh. */\nexport function isLow(a: number): boolean {}\n');
  expect(new Set(mutants.map(mutantKey)).size).toBe(mutants.length);
});

test('what is drawn hangs on the seed and the text alone', () => {
  const numbers = [drawn(1, 'a'), drawn(1, 'b'), drawn(2, 'a')];
  expect(new Set(numbers).size).toBe(3);
  expect(drawn(1, 'a')).toBe(numbers[0]);
  for (const number of numbers) expect(number >= 0 && number < 1).toBe(true);
});
