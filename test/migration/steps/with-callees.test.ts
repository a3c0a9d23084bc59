import { expect, test } from '@jest/globals';
import type { CFunctionSource, MigrationStep } from '../../../src/migration/steps/step.ts';
import { withCallees } from '../../../src/migration/steps/with-callees.ts';

function source(name: string, callees: readonly string[]): CFunctionSource {
  return {
    ...{ name, callees, file: 'a.c', startLine: 1, endLine: 1, text: '', context: '' },
    ...{ signature: `void ${name}(void)`, returnsVoid: true, callers: '', libraryCalls: [] },
  };
}

function step(...functions: readonly CFunctionSource[]): MigrationStep {
  return { functions };
}

const STEPS = [
  step(source('leaf', [])),
  step(source('other', [])),
  step(source('even', ['odd', 'leaf']), source('odd', ['even'])),
  step(source('middle', ['odd'])),
  step(source('root', ['middle', 'other'])),
];

test('what functions call comes before them, cycles as a whole', () => {
  expect(withCallees(['middle'], STEPS)).toEqual(['leaf', 'even', 'odd', 'middle']);
  expect(withCallees(['other', 'even'], STEPS)).toEqual(['leaf', 'other', 'even', 'odd']);
  expect(withCallees([], STEPS)).toEqual([]);
});
