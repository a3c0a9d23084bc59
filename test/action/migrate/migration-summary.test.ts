import { expect, test } from '@jest/globals';
import {
  type MigrationResult,
  type StepResult,
  verdictOf,
} from '../../../action/migrate/migration-result.ts';
import { migrationHeadline, migrationSummary } from '../../../action/migrate/migration-summary.ts';
import type { SurveyedFunction } from '../../../src/github/isolated-worker/survey.ts';
import { rendered, scannedText, tagsOf, targetsOf } from '../../support/rendered-markdown.ts';

const EQUAL = {
  ...{ kind: 'equal' as const, cases: 10_000, excluded: 0, seed: 1, limits: [] },
  coverage: { lines: 4, coveredLines: 3, branches: 2, coveredBranches: 2 },
  ...{ undefinedBehaviour: [], milliseconds: 1 },
};
const idOf = (name: string) => ({ name, file: 'src/a.c' });
const fn = (name: string, isMigrated = false): SurveyedFunction => ({
  ...{ ...idOf(name), id: name, start_line: 3, end_line: 9, signature: '', needs: [] },
  ...(isMigrated ? { migrated: { rust: `a::${name}`, evidence: EQUAL } } : {}),
});

function result(steps: readonly StepResult[], problems: readonly string[] = []): MigrationResult {
  const survey = { head: 'a'.repeat(40), crate: 'rust', isLaidOut: true };
  return {
    survey: { ...survey, steps: [[fn('done', true)], [fn('next')]], problems: [...problems] },
    ...{ steps, notices: [], seconds: 3, costs: { dollars: 0.5, calls: 4, unpriced: 1 } },
  };
}

const functions = [idOf('next')];

test.each<[string, readonly StepResult[]]>([
  ['clean', []],
  ['clean', [{ functions, kind: 'proposed', url: 'u', evidence: [] }]],
  ['clean', [{ functions, kind: 'open', url: 'u' }]],
  ['inconclusive', [{ functions, kind: 'pushed', url: 'u', evidence: [] }]],
  ['inconclusive', [{ functions, kind: 'not tried', reason: 'no model' }]],
  [
    'findings',
    [
      { functions, kind: 'not tried', reason: 'no model' },
      { functions, kind: 'blocked', reason: 'it differs' },
    ],
  ],
])('the verdict is %s, whatever else there is', (verdict, steps) => {
  expect(verdictOf(result(steps))).toBe(verdict);
});

test('the summary does not say that nothing is left where files could not be read', () => {
  expect(verdictOf(result([], ['b.c: no such header']))).toBe('inconclusive');
});

test('the page has what was done, the order with its evidence, and what it took', () => {
  const proposed = { functions, kind: 'proposed', url: 'https://example.org/1' } as const;
  const page = migrationSummary(result([{ ...proposed, evidence: [EQUAL] }]), ['CI waits.']);
  expect(page).toContain(
    '| `next` | `src/a.c` | [draft pull request](https://example.org/1) | 10,000 cases equal, 75 % of its lines reached |',
  );
  expect(page).toContain('## What this token cannot do\n\n- CI waits.');
  expect(page).toContain(
    '1 of 2 functions migrated, 1 of them compared with the C; 0 carried over, not compared.',
  );
  expect(page).toContain('| 1 | `done` | `src/a.c:3` | migrated | 10,000 cases equal, 75 %');
  expect(page).toContain('| 2 | `next` | `src/a.c:3` | proposed |');
  expect(page).toContain('| Cost of models | at least $0.5000 |');
});

test('what a model or a compiler says is inert, and one line', () => {
  const reason =
    'x | <img src=//evil.example> @ada fixes #1 [a](javascript:b)\n::error::y\n# Title';
  const page = migrationSummary(result([{ functions, kind: 'blocked', reason }]), []);
  expect(page).not.toMatch(/^(?:::|# Title)/m);
  const html = rendered(page);
  expect([tagsOf(html).includes('img'), targetsOf(html)]).toEqual([false, []]);
  expect(scannedText(html)).not.toMatch(/@ada|#1/);
  expect(html.match(/<td/g)).toHaveLength(4 + 2 * 5 + 3 * 2);
  const long = { functions, kind: 'blocked', reason: 'x'.repeat(4000) } as const;
  expect(migrationHeadline(result([long])).length).toBeLessThan(500);
});
