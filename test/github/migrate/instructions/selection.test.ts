import { expect, test } from '@jest/globals';
import { isAlone } from '../../../../src/github/commands/migration-branch.ts';
import type { Survey, SurveyedFunction } from '../../../../src/github/isolated-worker/survey.ts';
import { nextSteps, select } from '../../../../src/github/migrate/instructions/selection.ts';

/** A function of `a.c` that needs others of `a.c`; its name, and `file/name` for another file. */
function fn(id: string, needs: readonly string[] = [], isMigrated = false): SurveyedFunction {
  const migrated = {
    ...{ rust: id, evidence: { kind: 'not checked' as const, because: 'it is a test' } },
  };
  return {
    ...{ ...idOf(id), id, start_line: 1, end_line: 2, signature: `int ${id}(void)` },
    needs: needs.map(idOf),
    ...(isMigrated ? { migrated } : {}),
  };
}

function idOf(id: string) {
  const [name = '', folder] = id.split('/').reverse();
  return { name, file: folder === undefined ? 'src/a.c' : `src/${folder}` };
}

const survey = (...steps: SurveyedFunction[][]): Survey => ({
  ...{ head: '0'.repeat(40), crate: 'rust', isLaidOut: true, steps, problems: [] },
});

const names = (step: readonly SurveyedFunction[]) => step.map(({ name }) => name);

const PROJECT = survey(
  [fn('leaf', [], true)],
  [fn('open')],
  [fn('b.c/init')],
  [fn('init')],
  [fn('even', ['odd']), fn('odd', ['even', 'open'])],
  [fn('top', ['leaf', 'even'])],
);

test('a function is ready once all that it needs is there', () => {
  const ready = select(PROJECT, 'open', undefined);
  expect(ready.kind === 'ready' && names(ready.step)).toEqual(['open']);
  expect(select(PROJECT, 'leaf', undefined).kind).toBe('already migrated');
});

test('what comes first is named, all of it, in order', () => {
  const top = select(PROJECT, 'top', undefined);
  expect(top.kind === 'needs callees' && names(top.callees)).toEqual(['open', 'even', 'odd']);
  const odd = select(PROJECT, 'odd', undefined);
  expect(odd.kind === 'needs callees' && names(odd.step)).toEqual(['even', 'odd']);
  expect(odd.kind === 'needs callees' && names(odd.callees)).toEqual(['open']);
});

test('a name that several functions have is told by its file', () => {
  const both = select(PROJECT, 'init', undefined);
  const files = ['src/b.c', 'src/a.c'];
  expect(both.kind === 'ambiguous' && both.candidates.map(({ file }) => file)).toEqual(files);
  const one = select(PROJECT, 'init', 'b.c');
  expect(one.kind === 'ready' && one.step[0]?.file).toBe('src/b.c');
  // No part of a name counts as a file.
  expect(select(PROJECT, 'init', '.c').kind).toBe('ambiguous');
  expect(isAlone(PROJECT, { name: 'init', file: 'src/a.c' })).toBe(false);
  expect(isAlone(PROJECT, { name: 'open', file: 'src/a.c' })).toBe(true);
});

test('what is unknown is answered with what is near', () => {
  const found = select(PROJECT, 'opem', undefined);
  expect(found).toEqual({ kind: 'unknown', name: 'opem', nearest: ['open'] });
  expect(select(survey(), 'open', undefined).kind).toBe('nothing to migrate');
});

test('the next functions come in the order of the migration', () => {
  const all = (leftOut: readonly string[]) =>
    nextSteps(PROJECT, 2, (step) => step.some(({ file }) => leftOut.includes(file))).map(names);
  expect(all([])).toEqual([['open'], ['init']]);
  expect(all(['src/b.c'])).toEqual([['open'], ['init']]);
});
