import { expect, test } from '@jest/globals';
import { GATE_NAME } from '../../../../src/github/migrate/checks/gate-check.ts';
import { demo, gated } from './gated.ts';

test('where the gate is required, it lets through what is no migration', async () => {
  const { github, ada, settle, gateOf } = await gated();
  const head = await github.commit('ada/demo', 'change', { 'a.c': 'a\n' });
  await ada.pulls.create({ ...demo, title: 't', head: 'change', base: 'main' });
  await settle();
  expect(await gateOf(head)).toBeUndefined();
  github.protectBranch('ada/demo', 'main', { checks: [GATE_NAME] });
  const next = await github.commit('ada/demo', 'change', { 'a.c': 'b\n' });
  await settle();
  expect(await gateOf(next)).toMatchObject({
    ...{ conclusion: 'neutral', summary: 'This pull request is not one of a migration.' },
  });
  await ada.pulls.merge({ ...demo, pull_number: 1 });
});
