import { expect, test } from '@jest/globals';
import { listMistakes } from '../src/list-mistakes.ts';

const nameLine = (line: number | undefined) => (line === undefined ? 'a.yml' : `a.yml:${line}`);

test('mistakes are told in the order of their lines, those of the whole file first', () => {
  const mistakes = [
    { line: 9, what: 'late' },
    { line: undefined, what: 'whole' },
    { line: 2, what: 'early' },
  ];
  expect(listMistakes(mistakes, nameLine).mistakes).toEqual([
    'a.yml: whole',
    'a.yml:2: early',
    'a.yml:9: late',
  ]);
});

test('of many mistakes thirty are told, and the others counted', () => {
  const many = Array.from({ length: 33 }, (_, index) => ({ line: index + 1, what: 'wrong' }));
  const { mistakes } = listMistakes(many, nameLine);
  expect(mistakes).toHaveLength(31);
  expect(mistakes.slice(-2)).toEqual(['a.yml:30: wrong', 'a.yml: 3 more mistakes are not listed']);
  expect(listMistakes(many.slice(0, 30), nameLine).mistakes).toHaveLength(30);
});
