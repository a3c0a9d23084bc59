import { createHash } from 'node:crypto';
import type { TokenPermissions } from '../../../../src/github/api/installation-clients.ts';
import { type CommandOf, commandSchema } from '../../../../src/github/commands/command.ts';
import { isolatedWorkerEnvironment } from '../../../../src/github/isolated-worker/environment.ts';
import { GATE } from '../../../../src/github/migrate/checks/gate-check.ts';
import { LINK } from '../../../../src/github/migrate/checks/link-check.ts';
import { cargoWorkflow } from '../../../../src/github/migrate/gate/cargo-workflow.ts';
import { exemptFromGate } from '../../../../src/github/migrate/gate/exempt-from-gate.ts';
import {
  type GateDeps,
  judgeMigration,
} from '../../../../src/github/migrate/gate/judge-migration.ts';
import {
  type LinkDeps,
  linkMigration,
} from '../../../../src/github/migrate/jobs/link-migration.ts';
import { printPullState } from '../../../../src/github/migrate/pulls/pull-state.ts';
import type { Notices } from '../../../../src/github/notices/notice.ts';
import { openChecksIn } from '../../../../src/github/review/open-checks.ts';
import { toCommands } from '../../../../src/github/webhooks/to-commands.ts';
import type { JobRun } from '../../../../src/jobs/queue/run-leased-job.ts';
import { type MappedSymbol, symbolFiles } from '../../../../src/migration/state/symbol-map.ts';
import { fakeClock } from '../../../fakes/fake-clock.ts';
import { memoryNotes } from '../../../fakes/memory-notes.ts';
import { sandboxRunner } from '../../../in-memory-github/actions/sandbox-runner.ts';
import { COMPILED } from '../../../support/compiled.ts';
import { listeningApp } from '../../../support/listening-app.ts';
import { WORKER_COMMAND } from '../../../support/once/program.ts';
import { client, openedGitHub } from '../../../support/opened-github.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

export const demo = { owner: 'ada', repo: 'demo' };
export const BRANCH = 'rustward/migrate/larger';

export const runner = await sandboxRunner();

const PERMISSIONS = {
  ...{ actions: 'read', checks: 'write', contents: 'write', issues: 'write', metadata: 'read' },
  ...{ pull_requests: 'write', statuses: 'read' },
};
const EVENTS = ['pull_request', 'status', 'workflow_run', 'check_run', 'check_suite'];

const MAIN = {
  'src/larger.c': 'unsigned larger(unsigned a, unsigned b) {\n    return a < b ? b : a;\n}\n',
  'rust/Cargo.toml': '[package]\nname = "demo-rust"\nversion = "0.1.0"\nedition = "2024"\n',
  'rust/src/lib.rs': '//! What the demo computes.\n\npub mod larger;\n',
  'rust/src/larger.rs': '//! Of two.\n',
};
export const WORKFLOW = { '.github/workflows/cargo.yml': cargoWorkflow('rust', 'main') };

/** The module with a function, whose test says that of 2 and 3 the larger one is 3. */
export function larger(body: string): Record<string, string> {
  return {
    'rust/src/larger.rs': `//! Of two.

/// The larger one of two numbers.
pub fn larger(a: u32, b: u32) -> u32 {
    ${body}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two() {
        assert_eq!(larger(2, 3), 3);
    }
}
`,
  };
}

/** What the map says of it. */
function mapped(evidence: MappedSymbol['evidence']) {
  return symbolFiles([
    {
      ...{ c_name: 'larger', c_qname: 'larger', c_file: 'src/larger.c' },
      ...{ start_line: 1, end_line: 3, module: 'src/larger.rs', rust_symbol: 'larger::larger' },
      ...{ signature: 'pub fn larger(a: u32, b: u32) -> u32', evidence, remarks: [] },
      updated_at: '2026-11-22T10:00:00.000Z',
    },
  ]);
}

