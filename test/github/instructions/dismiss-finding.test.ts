import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { openRepositoryClient } from '../../../src/github/api/repository-client.ts';
import { fetchDismissals } from '../../../src/github/dismissals/fetch-dismissals.ts';
import { followInstruction } from '../../../src/github/instructions/follow-instruction.ts';
import { publicationPlanOf } from '../../../src/github/publication-plan/publication-plan-of.ts';
import { publisherOf } from '../../../src/github/publish/publisher.ts';
import { PRINTERS } from '../../../src/security/printers/printers.ts';
import { parseSuppressionFile } from '../../../src/security/selection/suppression-file.ts';
import { recordedHistory } from '../../fakes/recorded-history.ts';
import { demo, instructed } from './instructed.ts';

const FILE = '.rustward/suppressions.json5';

const SILENT = {
  ...{ call: () => {}, tool: () => {}, reviewed: () => {}, decided: () => {} },
  unpublished: () => {},
};

/** A pull request on which the review has said what it found, and that can be settled. */
async function published(options: Parameters<typeof instructed>[0] = {}) {
  const it = await instructed(options);
  const { deps, bot, pull, head, report, repository, ada } = it;
  const ref = `refs/pull/${pull}/head`;
  const publisher = publisherOf({ repository, head, pull, ref }, { ...deps, github: bot });
  const plan = publicationPlanOf(report, {
    repositoryUrl: it.github.url,
    head,
    seconds: 1,
    sarif: true,
  });
  await publisher.publish(await publisher.open([]), plan);
  const summary = async () => {
    const runs = await ada.rest.checks.listForRef({ ...demo, ref: head });
    return runs.data.check_runs.at(0)?.output.summary ?? '';
  };
  const check = async (sha = head) => {
    const runs = await ada.rest.checks.listForRef({ ...demo, ref: sha });
    return runs.data.check_runs.map(({ conclusion, output }) => [conclusion, output.title]);
  };
  const fileOn = async (branch: string) => {
    const { data } = await ada.rest.repos.getContent({
      ...{ ...demo, path: FILE, ref: branch, mediaType: { format: 'raw' } },
    });
    return parseSuppressionFile(String(data));
  };
  const threads = async (): Promise<boolean[]> => {
    const { repository: found } = await ada.graphql<{
      repository: { pullRequest: { reviewThreads: { nodes: { isResolved: boolean }[] } } };
    }>(
      `query ($pull: Int!) { repository(owner: "ada", name: "demo") { pullRequest(number: $pull) {
        reviewThreads(first: 9) { nodes { isResolved } } } } }`,
      { pull },
    );
    return found.pullRequest.reviewThreads.nodes.map(({ isResolved }) => isResolved);
  };
  const records = async () => {
    const command = { repository, installation: 1 };
    return await fetchDismissals(
      await openRepositoryClient(command, { pull_requests: 'read' }, deps),
      pull,
    );
  };
  return { ...it, check, summary, fileOn, threads, records };
}

test('a false positive: check, thread, record and file at once', async () => {
  const { tell, key, answers, check, threads, fileOn, records, report } = await published();
  expect([await check(), await threads()]).toEqual([[['failure', '1 finding']], [false]]);
  await tell('wanda', {
    name: 'fp',
    finding: key,
    reason: 'argv[0] is ours; thanks @ada, fixes #1',
  });
  expect(await check()).toEqual([['success', 'No open findings, 1 settled']]);
  expect(await threads()).toEqual([true]);
  const [candidate] = report.candidates;
  expect(await records()).toMatchObject([
    { key, state: 'false-positive', by: 'wanda', rule: candidate?.pattern, file: 'src/main.c' },
  ]);
  const entry = {
    rule: candidate?.pattern,
    file: '/src/main.c',
    digest: candidate?.digest,
    code: candidate?.evidence,
  };
  expect(await fileOn('change')).toMatchObject([entry]);
  const [answer] = await answers();
  expect(answer).toBe(
    [
      `Finding \`${key}\` is settled as a false positive, says \`wanda\`: argv\\[0\\] is ours; thanks \`@ada\`, fixes \`#1\`.`,
      '',
      '- The check is green: nothing else reaches its threshold. Fails from high (the default).',
      '- Its thread is resolved.',
      '- code-scanning alert 1 is dismissed.',
      '- `.rustward/suppressions.json5` on the branch of this pull request says so from now on.',
    ].join('\n'),
  );
});

