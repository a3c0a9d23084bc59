import { afterEach, expect, test } from '@jest/globals';
import type { Octokit } from '@octokit/rest';
import { CHECK_NAME } from '../src/github/publish/check-name.ts';
import type { GitHub } from './in-memory-github/open-github.ts';
import { type AppProcess, registerApp, startApp } from './support/app-on-github.ts';
import { eventually } from './support/eventually.ts';
import { CLI } from './support/once/program.ts';
import { client, openedGitHub } from './support/opened-github.ts';
import { addPgliteFiles } from './support/pglite-files.ts';
import { hasPostgres, openPostgresServer, type PostgresServer } from './support/postgres-server.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const place = { owner: 'ada', repo: 'demo' };
const PATIENCE = 120_000;
/** Of a test: some twenty reviews one after the other, each in a process of its own. */
const LIFE = 400_000;
/** GitHub lets nobody ask as often as they like. */
const PAUSE = 250;

const running: AppProcess[] = [];
const servers: PostgresServer[] = [];
afterEach(async () => {
  for (const app of running.splice(0)) await app.stop();
  for (const server of servers.splice(0)) await server.close();
});

/** What tells the App to use a PostgreSQL of the test's. */
async function postgresEnv(): Promise<{ readonly DATABASE_URL: string }> {
  const server = await openPostgresServer();
  servers.push(server);
  return { DATABASE_URL: await server.createDatabase() };
}

/** What the program reads from its user, twice without a limit. */
function program(
  options: { readonly lines?: number; readonly copy?: string; readonly get?: string } = {},
) {
  const {
    lines = 0,
    copy = 'strcpy(name, line);',
    get = 'if (gets(line) == NULL) return 1;',
  } = options;
  return [
    '#include <stdio.h>',
    '#include <string.h>',
    ...Array.from({ length: lines }, (_, index) => `int unused_${index};`),
    'int main(void) {',
    '    char line[4096];',
    '    char name[8];',
    `    ${get}`,
    `    ${copy}`,
    '    return puts(name) < 0;',
    '}',
    '',
  ].join('\n');
}

interface Thread {
  readonly isResolved: boolean;
  readonly comments: {
    readonly nodes: readonly { readonly body: string; readonly databaseId: number }[];
  };
}

async function threadsOf(ada: Octokit, number: number): Promise<readonly Thread[]> {
  const { repository } = await ada.graphql<{
    readonly repository: {
      readonly pullRequest: { readonly reviewThreads: { readonly nodes: readonly Thread[] } };
    };
  }>(
    `query ($owner: String!, $repo: String!, $number: Int!) {
      repository(owner: $owner, name: $repo) { pullRequest(number: $number) {
        reviewThreads(first: 50) { nodes { isResolved comments(first: 10) { nodes { body databaseId } } } }
      } }
    }`,
    { ...place, number },
  );
  return repository.pullRequest.reviewThreads.nodes;
}

function checksOf(ada: Octokit) {
  const newest = async (ref: string) => {
    const { data } = await ada.rest.checks.listForRef({ ...place, ref, filter: 'all' });
    const runs = data.check_runs.filter(({ name }) => name === CHECK_NAME);
    return runs.toSorted((one, other) => other.id - one.id)[0];
  };
  return {
    newest,
    /** The check of a commit, once it is over; with `after`, one that is newer than that. */
    over: (ref: string, after = 0) =>
      eventually(
        async () => {
          const run = await newest(ref);
          if (run?.status !== 'completed' || run.id <= after) {
            throw new Error(`the check of ${ref} is ${run?.status ?? 'not there'}`);
          }
          return run;
        },
        PATIENCE,
        PAUSE,
      ),
  };
}

/** The name of the finding that a thread is about. */
function nameIn({ comments }: Thread): string {
  return /\/rustward fp ([0-9a-f]{8}) /.exec(comments.nodes[0]?.body ?? '')?.[1] ?? '';
}

async function opened(
  env: Readonly<Record<string, string>>,
  folder: string,
): Promise<{
  github: GitHub;
  ada: Octokit;
  tokens: Record<'wanda' | 'rita', string>;
}> {
  const github = await openedGitHub();
  const ada = client(github, github.addUser('ada'));
  await github.addRepository('ada/demo', { files: { 'main.c': 'int main(void) { return 0; }\n' } });
  const tokens = { wanda: github.addUser('wanda'), rita: github.addUser('rita') };
  github.setRole('ada/demo', 'wanda', 'write');
  github.setRole('ada/demo', 'rita', 'read');
  const app = await registerApp(github, ['ada/demo']);
  running.push(await startApp(github, { app, folder, env, program: [CLI, 'app'] }));
  return { github, ada, tokens };
}