interface Options {
  readonly files?: Readonly<Record<string, string>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly configuration?: string;
  readonly allowAutoMerge?: boolean;
  readonly mend?: GateDeps['repair'];
  /** What the C program's own tests say; that there are none when missing. */
  readonly link?: LinkDeps['link'];
  /** What the map says of the function. */
  readonly evidence?: MappedSymbol['evidence'];
  readonly notices?: Notices;
  /** Of the isolated worker, where it asks models. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A repository in which the app is installed, and what follows from all that it hears. */
export async function gated(options: Options = {}) {
  const github = await openedGitHub({ runner, webhookTimeout: 60_000 });
  const ada = client(github, github.addUser('ada')).rest;
  const { configuration, link = noTests } = options;
  const evidence = options.evidence ?? { kind: 'not checked', because: 'nobody has looked' };
  await github.addRepository('ada/demo', {
    allowAutoMerge: options.allowAutoMerge ?? false,
    files: {
      ...MAIN,
      ...options.files,
      ...(configuration === undefined ? {} : { '.github/rustward.yml': configuration }),
    },
  });
  const permissions = options.permissions ?? PERMISSIONS;
  const events = EVENTS.filter(
    (event) =>
      (event !== 'status' || 'statuses' in permissions) &&
      (event !== 'workflow_run' || 'actions' in permissions),
  );
  const app = await listeningApp(github, permissions, { events });
  const installation = github.install(app.app, ['ada/demo']);
  const { data: repository } = await ada.repos.get(demo);
  const token = async (granted?: TokenPermissions) => {
    const { data } = await app.rest().apps.createInstallationAccessToken({
      ...{ installation_id: installation, repository_ids: [repository.id] },
      ...(granted !== undefined && { permissions: granted }),
    });
    return data.token;
  };
  const bot = client(github, await token()).rest;
  const { data: level } = await ada.repos.getCollaboratorPermissionLevel({
    ...{ ...demo, username: 'ward[bot]' },
  });
  const account = level.user?.id ?? 0;
  const markerKey = createHash('sha256').update('a key').digest();
  const requested: CommandOf<'link-migration'>[] = [];
  const deps: GateDeps = {
    access: {
      client: async (_installation, _repository, granted) => client(github, await token(granted)),
      token: async (_installation, _repository, granted) => await token(granted),
    },
    ...{ serverUrl: github.url, dataFolder: temporaryFolder(), budgets: { max_minutes: 5 } },
    workerCommand: WORKER_COMMAND,
    workerEnv: isolatedWorkerEnvironment(
      { PATH: process.env['PATH'], ...COMPILED, ...options.env },
      Object.keys(options.env ?? {}),
    ),
    ...{ clock: fakeClock(), signal: new AbortController().signal, markerKey },
    identity: { app: app.app, bot: account },
    repair: options.mend ?? (async () => ({ kind: 'none', reason: 'Nobody is there.' })),
    requestLink: (command) => Promise.resolve(void requested.push(command)),
    ...(options.notices !== undefined && { notices: options.notices }),
  };
  const linkDeps: LinkDeps = { ...deps, link, openChecks: openChecksIn(memoryNotes()) };
  const run: JobRun = { signal: deps.signal, last: false, attempt: 1 };

  /** One commit of the app on top of a branch, which it makes where there is none. */
  const botCommit = async (branch: string, files: Readonly<Record<string, string>>) => {
    const heads = await bot.git.listMatchingRefs({ ...demo, ref: `heads/${branch}` });
    const there = heads.data.find(({ ref }) => ref === `refs/heads/${branch}`);
    const main = await bot.git.getRef({ ...demo, ref: 'heads/main' });
    const parent = (there ?? main.data).object.sha;
    const tree = await bot.git.createTree({
      ...{ ...demo, base_tree: parent },
      tree: Object.entries(files).map(([path, content]) => {
        return { path, content, mode: '100644', type: 'blob' };
      }),
    });
    const { data } = await bot.git.createCommit({
      ...{ ...demo, message: 'Migrate larger to Rust', tree: tree.data.sha, parents: [parent] },
    });
    const { sha } = data;
    if (there === undefined) await bot.git.createRef({ ...demo, ref: `refs/heads/${branch}`, sha });
    else await bot.git.updateRef({ ...demo, ref: `heads/${branch}`, sha });
    return sha;
  };

  /** The pull request of a function, as the app opens it. */
  const propose = async (body: string) => {
    const head = await botCommit(BRANCH, { ...larger(body), ...mapped(evidence) });
    const state = {
      ...{
        branch: BRANCH,
        functions: [{ name: 'larger', file: 'src/larger.c' }],
        base: head,
        head,
      },
      ...{ repairs: 0, evidence: '0'.repeat(64) },
    };
    const hidden = printPullState(state, {
      ...{ key: markerKey, repository: repository.id, author: account },
    });
    const { data } = await bot.pulls.create({
      ...{ ...demo, title: 'Migrate larger to Rust', head: BRANCH, base: 'main', draft: true },
      body: `What is proven.\n\n${hidden}`,
    });
    return { head, pull: data.number };
  };

  const perform = async (payload: unknown, event: string) => {
    for (const command of toCommands(event, payload, app.app)) {
      const parsed = commandSchema.parse(command);
      if (parsed.kind === 'judge-migration') await judgeMigration(parsed, run, deps);
      if (parsed.kind === 'exempt-from-gate') await exemptFromGate(parsed, deps);
      if (parsed.kind === 'link-migration') await linkMigration(parsed, run, linkDeps);
    }
  };
  /** Does what follows from everything that was heard, until nothing follows any more. */
  const settle = async () => {
    for (;;) {
      await github.workflowsDone();
      await github.delivered();
      const heard = app.received.splice(0);
      const [link] = requested.splice(0);
      if (link !== undefined) await linkMigration(link, run, linkDeps);
      else if (heard.length === 0) return;
      for (const { payload, headers } of heard) {
        await perform(payload, `${headers['x-github-event']}`);
      }
    }
  };
  const branch = {
    ...{ installation, branch: BRANCH },
    repository: { id: repository.id, owner: 'ada', name: 'demo' },
  };
  const judge = (isAsked = false) =>
    judgeMigration({ ...branch, kind: 'judge-migration', isAsked }, run, deps);
  const checkOf = async (ref: string, check_name: string) => {
    const { data } = await ada.checks.listForRef({ ...demo, ref, check_name });
    expectOne(data.check_runs);
    const [one] = data.check_runs;
    return one && { ...one.output, id: one.id, status: one.status, conclusion: one.conclusion };
  };
  /** What the gate says of a commit, and what the tests of the C program. */
  const gateOf = (ref: string) => checkOf(ref, GATE.name);
  const linkOf = (ref: string) => checkOf(ref, LINK.name);
  const pullOf = async (number: number) => {
    const { data } = await ada.pulls.get({ ...demo, pull_number: number });
    return { ...data, names: data.labels.map(({ name }) => name) };
  };
  return {
    ...{ github, ada, bot, app, deps, linkDeps, run, branch, propose, botCommit, settle, judge },
    ...{ gateOf, linkOf, pullOf },
  };
}

const noTests: LinkDeps['link'] = () =>
  Promise.resolve({ kind: 'not possible', reasons: ['there are no tests'] });

function expectOne(runs: readonly unknown[]): void {
  if (runs.length > 1) throw new Error(`there are ${runs.length} checks of one name on one commit`);
}
