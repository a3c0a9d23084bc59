/** Where webhooks say that something has happened. */
export interface Place {
  readonly repository: number;
  readonly owner: string;
  readonly name: string;
  readonly installation: number;
  readonly app: number;
  readonly head: string;
  readonly base: string;
  readonly pull: number;
}

const BRANCH = 'rustward/migrate/trim';

/** What GitHub says of an event, as far as the App reads it: for each event that it handles. */
export function payloadsAt(place: Place): readonly (readonly [event: string, payload: object])[] {
  const { repository, owner, name, installation, app, head, base, pull } = place;
  const sender = { id: 7, login: 'ada', type: 'User' };
  const common = {
    repository: {
      id: repository,
      name,
      full_name: `${owner}/${name}`,
      owner: { login: owner, id: 7 },
    },
    ...{ installation: { id: installation }, sender },
  };
  const repo = { id: repository, name };
  const pullRequest = {
    ...{
      number: pull,
      id: 11,
      title: 'A change',
      body: null,
      draft: false,
      merged: false,
      state: 'open',
    },
    head: { sha: head, ref: 'topic', repo },
    base: { sha: base, ref: 'main', repo },
    ...{ user: sender, labels: [] },
  };
  const moved = { ...pullRequest, head: { sha: head, ref: BRANCH, repo } };
  const comment = {
    id: 21,
    user: sender,
    body: '/rustward explain 0123abcd',
    author_association: 'OWNER',
  };
  const issue = { number: pull, id: 31, title: 'x', user: sender, body: null, pull_request: {} };
  const dashboard = `- [x] \`trim\` <!-- src/text.c:trim -->\n<!-- rustward dashboard ${'0'.repeat(64)} -->`;
  const bot = { id: 9, login: 'rustward[bot]', type: 'Bot' };
  const suite = {
    id: 41,
    head_sha: head,
    head_branch: BRANCH,
    app: { id: app },
    pull_requests: [{ number: pull, base: { repo } }],
  };
  const run = {
    id: 51,
    head_sha: head,
    external_id: `pull ${pull}`,
    conclusion: 'success',
    app: { id: app },
    check_suite: suite,
  };
  const group = {
    head_sha: head,
    base_sha: base,
    base_ref: 'refs/heads/main',
    head_ref: `refs/heads/gh-readonly-queue/main/pr-${pull}`,
  };
  return [
    ['pull_request', { ...common, action: 'opened', number: pull, pull_request: pullRequest }],
    [
      'pull_request',
      { ...common, action: 'labeled', pull_request: pullRequest, label: { name: 'rustward' } },
    ],
    [
      'pull_request',
      { ...common, action: 'synchronize', pull_request: moved, before: base, after: head },
    ],
    [
      'pull_request',
      {
        ...common,
        action: 'edited',
        pull_request: pullRequest,
        changes: { base: { ref: { from: 'x' } } },
      },
    ],
    ['pull_request', { ...common, action: 'closed', pull_request: { ...moved, merged: true } }],
    ['issue_comment', { ...common, action: 'created', issue, comment }],
    [
      'issue_comment',
      { ...common, action: 'created', issue, comment: { ...comment, body: '/migrate next 3' } },
    ],
    [
      'pull_request_review_comment',
      {
        ...common,
        action: 'created',
        pull_request: pullRequest,
        comment: { ...comment, in_reply_to_id: 20, body: 'why?' },
      },
    ],
    [
      'issues',
      {
        ...common,
        action: 'edited',
        issue: { ...issue, pull_request: null, user: bot, body: dashboard },
        changes: { body: { from: dashboard.replace('[x]', '[ ]') } },
      },
    ],
    ['check_run', { ...common, action: 'rerequested', check_run: run }],
    [
      'check_run',
      {
        ...common,
        action: 'requested_action',
        check_run: run,
        requested_action: { identifier: 'explain' },
      },
    ],
    ['check_suite', { ...common, action: 'rerequested', check_suite: suite }],
    [
      'check_suite',
      { ...common, action: 'completed', check_suite: { ...suite, app: { id: app + 1 } } },
    ],
    ['merge_group', { ...common, action: 'checks_requested', merge_group: group }],
    [
      'status',
      { ...common, sha: head, state: 'success', branches: [{ name: BRANCH }, { name: 'main' }] },
    ],
    [
      'workflow_run',
      {
        ...common,
        action: 'completed',
        workflow_run: { head_branch: BRANCH, head_repository: repo },
      },
    ],
    // Some that it has not asked for.
    ['push', { ...common, ref: 'refs/heads/main', after: head, commits: [] }],
    ['ping', { zen: 'Keep it logically awesome.', hook_id: 1, hook: {} }],
    ['installation', { action: 'created', installation: { id: installation }, sender }],
  ];
}
