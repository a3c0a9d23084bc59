import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { findProgram } from '../../src/workspace/toolchain/find-program.ts';
import { modelServer } from '../fakes/model-server.ts';
import { gitEnvironment } from '../in-memory-github/git/run-git.ts';
import type { GitHub } from '../in-memory-github/open-github.ts';
import type { Permissions } from '../in-memory-github/state/caller.ts';
import { withClang } from '../support/clang.ts';
import { git } from '../support/git-repository.ts';
import { client, openedGitHub } from '../support/opened-github.ts';
import { type ActionStep, runActionBundle } from '../support/run-action.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const WORDS = readFileSync(
  join(import.meta.dirname, '../migration/fixtures/words/words.c'),
  'utf8',
);
const RECORDING = join(import.meta.dirname, '../fixtures/recordings/migrate/words');
const LAID_OUT = {
  'words.c': WORDS,
  'rust/Cargo.toml': '[package]\nname = "words"\nversion = "0.1.0"\nedition = "2024"\n',
  'rust/src/lib.rs': '//! Words.\n\npub mod words;\n',
  'rust/src/words.rs': '//! Words of a text.\n',
  'rust/.gitignore': 'target\nCargo.lock\n',
};
const WRITE: Permissions = { contents: 'write', pull_requests: 'write' };
const demo = { owner: 'ada', repo: 'demo' };

type Run = Pick<ActionStep, 'inputs' | 'env' | 'eventName'> & { readonly ref?: string };

/** A repository with C code, and a way to run mode migrate on its default branch as a job of it. */
async function opened(files: Readonly<Record<string, string>> = { 'words.c': WORDS }) {
  const github = await openedGitHub();
  const ada = client(github, github.addUser('ada'));
  const repository = await github.addRepository('ada/demo', { files });
  const home = { id: repository.id, name: 'demo', owner: { login: 'ada' } };
  let workspace = '';
  async function run({ inputs, env, eventName = 'schedule', ref = 'refs/heads/main' }: Run = {}) {
    workspace = await checkedOut(github);
    // As GitHub makes it: the event of a schedule names no repository.
    const isSchedule = eventName === 'schedule';
    return await runActionBundle({
      ...{ workspace, eventName, inputs: { mode: 'migrate', ...inputs } },
      event: isSchedule ? { schedule: '' } : { repository: { ...home, default_branch: 'main' } },
      token: github.actionsToken('ada/demo', WRITE),
      env: {
        ...{ GITHUB_API_URL: github.url, GITHUB_SERVER_URL: 'https://github.com' },
        ...{ GITHUB_REPOSITORY: 'ada/demo', GITHUB_REPOSITORY_ID: String(repository.id) },
        ...{ GITHUB_REF: ref, GITHUB_SHA: git(workspace, 'rev-parse', 'HEAD').trim() },
        CARGO_HOME: process.env['CARGO_HOME'] ?? `${process.env['HOME']}/.cargo`,
        ...env,
      },
    });
  }
  return {
    ...{ github, repository, ada, run },
    workspace: () => workspace,
    pulls: async () => (await ada.rest.pulls.list({ ...demo, state: 'all' })).data,
  };
}

async function checkedOut(github: GitHub): Promise<string> {
  const folder = temporaryFolder();
  const from = ['--quiet', '--depth=1', `${github.url}/ada/demo.git`];
  await promisify(execFile)('git', ['clone', ...from, 'demo'], {
    ...{ cwd: folder, env: gitEnvironment(0) },
  });
  return join(folder, 'demo');
}

const REPLAY = { RUSTWARD_REPLAY: RECORDING };

