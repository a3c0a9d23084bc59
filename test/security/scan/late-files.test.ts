import { expect, test } from '@jest/globals';
import { NO_PROJECT } from '../../../src/code/flow/project/project-knowledge.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { analyseFile } from '../../../src/security/scan/analyse-file.ts';
import { surveyFile } from '../../../src/security/scan/survey-file.ts';

const GRAMMARS = loadGrammars();

/** Functions that are found unsafe, each of which calls the next one. */
const FUNCTIONS = Array.from(
  { length: 6 },
  (_, at) =>
    `int f${at}(char *p) { char b[4]; for (int i = 0; i < 9; i++) b[i] = p[i]; return ${at < 5 ? `f${at + 1}(b)` : 'b[0]'}; }\n`,
);
const TEXT = `${Array.from({ length: 6 }, (_, at) => `int f${at}(char *p);\n`).join('')}${FUNCTIONS.join('')}`;

/** A guard whose time is over when it was asked so often. */
function lateAfter(times: number) {
  let asked = 0;
  const isLate = () => {
    asked += 1;
    return asked > times;
  };
  return { steps: Number.POSITIVE_INFINITY, check: () => undefined, isLate };
}

test('when its time is nearly over, the functions that are left of a file are named together', async () => {
  const whole = await analyseFile('a.c', TEXT, GRAMMARS, NO_PROJECT, []);
  const late = await analyseFile('a.c', TEXT, GRAMMARS, NO_PROJECT, [], lateAfter(0));
  expect(whole.notes).toEqual([]);
  expect(late.notes).toEqual([
    {
      reason:
        'no time was left for functions `f0` at line 7, `f1` at line 8, `f2` at line 9 and 3 more: ' +
        'what was not followed was examined block by block, so findings in them may be missing',
      failed: true,
      lines: Array.from({ length: 6 }, (_, at) => ({ first: 7 + at, last: 7 + at })),
    },
  ]);
  for (const hit of late.hits) expect(hit.confidence).toBeLessThan(0.5);
  expect(late.functions).toEqual(whole.functions);
});

test('what was followed before the time was over is found all the same', async () => {
  const { hits } = await analyseFile('a.c', TEXT, GRAMMARS, NO_PROJECT, []);
  const sure = hits.filter(({ confidence }) => confidence >= 0.5).length;
  expect(sure).toBeGreaterThan(3);
  const founds: number[] = [];
  for (let times = 0; times < 200; times += 10) {
    const late = await analyseFile('a.c', TEXT, GRAMMARS, NO_PROJECT, [], lateAfter(times));
    founds.push(late.hits.filter(({ confidence }) => confidence >= 0.5).length);
    if (founds.at(-1) !== sure) expect(late.notes.map(({ failed }) => failed)).toEqual([true]);
  }
  expect(founds[0]).toBe(0);
  expect(founds.some((found) => found > 0 && found < sure)).toBe(true);
  expect(founds.at(-1)).toBe(sure);
});

test('a survey that comes to the end of its time tells of the functions that it has reached', async () => {
  const surveyed = async (times: number) =>
    (await surveyFile('a.c', TEXT, GRAMMARS, NO_PROJECT, lateAfter(times)))?.survey;
  const [none, all] = [await surveyed(0), await surveyed(10_000)];
  expect([none?.summaries, none?.allCalls]).toEqual([[], false]);
  expect([all?.summaries.length, all?.allCalls]).toEqual([6, true]);
  // The names in the file are known all the same.
  expect(none?.names).toEqual(all?.names);
});