test('where all is settled, the check begins with that', async () => {
  const { tell, key, summary } = await published();
  await tell('wanda', { name: 'fp', finding: key, reason: 'bounded' });
  expect(await summary()).toMatch(
    /^\*\*1 settled by people\.\*\* .* stood out that is not suppressed\. Fails from high \(the default\)\.\n/,
  );
});

test('what is kept of the review counts what was settled', async () => {
  const { ask, deps, key, pull } = await published();
  const history = recordedHistory();
  const accept = { name: 'accept', finding: key, reason: 'bounded' } as const;
  await followInstruction(await ask('wanda', accept), { ...deps, history });
  expect(history.lines).toEqual([`judge pull ${pull}: clean 0, 1 settled`]);
});

test('what is settled is not called open', async () => {
  const { tell, key, answers } = await published({ policy: { settle: 'record' } });
  await tell('wanda', { name: 'accept', finding: key, reason: 'we trust it' });
  const near = `${key.startsWith('0') ? '1' : '0'}${key.slice(1)}`;
  await tell('rita', { name: 'explain', finding: near });
  await tell('wanda', { name: 'reopen', finding: near });
  await tell('wanda', { name: 'fix', finding: near });
  const [, explained, ...others] = await answers();
  expect(explained).toBe(
    `There is no finding \`${near}\` on this pull request. Did you mean \`${key}\`? None is open.\n\nSettled by people: \`${key}\`.`,
  );
  expect(others).toEqual([explained, explained]);
});

test('where details are private, a key that names nothing lists nothing', async () => {
  const { tell, answers } = await published({ policy: { details: 'private' } });
  await tell('wanda', { name: 'reopen', finding: 'ffffffff' });
  expect(await answers()).toEqual(['There is no finding `ffffffff` on this pull request.']);
});

test('nothing is committed where the configuration has decisions recorded alone', async () => {
  const it = await published({ policy: { settle: 'record' } });
  await it.tell('wanda', { name: 'fp', finding: it.key, reason: 'argv[0] is ours' });
  expect([await it.check(), await it.threads()]).toEqual([
    [['success', 'No open findings, 1 settled']],
    [true],
  ]);
  expect(await it.records()).toMatchObject([{ key: it.key, state: 'false-positive' }]);
  await expect(it.fileOn('change')).rejects.toMatchObject({ status: 404 });
  const { data } = await it.ada.rest.pulls.get({ ...demo, pull_number: it.pull });
  expect(data.head.sha).toBe(it.head);
  const [answer] = await it.answers();
  expect(answer).toContain('To keep it beyond the merge, add this line to');
});

test('what was settled can be opened again, and leaves no trace in the file', async () => {
  const it = await published();
  const { tell, key, answers, threads, fileOn, records, shelf, repository, pull, report, ada } = it;
  await tell('wanda', { name: 'accept', finding: key, reason: 'only on the command line' });
  // The review of the commit that settled it.
  const { data } = await ada.rest.pulls.get({ ...demo, pull_number: pull });
  const costs = { dollars: 0, calls: 0, unpriced: 0 };
  shelf.put(repository.id, pull, {
    head: data.head.sha,
    report,
    failOn: 'high',
    details: 'public',
    settle: 'commit',
    seconds: 1,
    costs,
  });
  it.later(1);
  await tell('wanda', { name: 'reopen', finding: key });
  const answer = (await answers()).at(-1);
  expect(answer).toContain(`Finding \`${key}\` is open again`);
  expect(answer).toContain(
    '- Its entry in `.rustward/suppressions.json5` on the branch of this pull request is gone.',
  );
  expect(answer).not.toContain('from now on');
  expect([await threads(), await fileOn('change')]).toEqual([[false], []]);
  expect(await records()).toMatchObject([{ key, state: 'open' }]);
  const commit = await ada.rest.repos.getCommit({ ...demo, ref: 'change' });
  expect(commit.data.commit.message.split('\n').slice(2)).toEqual([
    'Finding: unsafe_api in src/main.c',
    'Decided by wanda on pull request 1.',
  ]);
});

