import { expect, test } from '@jest/globals';
import { commandSchema } from '../../../src/github/commands/command.ts';
import { endedWork, mayChangeGrants } from '../../../src/github/webhooks/installation.ts';
import { toCommands } from '../../../src/github/webhooks/to-commands.ts';
import { listeningApp } from '../../support/listening-app.ts';
import { client, openedGitHub } from '../../support/opened-github.ts';

const demo = { owner: 'ada', repo: 'demo' };
const EVENTS = [
  ...['pull_request', 'issue_comment', 'pull_request_review_comment', 'check_run'],
  'check_suite',
];
const PERMISSIONS = {
  ...{ checks: 'write', contents: 'read', issues: 'write' },
  ...{ metadata: 'read', pull_requests: 'write' },
} as const;

/** A repository with a pull request, and what an app makes of what it hears. */
async function opened() {
  const github = await openedGitHub();
  const token = github.addUser('ada');
  await github.addRepository('ada/demo', { files: { 'a.c': 'int a;\n' } });
  const app = await listeningApp(github, PERMISSIONS, { events: EVENTS });
  const installation = github.install(app.app, ['ada/demo']);
  // That it was installed has tests of its own.
  await github.delivered();
  app.received.splice(0);
  const { rest } = client(github, token);
  const head = await github.commit('ada/demo', 'change', { 'a.c': 'int a = 1;\n' });
  /** All commands of what has happened since. */
  const commands = async () => {
    await github.delivered();
    const received = app.received.splice(0);
    const all = received.flatMap(({ headers, payload }) =>
      toCommands(`${headers['x-github-event']}`, payload, app.app),
    );
    for (const command of all) expect(commandSchema.parse(command)).toEqual(command);
    // The gate of migrations has its own tests.
    return all.filter(({ kind }) => kind !== 'exempt-from-gate');
  };
  const open = async (draft = false) => {
    const { data } = await rest.pulls.create({
      ...{ ...demo, title: 'A change', head: 'change', base: 'main', draft },
    });
    return data.number;
  };
  const { data } = await rest.repos.get(demo);
  const place = { repository: { id: data.id, owner: 'ada', name: 'demo' }, installation };
  return { github, app, rest, head, commands, open, place };
}

test('a pull request is reviewed when it comes, and with each push', async () => {
  const { github, rest, head, commands, open, place } = await opened();
  const pull = await open();
  const review = { kind: 'review-pull-request', ...place, pull };
  expect(await commands()).toEqual([{ ...review, head, reason: 'opened' }]);
  const next = await github.commit('ada/demo', 'change', { 'a.c': 'int a = 2;\n' });
  expect(await commands()).toEqual([{ ...review, head: next, reason: 'pushed' }]);
  await rest.issues.addLabels({ ...demo, issue_number: pull, labels: ['bug'] });
  expect(await commands()).toEqual([]);
  await rest.issues.addLabels({ ...demo, issue_number: pull, labels: ['rustward'] });
  expect(await commands()).toEqual([{ ...review, head: next, reason: 'labeled' }]);
  await rest.pulls.update({ ...demo, pull_number: pull, title: 'Another title' });
  expect(await commands()).toEqual([]);
  await rest.pulls.update({ ...demo, pull_number: pull, state: 'closed' });
  expect(await commands()).toEqual([{ kind: 'abandon-review', ...place, pull }]);
  await rest.pulls.update({ ...demo, pull_number: pull, state: 'open' });
  expect(await commands()).toEqual([{ ...review, head: next, reason: 'opened' }]);
});

test('against another branch the change is another one', async () => {
  const { github, rest, head, commands, open, place } = await opened();
  const pull = await open();
  await github.commit('ada/demo', 'release', { 'b.c': 'int b;\n' });
  await commands();
  await rest.pulls.update({ ...demo, pull_number: pull, base: 'release' });
  const review = { kind: 'review-pull-request', ...place, pull, head, reason: 'retargeted' };
  expect(await commands()).toEqual([review]);
});

test('a draft that is ready is reviewed', async () => {
  const { github, head, commands, open, place } = await opened();
  const pull = await open(true);
  await commands();
  await github.markReady('ada/demo', pull, 'ada');
  const review = { kind: 'review-pull-request', ...place, pull, head, reason: 'ready' };
  expect(await commands()).toEqual([review]);
});

test('a comment that begins with an instruction is one, where it stands', async () => {
  const { rest, commands, open, place } = await opened();
  const pull = await open();
  const { data: issue } = await rest.issues.create({ ...demo, title: 'An issue' });
  await commands();
  const body = '/rustward help\nplease';
  const first = await rest.issues.createComment({ ...demo, issue_number: pull, body });
  const second = await rest.issues.createComment({ ...demo, issue_number: issue.number, body });
  const user = { id: first.data.user?.id, login: 'ada' };
  const common = { kind: 'follow-instruction', ...place, user, instruction: { name: 'help' } };
  expect(await commands()).toEqual([
    { ...common, number: pull, isPull: true, comment: { kind: 'issue', id: first.data.id } },
    {
      ...common,
      number: issue.number,
      isPull: false,
      comment: { kind: 'issue', id: second.data.id },
    },
  ]);
});