withClang('mode migrate', () => {
  // Everything in it is real, and each run scans, builds and compares: one story, not five.
  test('lays the crate out, then proposes a function, each once', async () => {
    const { repository, ada, run, pulls } = await opened();
    const noModel = await run();
    expect([noModel.status, noModel.outputs['verdict']]).toEqual([1, 'inconclusive']);
    expect(noModel.failures).toEqual([
      expect.stringMatching(/layout of the crate was not tried: /),
    ]);
    expect(noModel.summary).toContain('| 2 | `count_words` | `words.c:9` | to do |');

    const refused = await run({ env: REPLAY });
    expect([refused.status, refused.outputs['verdict']]).toEqual([1, 'inconclusive']);
    const compare = 'https://github.com/ada/demo/compare/main...rustward/migrate-setup?expand=1';
    expect(refused.summary).toContain(compare);
    expect(refused.summary).toContain('Allow GitHub Actions to create and approve pull requests');
    expect(await pulls()).toEqual([]);

    const byHand = { ...demo, title: 'Lay out', head: 'rustward/migrate-setup', base: 'main' };
    const { number } = (await ada.rest.pulls.create(byHand)).data;
    await ada.rest.pulls.merge({ ...demo, pull_number: number });
    repository.actionsMayOpenPulls = true;
    const first = await run({ env: REPLAY, eventName: 'push' });
    expect([first.failures, first.status]).toEqual([[], 0]);
    expect(first.outputs).toMatchObject({
      ...{ verdict: 'clean', migrated: 'is_blank_byte', blocked: '' },
      'pull-requests': 'https://github.com/ada/demo/pull/2',
    });
    expect(first.summary).toMatch(/`is_blank_byte` .* 10,000 cases equal, 100 % of its lines/);
    expect(first.summary).toContain('Approve workflows to run');
    const [made, ...others] = await pulls();
    expect([made?.draft, made?.user?.login, others.length]).toEqual([
      ...[true, 'github-actions[bot]', 1],
    ]);
    expect(made?.head.ref).toBe('rustward/migrate/is_blank_byte');
    expect(made?.body).toContain('Approve workflows to run');
    expect(made?.body).toContain('**Both gave the same on 10,000 inputs, which reached every line');
    expect(made?.body).not.toContain('/migrate');
    const { data } = await ada.rest.pulls.listFiles({ ...demo, pull_number: 2 });
    expect(data.map(({ filename }) => filename)).toEqual([
      '.rustward/c2rust/symbol_map/words.c/is_blank_byte.json',
      'rust/src/words.rs',
    ]);

    const named = { inputs: { functions: 'words.c:is_blank_byte, count_words' }, env: REPLAY };
    const second = await run({ ...named, eventName: 'workflow_dispatch' });
    expect(second.outputs).toMatchObject({ verdict: 'inconclusive', migrated: '' });
    expect(second.outputs['pull-requests']).toBe('https://github.com/ada/demo/pull/2');
    expect(second.summary).toContain('it needs is\\_blank\\_byte first');
    expect(await pulls()).toHaveLength(2);
  }, 300_000);

  test('without pull requests what it would propose is a patch', async () => {
    const { github, run, workspace } = await opened();
    github.fail({ operation: 'pulls/list', kind: 'refuse', times: 100 });
    const patch = join(temporaryFolder(), 'a.patch');
    const inputs = { 'pull-requests': 'false', 'report-file': `status.html\n${patch}` };
    const { status, outputs } = await run({ inputs, env: REPLAY });
    expect([status, outputs['verdict'], outputs['pull-requests']]).toEqual([0, 'clean', '']);
    expect(readFileSync(outputs['report-file'] ?? '', 'utf8')).toContain('<html');
    git(workspace(), 'apply', '--index', patch);
    expect(readFileSync(join(workspace(), 'rust/src/lib.rs'), 'utf8')).toContain('mod words;');
    expect(
      await client(github).rest.git.listMatchingRefs({ ...demo, ref: 'heads/' }),
    ).toMatchObject({ data: [{ ref: 'refs/heads/main' }] });
    // No pull request was asked for.
    expect(github.faultsLeft()).toHaveLength(1);
  }, 120_000);

  test('a function that is blocked fails the step, and nothing is proposed', async () => {
    const { run, pulls } = await opened(LAID_OUT);
    const server = await modelServer(() => ({ kind: 'answer', content: '<PLAN>[]</PLAN>' }));
    const inputs = { 'model-base-url': server.baseUrl, 'model-name': 'm', 'model-key': 'k-123456' };
    const { status, outputs, failures, summary } = await run({ inputs });
    expect([status, outputs['verdict'], outputs['blocked']]).toEqual([
      ...[1, 'findings', 'is_blank_byte'],
    ]);
    expect(failures).toEqual([expect.stringContaining('is_blank_byte is blocked: ')]);
    expect(summary).toContain('| `is_blank_byte` | `words.c` | blocked: ');
    expect(await pulls()).toEqual([]);
  }, 120_000);

  test('a name that no function has is refused with the nearest', async () => {
    const { run } = await opened(LAID_OUT);
    const { failures, outputs } = await run({ inputs: { functions: 'count_word' }, env: REPLAY });
    expect(failures).toEqual([
      'Rustward: the input functions names count_word, which is no function of the project; did you mean count_words?',
    ]);
    expect(outputs).toEqual({ verdict: 'inconclusive' });
  }, 60_000);

  test('without a sandbox nothing is read, and the step says what to install', async () => {
    const { run } = await opened();
    const programs = temporaryFolder();
    for (const name of ['git', 'clang']) {
      symlinkSync(findProgram(name, process.env['PATH']) ?? '', join(programs, name));
    }
    const { failures } = await run({ env: { PATH: programs } });
    expect(failures).toEqual([
      expect.stringMatching(/install bubblewrap 0\.8 or later .*docs\/action-migrate\.md/),
    ]);
  }, 60_000);
});

describe('where mode migrate does not run', () => {
  test('in a pull request, which a stranger could have opened', async () => {
    const { run, pulls } = await opened();
    const { failures, outputs } = await run({
      ...{ eventName: 'pull_request', ref: 'refs/pull/1/merge' },
    });
    expect(failures).toEqual([expect.stringContaining('does not run on pull_request')]);
    expect(outputs).toEqual({ verdict: 'inconclusive' });
    expect(await pulls()).toEqual([]);
  });

  test('with another commit checked out', async () => {
    const { run } = await opened();
    const { failures } = await run({ env: { GITHUB_SHA: 'a'.repeat(40) } });
    expect(failures).toEqual([expect.stringContaining('use actions/checkout without ref')]);
  });
});
