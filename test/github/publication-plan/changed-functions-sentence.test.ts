import { expect, test } from '@jest/globals';
import { changedFunctionsSentence } from '../../../src/github/publication-plan/changed-functions-sentence.ts';
import { reportOf } from '../../security/printers/example-report.ts';

function said(changed_files: number, changed_functions: readonly string[]) {
  const comparison = { base: 'main', changed_files, changed_functions };
  return changedFunctionsSentence({ ...reportOf([]), comparison });
}

test('the functions that a change touches are named, by file', () => {
  expect(said(2, ['src/a.c: copy', 'src/a.c: open_it', 'b.cc: ns::Name::f'])).toBe(
    'The change touches 3 functions of 2 source files: `copy`, `open_it` in `src/a.c`; `ns::Name::f` in `b.cc`.',
  );
  expect(said(1, ['odd: name.c: f`@you'])).toBe(
    'The change touches 1 function of 1 source file: `` name.c: f`@you `` in `odd`.',
  );
  expect(said(1, [])).toBe('The change touches 1 source file, and no function.');
});

test('of many a dozen is named, and nothing is said where no source has changed', () => {
  const many = Array.from({ length: 15 }, (_, at) => `a.c: f${at}`);
  expect(said(1, many)).toMatch(
    /^The change touches 15 functions .* `f11` in `a\.c`, and 3 others\.$/,
  );
  expect(said(0, [])).toBeUndefined();
  const { comparison: _, ...scan } = reportOf([]);
  expect(changedFunctionsSentence(scan)).toBeUndefined();
});
