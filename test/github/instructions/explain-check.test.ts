import { expect, test } from '@jest/globals';
import type { CommandOf } from '../../../src/github/commands/command.ts';
import { explainCheck } from '../../../src/github/instructions/explain-check.ts';
import { demo, instructed } from './instructed.ts';

async function clicked(externalId = 'pull PULL') {
  const app = await instructed();
  const { bot, ada, head, pull, repository, deps } = app;
  const external_id = externalId.replace('PULL', `${pull}`);
  const { data: run } = await bot.rest.checks.create({
    ...{ ...demo, head_sha: head, name: 'Rustward security review', external_id },
  });
  const { data: rita } = await ada.rest.users.getByUsername({ username: 'rita' });
  const command: CommandOf<'explain-check'> = {
    ...{ kind: 'explain-check', installation: 1, repository, head, checkRun: run.id },
    user: { id: rita.id, login: 'rita' },
  };
  return { ...app, command, click: () => explainCheck(command, deps) };
}

test('the whole report in one comment, however often somebody clicks', async () => {
  const { click, answers } = await clicked();
  await click();
  await click();
  const all = await answers();
  expect(all).toHaveLength(1);
  expect(all[0]).toContain('strcpy');
  expect(all[0]).toContain('## Findings');
});

test('nothing is said to a bot, of a merge group, or of a review that is not at hand', async () => {
  const { command, deps, answers } = await clicked();
  await explainCheck({ ...command, user: { id: 1, login: 'other[bot]' } }, deps);
  expect(await answers()).toEqual([]);
  Object.assign(deps, { reports: { ...deps.reports, get: () => undefined } });
  await explainCheck(command, deps);
  expect((await answers())[0]).toMatch(/^No review of this pull request is at hand/);
  const group = await clicked('refs/heads/gh-readonly-queue/main/pr-1-x');
  await group.click();
  expect(await group.answers()).toEqual([]);
});
