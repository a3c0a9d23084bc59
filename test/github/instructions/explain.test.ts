import { expect, test } from '@jest/globals';
import { instructed } from './instructed.ts';

test('the derivation of a finding, as the report has it', async () => {
  const { tell, answers, key } = await instructed();
  await tell('rita', { name: 'explain', finding: key });
  const [answer] = await answers();
  expect(answer).toContain('`src/main.c:7:5` in `greet`');
  expect(answer).toContain('>  7 |     strcpy(text, name);');
  expect(answer).not.toContain('newest');
});

test('of the commit before, when the newest one is not reviewed yet', async () => {
  const { tell, answers, key, github, name, head } = await instructed();
  await github.commit(name, 'change', { 'b.c': 'int b;\n' });
  await tell('rita', { name: 'explain', finding: key });
  expect((await answers())[0]).toContain(`This is of commit \`${head.slice(0, 10)}\``);
});

test('a key that names nothing: the near ones, and what is open', async () => {
  const { tell, answers, key } = await instructed();
  const near = `${key.startsWith('0') ? '1' : '0'}${key.slice(1)}`;
  await tell('rita', { name: 'explain', finding: near });
  const far = key.replaceAll(/./g, (digit) => (digit === 'f' ? '0' : 'f'));
  await tell('rita', { name: 'explain', finding: far });
  const [first, second] = await answers();
  expect(first).toContain(
    `There is no finding \`${near}\` on this pull request. Did you mean \`${key}\``,
  );
  expect(first).toContain(`| \`${key}\` | high | \`src/main.c:7\` |`);
  expect(second).not.toContain('Did you mean');
});

test('without a review at hand, what to do', async () => {
  const { tell, answers, key, deps } = await instructed();
  const reports = { ...deps.reports, get: () => undefined };
  Object.assign(deps, { reports });
  await tell('rita', { name: 'explain', finding: key });
  expect((await answers())[0]).toMatch(/^No review of this pull request is at hand/);
});

test('nothing in public of what the repository keeps private', async () => {
  const { tell, answers, key, github } = await instructed({ policy: { details: 'private' } });
  await tell('rita', { name: 'explain', finding: key });
  await tell('wanda', { name: 'fix', finding: key });
  const said = await answers();
  expect(said).toHaveLength(2);
  for (const answer of said) {
    expect(answer).toContain(`${github.url}/ada/demo/security/code-scanning`);
    expect(answer).not.toContain('main.c');
  }
});