test('where the file has no entry of what is opened again, nothing is said of the file', async () => {
  const { tell, key, answers, github } = await published();
  await tell('wanda', { name: 'fp', finding: key, reason: 'bounded' });
  await github.commit('ada/demo', 'change', { [FILE]: '[]\n' });
  await tell('wanda', { name: 'reopen', finding: key });
  const lines = (await answers()).at(-1)?.split('\n').slice(2);
  expect(lines?.length).toBeGreaterThan(0);
  for (const line of lines ?? []) {
    expect(line).toMatch(/^- (?:The newest commit|Its thread|code-scanning alert) .*\.$/);
  }
});

test('the newest decision counts, in whatever order they are carried out', async () => {
  const { ask, key, answers, check, deps, later } = await published();
  const first = await ask('wanda', { name: 'fp', finding: key, reason: 'no' });
  later(1);
  const second = await ask('wanda', { name: 'reopen', finding: key });
  await followInstruction(second, deps);
  await followInstruction(first, deps);
  expect((await answers()).at(-1)).toContain('But a newer decision stands');
  expect(await check()).toEqual([['failure', '1 finding']]);
});

test('a decision that is carried out twice is one decision and one commit, and is counted once', async () => {
  const it = await published();
  const { ask, key, answers, ada, pull } = it;
  const counted: string[][] = [];
  const decided = (...one: string[]) => void counted.push(one);
  const deps = { ...it.deps, watch: { ...SILENT, decided } };
  const command = await ask('wanda', { name: 'fp', finding: key, reason: 'bounded' });
  await followInstruction(command, deps);
  expect(counted).toEqual([['unsafe_api', 'false-positive']]);
  const head = async () => (await ada.rest.pulls.get({ ...demo, pull_number: pull })).data.head.sha;
  const before = await head();
  await followInstruction(command, deps);
  expect([await head(), await answers()]).toMatchObject([before, [expect.stringContaining(key)]]);
  expect(counted).toHaveLength(1);
});

describe('when GitHub does not answer', () => {
  test('a decision that breaks off half-way is carried out by the next try', async () => {
    const { ask, key, check, answers, deps, github } = await published();
    const command = await ask('wanda', { name: 'fp', finding: key, reason: 'bounded' });
    github.fail({ operation: 'checks/update', kind: 'refuse', times: 4 });
    await expect(followInstruction(command, deps)).rejects.toThrow('did not take a request');
    expect((await check())[0]).toEqual([null, expect.anything()]);
    await followInstruction(command, deps);
    expect(await check()).toEqual([['success', 'No open findings, 1 settled']]);
    expect(await answers()).toEqual([expect.stringContaining('The check is green')]);
  });

  test.each(['issues/create-comment', 'issues/update-comment', 'checks/create'])(
    'an answer to %s that is lost repeats nothing',
    async (operation) => {
      const { ask, key, check, answers, deps, github } = await published();
      const command = await ask('wanda', { name: 'fp', finding: key, reason: 'bounded' });
      github.fail({ operation, kind: 'lose-answer' });
      await followInstruction(command, deps);
      expect(await check()).toEqual([['success', 'No open findings, 1 settled']]);
      expect(await answers()).toEqual([expect.stringContaining('The check is green')]);
    },
  );
});

test('the commit says who decided and why, and mentions nobody', async () => {
  const { tell, key, ada } = await published();
  await tell('wanda', { name: 'fp', finding: key, reason: 'see @ada, closes #1' });
  const { data } = await ada.rest.repos.getCommit({ ...demo, ref: 'change' });
  expect(data.commit.message).toBe(
    [
      `Settle a finding as a false positive (${key})`,
      '',
      'Finding: unsafe_api in src/main.c',
      'Reason: see @ ada, closes # 1',
      'Decided by wanda on pull request 1.',
    ].join('\n'),
  );
});

