import { expect, test } from '@jest/globals';
import { failedAnalysis, type ScannedFile } from '../../../src/security/scan/scan-file.ts';
import { withoutUncompared } from '../../../src/security/scan/without-uncompared.ts';
import { Deadline } from '../../../src/workspace/process/deadline.ts';
import { tooLong } from '../../../src/workspace/process/task-clock.ts';
import { draft } from '../../support/candidates.ts';

function examined(file: string): ScannedFile {
  const nothing = { drafts: [], functions: [], suppressions: [], skips: [] };
  return { file, language: 'c', lines: 1, ...nothing, replaced: false };
}

const renamed = { path: 'new.c', oldPath: 'old.c', hunks: [] };

test('a file whose base was not reached in time is not examined either', () => {
  const { reason } = new Deadline(1);
  const head = ['a.c', 'b.c', 'new.c', 'slow.c'].map(examined);
  const base = [
    examined('a.c'),
    failedAnalysis('b.c', reason),
    failedAnalysis('old.c', reason),
    failedAnalysis('slow.c', tooLong(5000)),
  ];
  const kept = withoutUncompared(head, base, [renamed]);
  expect(kept.map(({ file, skips }) => [file, skips.map((skip) => skip.reason)])).toEqual([
    ['a.c', []],
    ['b.c', [`the analysis failed: what it was before could not be examined: ${reason}`]],
    ['new.c', [`the analysis failed: what it was before could not be examined: ${reason}`]],
    [
      'slow.c',
      ['the analysis failed: what it was before could not be examined: took longer than 5 seconds'],
    ],
  ]);
});

test('a file that was not examined in the head says why that is', () => {
  const head = [failedAnalysis('a.c', tooLong(5000))];
  expect(withoutUncompared(head, [failedAnalysis('a.c', tooLong(5000))], [])).toEqual(head);
});

test('what failed in the base for another reason changes nothing', () => {
  const head = [examined('a.c')];
  expect(withoutUncompared(head, [failedAnalysis('a.c', 'ran out of memory')], [])).toBe(head);
});

test('where there was no time for a function of the base, what is found in it is not compared', () => {
  const outline = (name: string, line: number) => ({
    ...{ name, line, endLine: line + 2, calls: [], fieldCalls: [] },
  });
  const functions = [outline('f', 1), outline('g', 5)];
  const found = (name: string) => draft({ function: name });
  const head = { ...examined('a.c'), functions, drafts: [found('f'), found('g')] };
  const late = {
    ...{ file: 'a.c', reason: 'no time was left for function `g`', failed: true },
    lines: [{ first: 5, last: 7 }],
  };
  const [kept] = withoutUncompared([head], [{ ...examined('a.c'), functions, skips: [late] }], []);
  expect(kept?.drafts.map((one) => one.function)).toEqual(['f']);
  expect(kept?.skips).toEqual([
    {
      file: 'a.c',
      reason:
        'no time was left for what `g` did before: what is found there now is not compared, ' +
        'and findings may be missing',
      failed: true,
    },
  ]);
});
