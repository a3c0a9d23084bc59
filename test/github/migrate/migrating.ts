import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openAppClients } from '../../../src/github/api/app-clients.ts';
import type { Command, CommandOf } from '../../../src/github/commands/command.ts';
import { parseBranch } from '../../../src/github/commands/migration-branch.ts';
import { followInstruction } from '../../../src/github/instructions/follow-instruction.ts';
import { surveyCommit } from '../../../src/github/isolated-worker/run-migration-task.ts';
import {
  type DashboardDeps,
  updateDashboard,
} from '../../../src/github/migrate/dashboard/update-dashboard.ts';
import { migrateFunction } from '../../../src/github/migrate/jobs/migrate-function.ts';
import { migrateScheduled } from '../../../src/github/migrate/jobs/migrate-scheduled.ts';
import { handleClosedMigration } from '../../../src/github/migrate/jobs/migration-closed.ts';
import type { MigrationDeps } from '../../../src/github/migrate/jobs/migration-deps.ts';
import { openPlanStore } from '../../../src/github/migrate/jobs/plan-store.ts';
import { MIGRATION_LABELS } from '../../../src/github/migrate/pulls/labels.ts';
import type { Notices } from '../../../src/github/notices/notice.ts';
import { DEFAULT_QUOTAS } from '../../../src/github/permissions/quotas.ts';
import { openReportStore } from '../../../src/github/review/report-store.ts';
import { issueCommentCommands } from '../../../src/github/webhooks/comment.ts';
import { fakeClock } from '../../fakes/fake-clock.ts';
import { knows, type NamedFunction, says } from '../../fakes/migration-plans.ts';
import { client, openedGitHub } from '../../support/opened-github.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const READER = fileURLToPath(new URL('../../fakes/migration-worker.ts', import.meta.url));
export const demo = { owner: 'ada', repo: 'demo' };
const KEYS = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const PERMISSIONS = {
  ...{ checks: 'write', contents: 'write', issues: 'write', metadata: 'read' },
  ...{ pull_requests: 'write', security_events: 'write' },
} as const;

/**
 * A repository with an issue where people ask for functions, an app, and a reader that says what a test
 * wants it to. `ada` owns it, `rita` may read.
 */