describe('where the app cannot write, the answer has the line', () => {
  test.each([
    ['a fork', { fork: true }],
    [
      'no permission',
      {
        permissions: {
          ...({ checks: 'write', contents: 'read', issues: 'write', metadata: 'read' } as const),
          ...({ pull_requests: 'write', security_events: 'write' } as const),
        },
      },
    ],
  ])('%s', async (_what, options) => {
    const { tell, key, answers, check } = await published(options);
    await tell('wanda', { name: 'fp', finding: key, reason: 'bounded' });
    expect((await answers())[0]).toMatch(
      /add this line to `\.rustward\/suppressions\.json5`: `\{ rule: 'unsafe_api', file: '\/src\/main\.c', .*reason: 'bounded' \},`/,
    );
    expect(await check()).toEqual([['success', 'No open findings, 1 settled']]);
  });

  test('or says which entry has to go', async () => {
    const { tell, key, answers } = await published({ fork: true });
    await tell('wanda', { name: 'reopen', finding: key });
    expect((await answers())[0]).toContain(
      '- Where `.rustward/suppressions.json5` has an entry of it, please remove it.',
    );
  });
});

test('a record that somebody else wrote, or copied here, settles nothing', async () => {
  const { tell, key, records, ada, pull, bot } = await published();
  await tell('wanda', { name: 'fp', finding: key, reason: 'bounded' });
  const { data } = await ada.rest.issues.listComments({ ...demo, issue_number: pull });
  const ours = data.find(({ user }) => user?.login === 'ward[bot]');
  const other = await bot.rest.issues.create({ ...demo, title: 'another' });
  await bot.rest.issues.createComment({
    ...{ ...demo, issue_number: other.data.number, body: ours?.body ?? '' },
  });
  await bot.rest.issues.deleteComment({ ...demo, comment_id: ours?.id ?? 0 });
  await ada.rest.issues.createComment({ ...demo, issue_number: pull, body: ours?.body ?? '' });
  expect(await records()).toEqual([]);
});

describe('code scanning', () => {
  /** @param down so many lines below the finding */
  async function scanned(down = 0) {
    const it = await published();
    const { bot, head, pull, ada } = it;
    const candidates = it.report.candidates.map((one) => ({
      ...{ ...one, line: one.line + down, end_line: one.end_line + down },
    }));
    const report = { ...it.report, candidates };
    await bot.rest.codeScanning.uploadSarif({
      ...{ ...demo, commit_sha: head, ref: `refs/pull/${pull}/head` },
      sarif: gzipSync(PRINTERS.sarif(report)).toString('base64'),
    });
    const alert = async () => {
      const { data } = await ada.rest.codeScanning.getAlert({ ...demo, alert_number: 1 });
      return [data.state, data.dismissed_reason, data.dismissed_comment];
    };
    return { ...it, alert };
  }

  test('its alert is dismissed, and opened again', async () => {
    const { tell, key, answers, alert, later } = await scanned();
    await tell('wanda', { name: 'accept', finding: key, reason: 'we trust it' });
    expect(await alert()).toEqual(['dismissed', "won't fix", 'wanda: we trust it']);
    expect((await answers())[0]).toContain('- code-scanning alert 1 is dismissed.');
    later(1);
    await tell('wanda', { name: 'reopen', finding: key });
    expect(await alert()).toEqual(['open', null, null]);
  });

  test('its alert stands on another line, and is the only one of its rule in the file', async () => {
    const { tell, key, alert } = await scanned(2);
    await tell('wanda', { name: 'accept', finding: key, reason: 'we trust it' });
    expect(await alert()).toEqual(['dismissed', "won't fix", 'wanda: we trust it']);
  });

  test('that is off is a notice', async () => {
    const { tell, key, answers, check, github } = await scanned();
    github.fail({ operation: 'code-scanning/list-alerts-for-repo', kind: 'refuse', status: 403 });
    await tell('wanda', { name: 'fp', finding: key, reason: 'bounded' });
    expect((await answers())[0]).toContain('- code scanning was left alone');
    expect(await check()).toEqual([['success', 'No open findings, 1 settled']]);
  });
});

test('an unknown key and a missing reason change nothing', async () => {
  const { tell, key, answers, check, records } = await published();
  await tell('wanda', { name: 'fp', finding: 'ffffffff', reason: 'no' });
  await tell('wanda', { name: 'accept', finding: key, reason: ' ' });
  expect(await answers()).toEqual([
    expect.stringContaining('There is no finding `ffffffff`'),
    'Please give a reason: those who read this later need it.',
  ]);
  expect([await check(), await records()]).toEqual([[['failure', '1 finding']], []]);
});
