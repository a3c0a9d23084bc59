import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Octokit } from '@octokit/rest';
import { parseBranch, SETUP_BRANCH } from '../src/github/commands/migration-branch.ts';
import { GATE_NAME } from '../src/github/migrate/checks/gate-check.ts';
import { LINK } from '../src/github/migrate/checks/link-check.ts';
import { cargoWorkflow } from '../src/github/migrate/gate/cargo-workflow.ts';
import { sandboxRunner } from './in-memory-github/actions/sandbox-runner.ts';
import type { GitHub } from './in-memory-github/open-github.ts';
import { type AppProcess, registerApp, startApp } from './support/app-on-github.ts';
import {
  ARCHIVE_READER_RECORDING,
  archiveReaderFiles,
  archiveReaderTests,
} from './support/archive-reader.ts';
import { withClang } from './support/clang.ts';
import { eventually } from './support/eventually.ts';
import { CLI } from './support/once/program.ts';
import { client, openedGitHub } from './support/opened-github.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const place = { owner: 'ada', repo: 'demo' };
/** Of a test: some functions, each written, built, compared; and all of it more than once. */
const LIFE = 1_200_000;
const PATIENCE = 600_000;
/** GitHub lets nobody ask as often as they like. */
const PAUSE = 500;

const runner = await sandboxRunner();

const running: AppProcess[] = [];
afterEach(async () => {
  for (const app of running.splice(0)) await app.stop();
});

async function opened() {
  const github = await openedGitHub({ runner, webhookTimeout: 60_000 });
  const ada = client(github, github.addUser('ada'));
  const workflow = { '.github/workflows/cargo.yml': cargoWorkflow('rust', 'main') };
  const files = { ...archiveReaderFiles(), ...archiveReaderTests(), ...workflow };
  await github.addRepository('ada/demo', { files });
  const rita = client(github, github.addUser('rita'));
  github.setRole('ada/demo', 'rita', 'read');
  const app = await registerApp(github, ['ada/demo']);
  const folder = temporaryFolder();
  const env = { RUSTWARD_REPLAY: ARCHIVE_READER_RECORDING };
  running.push(await startApp(github, { app, folder, env, program: [CLI, 'app'] }));
  const { data: issue } = await ada.rest.issues.create({ ...place, title: 'To Rust' });
  return { github, ada, rita, issue: issue.number };
}

function talk(ada: Octokit, issue: number) {
  const answers = async () => {
    const { data } = await ada.rest.issues.listComments({
      ...{ ...place, issue_number: issue, per_page: 100 },
    });
    return data.filter(({ user }) => user?.type === 'Bot').map(({ body = '' }) => body);
  };
  return {
    answers,
    say: (who: Octokit, body: string) =>
      who.rest.issues.createComment({ ...place, issue_number: issue, body }),
    /** Once there is an answer that says this. */
    told: (what: RegExp) =>
      eventually(
        async () => {
          const all = await answers();
          const found = all.find((body) => what.test(body));
          if (found === undefined) throw new Error(`no answer ${what}: ${all.join('\n---\n')}`);
          return found;
        },
        PATIENCE,
        PAUSE,
      ),
  };
}

async function pulls(ada: Octokit) {
  const { data } = await ada.rest.pulls.list({ ...place, state: 'all', direction: 'asc' });
  return data.filter(({ head }) => parseBranch(head.ref) !== undefined);
}

/** What can be seen of the pull requests of functions, and done to them. */
function functionsOf(ada: Octokit) {
  const branch = (name: string) => `rustward/migrate/${name}`;
  const pullOf = async (name: string) =>
    (await pulls(ada)).find(({ head }) => head.ref === branch(name));
  const saidOf = async (check_name: string, ref: string) => {
    const { data } = await ada.rest.checks.listForRef({ ...place, ref, check_name });
    return data.check_runs[0]?.conclusion;
  };
  return {
    pullOf,
    /** Once CI and the tests of the C program have passed, and it is no draft any more: its number. */
    ready: (name: string) =>
      eventually(
        async () => {
          const pull = await pullOf(name);
          expect(pull).toMatchObject({ draft: false, state: 'open', base: { ref: 'main' } });
          const head = pull?.head.sha ?? '';
          expect(await saidOf(GATE_NAME, head)).toBe('success');
          expect(await saidOf(LINK.name, head)).toBe('success');
          return pull?.number ?? 0;
        },
        PATIENCE,
        PAUSE,
      ),
    /** Once the gate has stopped a commit. */
    stopped: (sha: string) =>
      eventually(async () => expect(await saidOf(GATE_NAME, sha)).toBe('failure'), PATIENCE, PAUSE),
    /** Once nothing could be said of a commit in the C program. */
    untested: (sha: string) =>
      eventually(async () => expect(await saidOf(LINK.name, sha)).toBe('neutral'), PATIENCE, PAUSE),
    /** A person's commit on the branch, with something at the end of a file. */
    async push(name: string, path: string, more: string): Promise<string> {
      const ref = branch(name);
      const { data: file } = await ada.rest.repos.getContent({ ...place, path, ref });
      if (!('content' in file)) throw new Error(`${path} is no file`);
      const text = Buffer.from(file.content, 'base64').toString();
      const { data } = await ada.rest.repos.createOrUpdateFileContents({
        ...{ ...place, path, branch: ref, sha: file.sha, message: 'Of a person' },
        content: Buffer.from(`${text}${more}`).toString('base64'),
      });
      return data.commit.sha ?? '';
    },
  };
}

