import { expect, test } from '@jest/globals';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { PartSurveys, withSurveyNote } from '../../../src/security/scan/part-surveys.ts';
import { failedAnalysis, type ScannedFile } from '../../../src/security/scan/scan-file.ts';
import { surveyFile } from '../../../src/security/scan/survey-file.ts';

const GRAMMARS = loadGrammars();
const surveyed = (text: string) => surveyFile('a.c', text, GRAMMARS, NO_PROJECT);

test('what an earlier round tells holds where a later one has no time', async () => {
  const [first, second] = [await surveyed('int f(void);\n'), await surveyed('int g(void);\n')];
  const surveys = new PartSurveys();
  surveys.take(['a.c'], [{ result: { surveyed: first } }]);
  surveys.take(['a.c'], [{ error: 'late' }]);
  surveys.take(['a.c'], [{ result: { surveyed: second, isLate: true } }]);
  expect([surveys.surveyed(['a.c']), surveys.isComplete]).toEqual([[first], true]);
  surveys.take(['a.c'], [{ result: { surveyed: second } }]);
  expect(surveys.surveyed(['a.c'])).toEqual([second]);
});

test('a part is better than nothing, and is no whole', async () => {
  const part = await surveyed('int f(void);\n');
  const surveys = new PartSurveys();
  surveys.take(['a.c', 'b.c'], [{ error: 'late' }, { error: 'late' }]);
  expect([surveys.surveyed(['a.c', 'b.c']), [...surveys.unsurveyed.keys()]]).toEqual([
    [],
    ['a.c', 'b.c'],
  ]);
  surveys.take(['a.c', 'b.c'], [{ result: { surveyed: part, isLate: true } }, { error: 'late' }]);
  expect(surveys.surveyed(['a.c', 'b.c'])).toEqual([part]);
  expect([...surveys.unsurveyed]).toEqual([
    ['a.c', 'there was time for a part of it only'],
    ['b.c', 'late'],
  ]);
});

test('an examined file that told the others nothing says so, one that failed says more already', () => {
  const nothing = { drafts: [], functions: [], suppressions: [], skips: [] };
  const file: ScannedFile = {
    ...{ file: 'a.c', language: 'c', lines: 1, ...nothing, replaced: false },
  };
  expect(withSurveyNote(file, undefined)).toBe(file);
  expect(withSurveyNote(file, 'took longer than 5 seconds').skips).toEqual([
    {
      file: 'a.c',
      reason:
        'other files were examined without knowing all that this one does (took longer than 5 seconds): ' +
        'findings in them may be missing',
      failed: true,
    },
  ]);
  const failed = failedAnalysis('a.c', 'no luck');
  expect(withSurveyNote(failed, 'no luck')).toBe(failed);
});