test('talk and edits are no instructions, and neither is what a program writes', async () => {
  const { app, rest, commands, open, place } = await opened();
  const pull = await open();
  await commands();
  const comment = { ...demo, issue_number: pull };
  const { data } = await rest.issues.createComment({ ...comment, body: 'looks good' });
  const body = '/rustward review';
  await rest.issues.updateComment({ ...demo, comment_id: data.id, body });
  const bot = await app.bot(place.installation);
  await bot.rest.issues.createComment({ ...comment, body });
  expect(await commands()).toEqual([]);
});

test('in a thread there are instructions and questions', async () => {
  const { rest, head, commands, open, place } = await opened();
  const pull = await open();
  await commands();
  const at = { ...demo, pull_number: pull };
  const line = { commit_id: head, path: 'a.c', line: 1, side: 'RIGHT' } as const;
  const { data: thread } = await rest.pulls.createReviewComment({ ...at, ...line, body: 'Hm.' });
  expect(await commands()).toEqual([]);
  const reply = async (body: string) => {
    const { data } = await rest.pulls.createReplyForReviewComment({
      ...{ ...at, comment_id: thread.id, body },
    });
    return data;
  };
  const question = await reply('Why?');
  const user = { id: question.user.id, login: 'ada' };
  expect(await commands()).toEqual([
    {
      ...{ kind: 'answer-question', ...place, pull },
      comment: question.id,
      thread: thread.id,
      user,
    },
  ]);
  const told = await reply('/rustward fix 1a2b3c4d');
  expect(await commands()).toEqual([
    {
      ...{ kind: 'follow-instruction', ...place, number: pull, isPull: true, user },
      comment: { kind: 'review', id: told.id },
      instruction: { name: 'fix', finding: '1a2b3c4d' },
    },
  ]);
});

test('the buttons of our checks do what they say', async () => {
  const { github, app, head, commands, open, place } = await opened();
  const pull = await open();
  const bot = await app.bot(place.installation);
  const run = { ...demo, name: 'Rustward', head_sha: head, status: 'completed' } as const;
  const actions = ['rerun', 'explain'].map((identifier) => {
    return { identifier, label: identifier, description: identifier };
  });
  const { data } = await bot.rest.checks.create({
    ...{ ...run, external_id: `pull ${pull}`, conclusion: 'success', actions },
  });
  await commands();
  const review = { kind: 'review-pull-request', ...place, pull, head, reason: 'rerun' };
  await github.clickAction('ada/demo', data.id, 'rerun', 'ada');
  expect(await commands()).toEqual([review]);
  await github.rerunCheck('ada/demo', data.id, 'ada');
  expect(await commands()).toEqual([review]);
  await github.rerunSuite('ada/demo', data.check_suite?.id ?? 0, 'ada');
  expect(await commands()).toEqual([review]);
  await github.clickAction('ada/demo', data.id, 'explain', 'ada');
  expect(await commands()).toMatchObject([
    { kind: 'explain-check', ...place, head, checkRun: data.id, user: { login: 'ada' } },
  ]);
});

test('checks of other apps are none of our concern', async () => {
  const { github, app, head, commands, open, place } = await opened();
  await open();
  const bot = await app.bot(place.installation);
  const run = { ...demo, name: 'Rustward', head_sha: head, external_id: 'pull 1' };
  const { data } = await bot.rest.checks.create(run);
  await commands();
  await github.rerunCheck('ada/demo', data.id, 'ada');
  await github.rerunSuite('ada/demo', data.check_suite?.id ?? 0, 'ada');
  await github.delivered();
  const heard = app.received.map(
    ({ headers, payload }) => [`${headers['x-github-event']}`, payload] as const,
  );
  expect(heard).toHaveLength(2);
  for (const [name, payload] of heard) {
    expect(toCommands(name, payload, app.app)).toHaveLength(1);
    expect(toCommands(name, payload, app.app + 1)).toEqual([]);
  }
});

const payload = {
  repository: { id: 1, name: 'demo', owner: { login: 'ada' } },
  installation: { id: 2 },
};

test('a merge queue gets its check', () => {
  const group = {
    ...{ head_sha: 'a'.repeat(40), base_sha: 'b'.repeat(40) },
    ...{ head_ref: 'refs/heads/gh-readonly-queue/main/pr-1-x', base_ref: 'refs/heads/main' },
  };
  const event = { ...payload, action: 'checks_requested', merge_group: group };
  expect(toCommands('merge_group', event, 1)).toEqual([
    {
      ...{ kind: 'review-merge-group', installation: 2 },
      ...{ repository: { id: 1, owner: 'ada', name: 'demo' } },
      ...{ head: group.head_sha, base: group.base_sha, ref: group.head_ref },
    },
    {
      ...{ kind: 'exempt-from-gate', installation: 2, head: group.head_sha, into: 'main' },
      repository: { id: 1, owner: 'ada', name: 'demo' },
    },
  ]);
  expect(toCommands('merge_group', { ...event, action: 'destroyed' }, 1)).toEqual([]);
});