test('the whole life of a pull request, with PGlite', () => wholeLife({}), LIFE);

(hasPostgres ? test : test.skip)(
  'the whole life of a pull request, with PostgreSQL',
  async () => wholeLife(await postgresEnv()),
  LIFE,
);

async function wholeLife(env: Readonly<Record<string, string>>): Promise<void> {
  const { github, ada, tokens } = await opened(env, temporaryFolder());
  const checks = checksOf(ada);
  const push = (files: Readonly<Record<string, string>>) =>
    github.commit('ada/demo', 'topic', files);

  // Opened: findings fail the check, and are comments on their lines.
  let head = await push({ 'main.c': program() });
  const made = await ada.rest.pulls.create({
    ...place,
    title: 'A greeting',
    head: 'topic',
    base: 'main',
  });
  const number = made.data.number;
  let check = await checks.over(head);
  expect(check.conclusion).toBe('failure');
  const first = await threadsOf(ada, number);
  expect(first.length).toBeGreaterThanOrEqual(2);
  expect(first.every(({ isResolved }) => !isResolved)).toBe(true);
  const named = first.map(nameIn);

  // Pushed, and the findings moved: the threads are the same.
  head = await push({ 'main.c': program({ lines: 3 }) });
  check = await checks.over(head);
  expect(check.conclusion).toBe('failure');
  expect((await threadsOf(ada, number)).map(nameIn)).toEqual(named);

  // One is fixed, and a new one comes: resolved, and posted once.
  const more =
    'void run(char **argv) { char cmd[99]; snprintf(cmd, 99, "ls %s", argv[1]); system(cmd); }\n';
  const other = `#include <stdio.h>\n#include <stdlib.h>\n${more}int main(int argc, char **argv) { if (argc > 1) run(argv); return 0; }\n`;
  head = await push({
    'main.c': program({ lines: 3, copy: 'snprintf(name, sizeof name, "%.7s", line);' }),
    'run.c': other,
  });
  check = await checks.over(head);
  expect(check.conclusion).toBe('failure');
  const second = await threadsOf(ada, number);
  const resolved = second.filter(({ isResolved }) => isResolved).map(nameIn);
  expect(resolved.length).toBeGreaterThan(0);
  const fresh = second.map(nameIn).filter((name) => !named.includes(name));
  expect(fresh.length).toBeGreaterThan(0);
  expect(new Set(second.map(nameIn)).size).toBe(second.length);

  // A reader may not settle anything; who may write settles all that is left, and it sticks.
  const say = (who: keyof typeof tokens, body: string) =>
    client(github, tokens[who]).rest.issues.createComment({
      ...place,
      issue_number: number,
      body,
    });
  const answers = async () => {
    const { data } = await ada.rest.issues.listComments({
      ...place,
      issue_number: number,
      per_page: 100,
    });
    return data.filter(({ user }) => user?.type === 'Bot').map(({ body = '' }) => body);
  };
  const answered = (count: number) =>
    eventually(
      async () => {
        const all = await answers();
        if (all.length < count) throw new Error(`${all.length} answers: ${all.join('\n')}`);
        return all;
      },
      PATIENCE,
      PAUSE,
    );
  const open = second.filter(({ isResolved }) => !isResolved).map(nameIn);
  const [target = ''] = open;
  await say('rita', `/rustward fp ${target} I would like it gone`);
  expect((await answered(1)).at(-1)).toMatch(/write/);
  expect((await checks.newest(head))?.conclusion).toBe('failure');
  for (const [index, name] of open.entries()) {
    await say('wanda', `/rustward fp ${name} the input is trusted here`);
    await answered(2 + index);
  }
  const settled = await eventually(
    async () => {
      const { data } = await ada.rest.pulls.get({ ...place, pull_number: number });
      const now = await checks.newest(data.head.sha);
      if (now?.conclusion !== 'success')
        throw new Error(`the check is ${now?.conclusion ?? now?.status}`);
      return data.head.sha;
    },
    PATIENCE,
    PAUSE,
  );
  await eventually(
    async () => {
      const left = (await threadsOf(ada, number)).filter(({ isResolved }) => !isResolved);
      expect(left.map(({ comments }) => comments.nodes.map(({ body }) => body))).toEqual([]);
    },
    10_000,
    PAUSE,
  );

  // It sticks when the code moves, and when history is rewritten.
  head = await push({ 'notes.c': 'int notes;\n' });
  expect((await checks.over(head)).conclusion).toBe('success');
  expect(head).not.toBe(settled);
  const tree = (await ada.rest.git.getCommit({ ...place, commit_sha: head })).data.tree.sha;
  const base = (await ada.rest.repos.getBranch({ ...place, branch: 'main' })).data.commit.sha;
  const squashed = await ada.rest.git.createCommit({
    ...place,
    message: 'all',
    tree,
    parents: [base],
  });
  await ada.rest.git.updateRef({
    ...place,
    ref: 'heads/topic',
    sha: squashed.data.sha,
    force: true,
  });
  expect((await checks.over(squashed.data.sha)).conclusion).toBe('success');

  // Closed: nothing more is said.
  const before = (await answers()).length;
  await ada.rest.pulls.update({ ...place, pull_number: number, state: 'closed' });
  await github.delivered();
  head = await push({ 'main.c': program({ lines: 9 }) });
  await github.delivered();
  expect(await answers()).toHaveLength(before);
  expect(await checks.newest(head)).toBeUndefined();
}