/** Clones the repository, and merges branches one after the other as git does. */
async function mergedByGit(github: GitHub, branches: readonly string[]): Promise<string> {
  const cwd = temporaryFolder();
  const who = ['-c', 'user.name=T', '-c', 'user.email=t@example.org'];
  // This process serves what git asks for, so it must not wait for git.
  const run = async (...args: string[]) =>
    (await promisify(execFile)('git', [...who, ...args], { cwd })).stdout;
  await run('clone', '--quiet', `${github.url}/ada/demo.git`, '.');
  for (const branch of branches) await run('merge', '--quiet', '--no-edit', `origin/${branch}`);
  return await run('show', 'HEAD:rust/src/bytes.rs');
}

(runner === undefined ? describe.skip : withClang)('a migration', () => {
  test(
    'functions are carried over by comments',
    async () => {
      const { github, ada, rita, issue } = await opened();
      const { say, told, answers } = talk(ada, issue);

      // What makes no sense is answered, and costs nothing.
      await say(ada, '/migrate bytes_get_u61');
      await told(/no C function `bytes_get_u61`.*Did you mean .*`bytes_get_u16`/s);
      await say(ada, '/migrate ../../etc/passwd');
      await told(/is no name of a C function/);
      await say(rita, '/migrate bytes_get_u16');
      await told(/only people with write access/);
      await say(ada, '/migrate entry_header_parse');
      await told(/must come first: .*`bytes_get_u16`/);
      expect(await pulls(ada)).toEqual([]);

      // Two at the same time: the layout once, and a draft for each.
      await say(ada, '/migrate bytes_get_u16');
      await say(ada, '/migrate bytes_get_u32');
      await told(/`bytes_get_u16` is migrated in draft pull request/);
      await told(/`bytes_get_u32` is migrated in draft pull request/);
      const [setup, ...functions] = await pulls(ada);
      expect(setup?.head.ref).toBe(SETUP_BRANCH);
      expect(functions.map(({ head }) => head.ref).sort()).toEqual([
        'rustward/migrate/bytes_get_u16',
        'rustward/migrate/bytes_get_u32',
      ]);
      expect(functions.every(({ base }) => base.ref === SETUP_BRANCH)).toBe(true);
      for (const { number, head } of functions) {
        const { data: files } = await ada.rest.pulls.listFiles({ ...place, pull_number: number });
        const name = head.ref.split('/').at(-1);
        expect(files.map(({ filename }) => filename).sort()).toEqual([
          `.rustward/c2rust/symbol_map/src/bytes.c/${name}.json`,
          'rust/src/bytes.rs',
        ]);
        const { data: commit } = await ada.rest.repos.getCommit({ ...place, ref: head.sha });
        expect(commit.author?.login).toBe('rustward[bot]');
        expect(commit.commit.verification?.verified).toBe(true);
      }
      const merged = await mergedByGit(
        github,
        functions.map(({ head }) => head.ref),
      );
      expect(merged).toMatch(/pub fn get_u16[\s\S]*pub fn get_u32[\s\S]*mod bytes_get_u16_tests/);

      // The layout is merged: the others go into the default branch, and one after the other is merged.
      await ada.rest.pulls.merge({ ...place, pull_number: setup?.number ?? 0 });
      await eventually(
        async () => {
          const open = (await pulls(ada)).filter(({ state }) => state === 'open');
          expect(open.map(({ base }) => base.ref)).toEqual(['main', 'main']);
        },
        PATIENCE,
        PAUSE,
      );

      // CI builds and tests both, and they are ready. A person writes to one, and breaks it.
      const { ready, stopped, untested, push, pullOf } = functionsOf(ada);
      await ready('bytes_get_u16');
      const merged32 = await ready('bytes_get_u32');
      const broken = '\nfn number() -> u8 {\n    "none"\n}\n';
      const hers = await push('bytes_get_u16', 'rust/src/bytes.rs', broken);
      await stopped(hers);
      await untested(hers);

      // The other one is merged, and what calls it can come. What she wrote stays.
      await ada.rest.pulls.merge({ ...place, pull_number: merged32 });
      await say(ada, '/migrate bytes_get_u64');
      await told(/`bytes_get_u64` is migrated in draft pull request/);
      await ada.rest.pulls.merge({ ...place, pull_number: await ready('bytes_get_u64') });
      expect((await pullOf('bytes_get_u16'))?.head.sha).toBe(hers);
      await say(ada, '/migrate status');
      await told(/2 of \d+ C functions are in Rust/);
      expect((await answers()).filter((body) => /broke off/.test(body))).toEqual([]);
    },
    LIFE,
  );
});