export async function migrating(
  functions: readonly NamedFunction[],
  notices?: Notices,
  files: Readonly<Record<string, string>> = {},
) {
  const github = await openedGitHub();
  const tokens = { ada: github.addUser('ada'), rita: github.addUser('rita') };
  const ada = client(github, tokens.ada);
  await github.addRepository('ada/demo', { files: { 'a.c': 'int a;\n', ...files } });
  const app = github.addApp('ward', KEYS.publicKey, PERMISSIONS);
  const installation = github.install(app, ['ada/demo']);
  const { data: found } = await ada.rest.repos.get(demo);
  const repository = { id: found.id, owner: 'ada', name: 'demo' };
  const { data: issue } = await ada.rest.issues.create({ ...demo, title: 'To Rust' });
  const access = openAppClients({ appId: app, privateKey: KEYS.privateKey, apiUrl: github.url });
  const reader = temporaryFolder();
  knows(reader, functions);
  const waiting: CommandOf<'migrate-function'>[] = [];
  /** What the dashboard is to be told; it is written where a test has it written. */
  const news: CommandOf<'update-dashboard'>[] = [];
  const stops = new Map<number, Date>();
  let attempt = new AbortController();
  const dataFolder = temporaryFolder();
  const deps = async (): Promise<MigrationDeps> => ({
    ...{ access, dataFolder, serverUrl: github.url, clock: fakeClock() },
    identity: await access.identity(installation, repository),
    markerKey: createHash('sha256').update('a key').digest(),
    reports: openReportStore(`${dataFolder}/shelf`, Date.now),
    workerEnv: { PATH: process.env['PATH'] ?? '' },
    workerCommand: [process.execPath, '--disable-warning=ExperimentalWarning', READER, reader],
    budgets: { max_minutes: 5 },
    ...{ quotas: { take: async () => true }, limits: DEFAULT_QUOTAS, signal: attempt.signal },
    requestReview: async () => {},
    requestMigration: async (command) => void waiting.push(command),
    updateDashboard: async (command) => void news.push(command),
    stopMigrations: async (id, at) => void stops.set(id, at),
    stoppedAt: async (id) => stops.get(id),
    plans: openPlanStore(`${dataFolder}/plans`),
    ...(notices !== undefined && { notices }),
  });
  const run = async (command: Command) => {
    const job = { signal: attempt.signal, attempt: 1, last: false };
    if (command.kind === 'follow-instruction') await followInstruction(command, await deps());
    if (command.kind === 'migrate-function') await migrateFunction(command, job, await deps());
    if (command.kind === 'migrate-scheduled') await migrateScheduled(command, job, await deps());
    if (command.kind === 'update-dashboard') {
      const own = await deps();
      const survey: DashboardDeps['survey'] = (place, head) =>
        surveyCommit(place, head, own.signal, own);
      await updateDashboard(command, { ...own, survey });
    }
    if (command.kind === 'migration-closed') await handleClosedMigration(command, await deps());
  };
  /** Does all that is waiting, each after the other. */
  const settle = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
  };
  /** Writes a comment, and takes it up as the webhook does. */
  const ask = async (body: string, who: keyof typeof tokens = 'ada') => {
    const { rest } = client(github, tokens[who]);
    const { data: comment } = await rest.issues.createComment({
      ...{ ...demo, issue_number: issue.number, body },
    });
    const [command] = issueCommentCommands({
      ...{ action: 'created', comment, issue: { number: issue.number } },
      repository: { id: repository.id, name: 'demo', owner: { login: 'ada' } },
      installation: { id: installation },
    });
    if (command !== undefined) await run(command);
    return comment.id;
  };
  /** What the app has said, the last comment last. */
  const answers = async () => {
    const { data } = await ada.rest.issues.listComments({
      ...{ ...demo, issue_number: issue.number, per_page: 100 },
    });
    return data
      .filter(({ user }) => user?.type === 'Bot')
      .map(({ body = '' }) => body.replace(/\n*<!-- rustward .* -->$/, ''));
  };
  return {
    ...{ github, access, ada, repository, installation, waiting, run, settle, ask, answers },
    /** Brings the dashboard up to date. */
    async showDashboard() {
      const update = { kind: 'update-dashboard', repository, installation } as const;
      for (const command of [update, ...news.splice(0)]) await run(command);
    },
    /** The number of its issue. */
    async dashboard() {
      const { data } = await ada.rest.issues.listForRepo({
        ...demo,
        labels: MIGRATION_LABELS.migration.name,
      });
      return data.find((one) => one.pull_request === undefined)?.number ?? 0;
    },
    /** Has a gate fail for these reasons. */
    pause: (reasons: readonly string[]) => knows(reader, functions, reasons),
    says: (name: string, value: unknown) => says(reader, name, value),
    issue: issue.number,
    dataFolder,
    deps,
    /** Asks, and has all of it done; returns the last answer. */
    async tell(body: string, who: keyof typeof tokens = 'ada') {
      await ask(body, who);
      await settle();
      return (await answers()).at(-1) ?? '';
    },
    async pulls() {
      const { data } = await ada.rest.pulls.list({ ...demo, state: 'all', direction: 'asc' });
      return data.filter(({ head }) => parseBranch(head.ref) !== undefined);
    },
    /** Takes up that a pull request was closed, as the webhook does. */
    async closed(number: number) {
      const { data } = await ada.rest.pulls.get({ ...demo, pull_number: number });
      await run({
        ...{ kind: 'migration-closed', repository, installation, pull: number },
        ...{ branch: data.head.ref, isMerged: data.merged },
      });
      await settle();
    },
    /** What the isolated worker was asked for. */
    asked: () =>
      existsSync(join(reader, 'asked.txt'))
        ? readFileSync(join(reader, 'asked.txt'), 'utf8').trim().split('\n')
        : [],
    /** Whether the isolated worker takes a minute. */
    slow: () => writeFileSync(join(reader, 'slow.txt'), ''),
    /** Ends what is under way, as the end of a process does. */
    interrupt() {
      attempt.abort(new Error('the process ends'));
      attempt = new AbortController();
    },
  };
}
