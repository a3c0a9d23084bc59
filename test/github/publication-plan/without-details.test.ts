import { expect, test } from '@jest/globals';
import type {
  PlannedFinding,
  PublicationPlan,
} from '../../../src/github/publication-plan/publication-plan.ts';
import { withoutDetails } from '../../../src/github/publication-plan/without-details.ts';

const URL = 'https://github.example/ada/demo';

function finding(key: string, severity: PlannedFinding['severity']): PlannedFinding {
  const place = { path: 'src/secret.c', start_line: 7, end_line: 7 };
  return { ...place, key, severity, title: 'a title', body: 'a body' };
}

function plan(findings: readonly PlannedFinding[]): PublicationPlan {
  return {
    ...{ verdict: findings.length === 0 ? 'clean' : 'findings', complete: true },
    ...{ title: findings.length === 0 ? 'No findings' : '3 findings', summary: 'src/secret.c:7' },
    ...{
      findings,
      still_there: ['00000009'],
      sarif: '{"src/secret.c": 7}',
      gate: 'Fails from high (the default).',
    },
    annotations: findings.map(({ path, start_line, end_line }) => {
      return { path, start_line, end_line, level: 'failure', title: 't', message: 'm' };
    }),
  };
}

test('a plan without details says how much was found, and where the rest is', () => {
  const whole = plan([finding('1', 'high'), finding('2', 'low'), finding('3', 'high')]);
  const { sarif, ...said } = withoutDetails(whole, URL);
  expect(said.summary).toBe(
    `**3 findings**: 2 high, 1 low. Fails from high (the default).\n\nThis repository keeps the details of findings out of public view. Who may see its security alerts finds them in [code scanning](${URL}/security/code-scanning).`,
  );
  expect(JSON.stringify(said)).not.toContain('secret');
  expect(said).toMatchObject({ verdict: 'findings', findings: [], annotations: [] });
  // Code scanning has them, which only people with that right see.
  expect(sarif).toBe(whole.sarif);
  // Threads from before must not end as if the defects were gone.
  expect(said.still_there).toEqual(['00000009', '1', '2', '3']);
});

test('nothing found is nothing to hide', () => {
  expect(withoutDetails(plan([]), URL).summary).toMatch(
    /^\*\*No findings\.\*\* Fails from high \(the default\)\.\n/,
  );
});