test(
  'drafts, labels, forks and the merge queue',
  async () => {
    const folder = temporaryFolder();
    await addPgliteFiles(folder);
    const { github, ada, tokens } = await opened({}, folder);
    const checks = checksOf(ada);

    // A draft waits until it is ready.
    const draft = await github.commit('ada/demo', 'draft', { 'main.c': program() });
    const made = await ada.rest.pulls.create({
      ...{ ...place, title: 'Not yet', head: 'draft', base: 'main', draft: true },
    });
    // A label asks for a review of another one.
    const labelled = await github.commit('ada/demo', 'labelled', {
      'main.c': program({ lines: 1 }),
    });
    const other = await ada.rest.pulls.create({
      ...{ ...place, title: 'Look, please', head: 'labelled', base: 'main', draft: true },
    });
    const label = { ...place, issue_number: other.data.number, labels: ['rustward'] };
    await ada.rest.issues.addLabels(label);
    expect((await checks.over(labelled)).conclusion).toBe('failure');
    expect(await checks.newest(draft)).toBeUndefined();
    await github.markReady('ada/demo', made.data.number, 'ada');
    expect((await checks.over(draft)).conclusion).toBe('failure');

    // A fork gets the same review, and cannot settle its own findings.
    const fork = await github.addFork('ada/demo', 'rita');
    const forked = await github.commit(fork, 'mine', {
      'main.c': program().replaceAll(
        ';\n',
        '; // rustward-ignore: unsafe_api, dangerous_funcs fine\n',
      ),
      '.github/rustward.yml': 'review: { enabled: false }\n',
    });
    const rita = client(github, tokens.rita);
    await rita.rest.pulls.create({
      ...place,
      title: 'From outside',
      head: 'rita:mine',
      base: 'main',
    });
    expect((await checks.over(forked)).conclusion).toBe('failure');

    // The button asks for the review once more.
    const run = await checks.newest(forked);
    await github.clickAction('ada/demo', run?.id ?? 0, 'rerun', 'wanda');
    expect((await checks.over(forked, run?.id)).conclusion).toBe('failure');

    // The merge queue has its check, too.
    const sound = await github.commit('ada/demo', 'sound', {
      'sound.c': 'int sound(void) { return 1; }\n',
    });
    const good = await ada.rest.pulls.create({
      ...place,
      title: 'Sound',
      head: 'sound',
      base: 'main',
    });
    expect((await checks.over(sound)).conclusion).toBe('success');
    github.protectBranch('ada/demo', 'main', { checks: [CHECK_NAME], mergeQueue: true });
    await github.enqueue('ada/demo', good.data.number, 'ada');
    await eventually(
      async () => {
        const { data } = await ada.rest.pulls.get({ ...place, pull_number: good.data.number });
        if (!data.merged) throw new Error('the queue has not merged it');
      },
      PATIENCE,
      PAUSE,
    );
  },
  LIFE,
);
