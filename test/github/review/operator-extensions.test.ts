import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { isolatedWorkerEnvironment } from '../../../src/github/isolated-worker/environment.ts';
import { reviewPullRequest } from '../../../src/github/review/review-pull-request.ts';
import { billedModel } from '../../support/billed-model.ts';
import { COMPILED } from '../../support/compiled.ts';
import { modelEnvironment } from '../../support/model-environment.ts';
import { DEFECT, reviewingApp } from '../../support/reviewing-app.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('../../support/tool-server-program.ts', import.meta.url));

/** A rule for C and one for Rust: no function may be called forbidden. */
const RULES = `
const common = {
  title: 'A function has a forbidden name', category: 'other', cwe: [1099],
  severity: 'medium', precision: 'high', help: 'Names matter.', suggestion: 'Rename it.',
  examples: { bad: ['x'], good: ['y'] },
};
const message = 'the function is called forbidden';
const found = ({ name }) => name === 'forbidden';
export const rules = [
  { ...common, id: 'acme/c_name', languages: ['c'], inspect(unit, report) {
    for (const fn of unit.functions.filter(found)) report(fn, message, { confidence: 0.7 });
  } },
  { ...common, id: 'acme/rust_name', languages: ['rust'], check(facts, report) {
    for (const one of facts.functions.filter(({ fn }) => found(fn)))
      report({ node: one.fn.node, in: one, message, confidence: 0.7 });
  } },
];
`;

const PROPOSED = `throw new Error('what a pull request brings is loaded');`;

test('rules of the operator take part in reviews of the App; none that a pull request brings does', async () => {
  const app = await reviewingApp({
    'a.c': 'int main(void) { return 0; }\n',
    '.github/rustward.yml': 'review: { fail_on: medium }\n',
  });
  const { github, installation, repository, deps } = app;
  await github.commit('ada/demo', 'topic', {
    'b.c': 'void forbidden(void) {}\n',
    'c.rs': 'fn forbidden() {}\n',
    ...{ 'rules.mjs': PROPOSED, 'node_modules/acme/index.js': PROPOSED },
  });
  const pull = await app.open('topic');
  const { head } = await app.pull(pull);
  const rules = join(temporaryFolder({ 'rules.mjs': RULES }), 'rules.mjs');
  const env = {
    ...{ PATH: process.env['PATH'], HOME: deps.dataFolder, ...COMPILED, RUSTWARD_RULES: rules },
  };
  await reviewPullRequest(
    ...([
      {
        kind: 'review-pull-request',
        reason: 'opened',
        ...{ installation, repository, pull, head: head.sha },
      },
      { signal: new AbortController().signal, last: true },
      { ...deps, workerEnv: isolatedWorkerEnvironment(env, []) },
    ] as const),
  );
  const { conclusion, output } = (await app.check(pull)) ?? {};
  expect(conclusion).toBe('failure');
  expect(output?.title).toContain('2 findings');
  for (const place of ['b.c:1', 'c.rs:1']) {
    expect(output?.summary).toMatch(new RegExp(`${place}.*A function has a forbidden name`));
  }
});

test('tools of a program of the operator are offered to models', async () => {
  const app = await reviewingApp({ 'a.c': 'int main(void) { return 0; }\n' });
  const { github, installation, repository, deps } = app;
  await github.commit('ada/demo', 'topic', { 'a.c': DEFECT });
  const pull = await app.open('topic');
  const { head } = await app.pull(pull);
  const model = await billedModel({ isRisk: () => false });
  const command = `${process.execPath} --disable-warning=ExperimentalWarning ${PROGRAM} good`;
  const env = {
    ...{ PATH: process.env['PATH'], ...COMPILED, ...modelEnvironment(model) },
    RUSTWARD_TOOL_SERVERS: `notes:read=${command}`,
  };
  await reviewPullRequest(
    ...([
      {
        kind: 'review-pull-request',
        reason: 'opened',
        ...{ installation, repository, pull, head: head.sha },
      },
      { signal: new AbortController().signal, last: true },
      { ...deps, workerEnv: isolatedWorkerEnvironment(env, ['RUSTWARD_TEST_KEY']) },
    ] as const),
  );
  expect(JSON.stringify(model.requests.map(({ tools }) => tools))).toContain('"notes__echo"');
});
