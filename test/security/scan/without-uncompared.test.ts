import { expect, test } from '@jest/globals';
import { failedAnalysis, type ScannedFile } from '../../../src/security/scan/scan-file.ts';
import { withoutUncompared } from '../../../src/security/scan/without-uncompared.ts';
import { Deadline } from '../../../src/workspace/process/deadline.ts';

function examined(file: string): ScannedFile {
  const nothing = { drafts: [], functions: [], suppressions: [], skips: [] };
  return { file, language: 'c', lines: 1, ...nothing, replaced: false };
}

const renamed = { path: 'new.c', oldPath: 'old.c', hunks: [] };

test('a file whose base was not reached in time is not examined either', () => {
  const over = new Deadline(0.000_001);
  while (!over.isOver);
  const head = ['a.c', 'b.c', 'new.c'].map(examined);
  const base = [
    examined('a.c'),
    failedAnalysis('b.c', over.reason),
    failedAnalysis('old.c', over.reason),
  ];
  const kept = withoutUncompared(head, base, [renamed], over);
  expect(kept.map(({ file, skips }) => [file, skips.map(({ failed }) => failed)])).toEqual([
    ['a.c', []],
    ['b.c', [true]],
    ['new.c', [true]],
  ]);
  expect(kept[1]?.skips[0]?.reason).toContain('what it was before could not be examined');
});

test('what failed in the base for another reason, or in a run that is in time, changes nothing', () => {
  const over = new Deadline(0.000_001);
  while (!over.isOver);
  const head = [examined('a.c')];
  const base = [failedAnalysis('a.c', 'ran out of memory')];
  expect(withoutUncompared(head, base, [], over)).toEqual(head);
  expect(withoutUncompared(head, base, [], new Deadline(1000))).toBe(head);
  expect(withoutUncompared(head, base, [], undefined)).toBe(head);
});
