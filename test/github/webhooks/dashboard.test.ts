import { expect, test } from '@jest/globals';
import { toCommands } from '../../../src/github/webhooks/to-commands.ts';

const place = {
  repository: { id: 5, name: 'demo', owner: { login: 'ada' } },
  installation: { id: 7 },
};

function kinds(action: string, ref: string, label?: string, repo = 5): string[] {
  const payload = {
    ...{ ...place, action, sender: { id: 1, login: 'ada', type: 'User' } },
    pull_request: {
      ...{ number: 3, merged: false, base: { ref: 'main' } },
      head: { sha: 'a'.repeat(40), ref, repo: { id: repo } },
    },
    ...(label === undefined ? {} : { label: { name: label } }),
  };
  return toCommands('pull_request', payload, 1).map(({ kind }) => kind);
}

const OURS = 'rustward/migrate/f';

test.each([
  ['opened', undefined],
  ['ready_for_review', undefined],
  ['converted_to_draft', undefined],
  ['labeled', 'rustward: blocked'],
  ['unlabeled', 'rustward: blocked'],
])('a pull request of the migration that is %s moves on the dashboard', (action, label) => {
  expect(kinds(action, OURS, label)).toContain('update-dashboard');
  expect(kinds(action, 'feature', label)).not.toContain('update-dashboard');
  // A branch of a fork is none of ours, whatever it is called.
  expect(kinds(action, OURS, label, 6)).not.toContain('update-dashboard');
});

test('what changes nothing on the dashboard is not told to it', () => {
  expect(kinds('synchronize', OURS)).not.toContain('update-dashboard');
  expect(kinds('labeled', OURS, 'bug')).not.toContain('update-dashboard');
});
