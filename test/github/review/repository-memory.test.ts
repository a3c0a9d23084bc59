import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { isolatedWorkerEnvironment } from '../../../src/github/isolated-worker/environment.ts';
import { reviewPullRequest } from '../../../src/github/review/review-pull-request.ts';
import { modelServer } from '../../fakes/model-server.ts';
import { askedOf, reviewingModel } from '../../fakes/reviewing-model.ts';
import { COMPILED } from '../../support/compiled.ts';
import { modelEnvironment } from '../../support/model-environment.ts';
import { reviewingApp } from '../../support/reviewing-app.ts';

const KEEP = 'static char *kept;\nvoid keep(char *line)\n{\n    kept = line;\n}\n';

/** A function that reads a line of any length, and hands it to `keep`. */
function reader(name: string): string {
  return `void keep(char *line);\nvoid ${name}(void)\n{\n    char line[16];\n    gets(line);\n    keep(line);\n}\n`;
}

/** An app, and an analyst that says of `keep` what the file under review has in a comment. */
async function remembering() {
  const answer = reviewingModel();
  const told: [file: string, remarks: string][] = [];
  const server = await modelServer(({ messages }) => {
    const text = messages[1]?.content ?? '';
    const content = answer(messages);
    const { role, candidates } = askedOf(messages);
    if (role !== 'analyst') return { kind: 'answer', content };
    const [, , remarks = ''] = /<(data-\w+) is="remarks">\n([\s\S]*?)\n<\/\1>/.exec(text) ?? [];
    told.push([candidates[0]?.file ?? '', remarks]);
    const learnt = JSON.stringify([
      { function: 'keep', remark: `seen from ${candidates[0]?.file}` },
    ]);
    return {
      kind: 'answer',
      content: content.replace('"gid": 1,', `"gid": 1, "learnt": ${learnt},`),
    };
  });
  const app = await reviewingApp({
    'keep.c': KEEP,
    // To run what is found would take minutes, and teaches nothing.
    '.github/rustward.yml': 'review: { reproduce: false }\n',
  });
  const { github, installation, repository, deps } = app;
  github.addUser('rita');
  const env = { PATH: process.env['PATH'], ...COMPILED, ...modelEnvironment(server) };
  const workerEnv = isolatedWorkerEnvironment(env, ['RUSTWARD_TEST_KEY']);
  const review = async (repositoryName: string, branch: string, files: Record<string, string>) => {
    await github.commit(repositoryName, branch, files);
    const pull = await app.open(repositoryName === 'ada/demo' ? branch : `rita:${branch}`);
    const { head } = await app.pull(pull);
    await reviewPullRequest(
      ...([
        {
          kind: 'review-pull-request',
          installation,
          repository,
          pull,
          head: head.sha,
          reason: 'opened',
        },
        { signal: new AbortController().signal, last: true },
        { ...deps, workerEnv },
      ] as const),
    );
    return pull;
  };
  const memoryOf = (folder: string) => {
    const file = join(
      deps.dataFolder,
      'repositories',
      `${repository.id}`,
      folder,
      '.rustward/memory/records.jsonl',
    );
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  return { ...app, told, review, memoryOf };
}

test('what a branch of the repository taught is told to later pull requests; what a fork taught, to none', async () => {
  const { github, told, review, memoryOf } = await remembering();
  const fork = await github.addFork('ada/demo', 'rita');
  const first = await review(fork, 'topic', { 'fork.c': reader('one') });
  expect(memoryOf('.')).toBe('');
  expect(memoryOf(`pulls/${first}/state`)).toContain('seen from fork.c');
  await review('ada/demo', 'own', { 'own.c': reader('two') });
  expect(memoryOf('.')).toContain('seen from own.c');
  await review(fork, 'more', { 'more.c': reader('three') });
  await review('ada/demo', 'other', { 'other.c': reader('four') });
  expect(told).toEqual([
    ['fork.c', ''],
    ['own.c', ''],
    ['more.c', '- keep: seen from own.c'],
    ['other.c', '- keep: seen from own.c'],
  ]);
  expect(memoryOf('.')).not.toContain('more.c');
});