test('where it is put, the app looks at each repository, and where more is granted as well', async () => {
  const github = await openedGitHub();
  github.addUser('ada');
  for (const name of ['ada/one', 'ada/two']) await github.addRepository(name, { files: {} });
  const app = await listeningApp(github, PERMISSIONS, { events: EVENTS });
  const installation = github.install(app.app, ['ada/one', 'ada/two']);
  github.uninstall(installation);
  await github.delivered();
  const [created, deleted] = app.received.map(({ payload }) => payload);
  const looks = toCommands('installation', created, app.app);
  const look = { kind: 'look-at-repository', installation, isNew: true };
  expect(looks).toEqual(
    ['one', 'two'].map((name) => ({
      ...look,
      repository: { id: expect.any(Number), owner: 'ada', name },
    })),
  );
  for (const command of looks) expect(commandSchema.parse(command)).toEqual(command);
  expect(toCommands('installation', deleted, app.app)).toEqual([]);
  expect(endedWork('installation', deleted)).toEqual({
    ...{ owner: `${installation}`, forgets: true },
  });
  expect(endedWork('installation', created)).toBeUndefined();
});

test('installations are paused, taken up again, and have repositories added and removed', () => {
  const listed = { id: 1, full_name: 'ada/demo', node_id: 'R_1', private: true };
  const repository = { id: 1, owner: 'ada', name: 'demo' };
  const about = (action: string, more = {}) => ({ action, installation: { id: 2 }, ...more });
  const all = { repositories: [listed] };
  const look = { kind: 'look-at-repository', repository, installation: 2 };
  const asked = (name: string, payload: object) => [
    toCommands(name, payload, 1),
    endedWork(name, payload),
    mayChangeGrants(name, payload),
  ];
  const event = 'installation';
  expect(asked(event, about('suspend', all))).toEqual([
    ...[[], { owner: '2', forgets: false }, false],
  ]);
  expect(asked(event, about('unsuspend', all))).toEqual([
    [{ ...look, isNew: true }],
    undefined,
    true,
  ]);
  expect(asked(event, about('new_permissions_accepted', all))).toEqual([
    [{ ...look, isNew: false }],
    undefined,
    true,
  ]);
  // Other events have actions of the same names.
  for (const action of ['created', 'added', 'unsuspend', 'deleted', 'suspend', 'removed']) {
    const other = about(action, { repositories_removed: [listed] });
    expect([mayChangeGrants('issue_comment', other), endedWork('label', other)]).toEqual([
      ...[false, undefined],
    ]);
  }
  // GitHub may leave the list out, and may have more to tell one day.
  expect(asked(event, about('created'))).toEqual([[], undefined, true]);
  expect(asked(event, about('renamed', all))).toEqual([[], undefined, false]);
  const changed = { repositories_added: [listed], repositories_removed: [{ ...listed, id: 7 }] };
  const other = 'installation_repositories';
  expect(asked(other, about('added', changed))).toEqual([
    [{ ...look, isNew: true }],
    undefined,
    true,
  ]);
  expect(asked(other, about('removed', changed))).toEqual([
    ...[[], { owner: '2', places: ['7'], forgets: true }, false],
  ]);
});

test('an installation that is not as GitHub describes it is refused, and a long one is cut', () => {
  const event = { action: 'created', installation: { id: 2 } };
  const odd = [
    { ...event, installation: { id: 'all' } },
    { ...event, repositories: [{ id: 1, full_name: 'ada/../x' }] },
    { ...event, repositories: [{ id: 1, full_name: 'demo' }] },
    { ...event, repositories: {} },
    { odd: true },
  ];
  for (const one of odd) expect(() => toCommands('installation', one, 1)).toThrow();
  expect(() => endedWork('installation', { action: 'deleted', installation: {} })).toThrow();
  const repositories = Array.from({ length: 5000 }, (_, at) => ({
    ...{ id: at + 1, full_name: `ada/r${at}` },
  }));
  expect(toCommands('installation', { ...event, repositories }, 1)).toHaveLength(200);
});

test('other events ask for nothing, whatever is in them', () => {
  for (const name of ['meta', 'push', 'ping', 'constructor', '__proto__', '']) {
    expect(toCommands(name, { odd: true }, 1)).toEqual([]);
  }
});

test('a payload that is not as GitHub describes it is refused', () => {
  const head = { sha: 'a'.repeat(40), ref: 'change', repo: { id: 1 } };
  const pull = { number: 1, head, base: { ref: 'main' } };
  const event = { ...payload, action: 'opened', pull_request: pull };
  expect(toCommands('pull_request', event, 1)).toHaveLength(2);
  const odd = [
    { ...event, pull_request: { ...pull, head: { ...head, sha: '--upload-pack=evil' } } },
    { ...event, pull_request: { ...pull, number: '1' } },
    { ...event, installation: undefined },
    { ...event, repository: { id: 1, name: '../x', owner: { login: 'ada' } } },
    { ...event, repository: { id: 1, name: 'demo', owner: { login: '-ada' } } },
    null,
  ];
  for (const one of odd) expect(() => toCommands('pull_request', one, 1)).toThrow();
});
