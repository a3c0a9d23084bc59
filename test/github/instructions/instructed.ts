import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { performReview } from '../../../src/entry/review/perform-review.ts';
import { REPORT_DEFAULTS } from '../../../src/entry/review/review-options.ts';
import type { TokenPermissions } from '../../../src/github/api/installation-clients.ts';
import type { CommandOf } from '../../../src/github/commands/command.ts';
import type { Instruction } from '../../../src/github/commands/instruction.ts';
import { followInstruction } from '../../../src/github/instructions/follow-instruction.ts';
import { isolatedWorkerEnvironment } from '../../../src/github/isolated-worker/environment.ts';
import type { InstructionDeps } from '../../../src/github/permissions/instruction-deps.ts';
import { DEFAULT_QUOTAS } from '../../../src/github/permissions/quotas.ts';
import { findingKey } from '../../../src/github/publication-plan/finding-key.ts';
import { openReportStore, type StoredReview } from '../../../src/github/review/report-store.ts';
import type { Database } from '../../../src/jobs/database/database.ts';
import { openDatabase } from '../../../src/jobs/database/open-database.ts';
import { databaseQuotas } from '../../../src/jobs/database/quotas.ts';
import type { Report } from '../../../src/security/report/report.ts';
import { fakeClock } from '../../fakes/fake-clock.ts';
import { COMPILED } from '../../support/compiled.ts';
import { WORKER_COMMAND } from '../../support/once/program.ts';
import { client, openedGitHub } from '../../support/opened-github.ts';
import { addPgliteFiles } from '../../support/pglite-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { UNSAFE } from './greeting.ts';

export const demo = { owner: 'ada', repo: 'demo' };

const PERMISSIONS = {
  ...{ checks: 'write', contents: 'write', issues: 'write', metadata: 'read' },
  ...{ pull_requests: 'write', security_events: 'write' },
} as const;

const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** How a database is kept for all tests of a file: to open one takes a second. */
let database: Database | undefined;
const folder = mkdtempSync(join(tmpdir(), 'rustward-test-'));
beforeAll(async () => {
  await addPgliteFiles(folder);
  database = await openDatabase({ folder });
});
afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Options {
  readonly limits?: Partial<InstructionDeps['limits']>;
  readonly permissions?: Readonly<Record<string, 'read' | 'write'>>;
  /** Whether the pull request comes from a fork. */
  readonly fork?: boolean;
  /** Of the isolated worker, where it asks models. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the configuration of the repository settles. */
  readonly policy?: Partial<Pick<StoredReview, 'details' | 'settle'>>;
  /** More files of the change. */
  readonly files?: Readonly<Record<string, string>>;
  /** How many entries a recursive tree shows at most. */
  readonly treeEntries?: number;
}

/**
 * A repository with a reviewed pull request, which brings `src/main.c` with one defect; `wanda` may
 * write there, `rita` only read, and the app is installed.
 */
export async function instructed(options: Options = {}) {
  const { limits = {}, permissions = PERMISSIONS, fork = false, files = {}, env = {} } = options;
  let offset = 0;
  const { treeEntries, policy } = options;
  const now = () => Date.now() + offset;
  const github = await openedGitHub({ now, ...(treeEntries !== undefined && { treeEntries }) });
  const ada = client(github, github.addUser('ada'));
  await github.addRepository('ada/demo', { private: false });
  const people = { wanda: github.addUser('wanda'), rita: github.addUser('rita') };
  github.setRole('ada/demo', 'wanda', 'write');
  const name = fork ? await github.addFork('ada/demo', 'rita') : 'ada/demo';
  const head = await github.commit(name, 'change', { 'src/main.c': UNSAFE, ...files });
  const opener = fork ? client(github, people.rita) : ada;
  const { data: pull } = await opener.rest.pulls.create({
    ...{ ...demo, base: 'main', head: fork ? 'rita:change' : 'change', title: 'A greeting' },
  });

  const app = github.addApp('ward', publicKey(), permissions);
  const installation = github.install(app, ['ada/demo']);
  const { data: repository } = await ada.rest.repos.get(demo);
  const own = client(github, jwt(app));
  const token = async (granted?: TokenPermissions) => {
    const { data } = await own.rest.apps.createInstallationAccessToken({
      ...{ installation_id: installation, repository_ids: [repository.id] },
      ...(granted !== undefined && { permissions: granted }),
    });
    return data.token;
  };
  const bot = client(github, await token());
  const { data: level } = await ada.rest.repos.getCollaboratorPermissionLevel({
    ...{ ...demo, username: 'ward[bot]' },
  });
  const account = level.user?.id ?? 0;

  const clock = fakeClock();
  const shelf = openReportStore(temporaryFolder(), clock.now);
  const requested: CommandOf<'review-pull-request'>[] = [];
  if (database === undefined) throw new Error('there is no database');
  await database.query('DELETE FROM rustward.uses');
  const deps: InstructionDeps = {
    access: {
      client: async (_installation, _repository, granted) => client(github, await token(granted)),
      token: async (_installation, _repository, granted) => await token(granted),
    },
    ...{ serverUrl: github.url, dataFolder: temporaryFolder(), budgets: { max_minutes: 5 } },
    workerCommand: WORKER_COMMAND,
    workerEnv: isolatedWorkerEnvironment(
      { PATH: process.env['PATH'], ...COMPILED, ...env },
      Object.keys(env),
    ),
    ...{ clock, reports: shelf, signal: new AbortController().signal },
    identity: { app, bot: account },
    markerKey: createHash('sha256').update('a key').digest(),
    quotas: databaseQuotas(database, clock.now),
    limits: { ...DEFAULT_QUOTAS, ...limits },
    requestReview: async (command) => void requested.push(command),
    requestMigration: async () => {},
    stopMigrations: async () => {},
  };

  const report = await reportOf({ 'src/main.c': UNSAFE, ...files });
  const costs = { dollars: 0, calls: 0, unpriced: 0 };
  const settled = { details: 'public', settle: 'commit', ...policy } as const;
  shelf.put(repository.id, pull.number, {
    ...{ head, report, failOn: 'high', seconds: 1, costs },
    ...settled,
  });
  const key = findingKey(report.candidates[0] ?? { pattern: '', file: '', fingerprint: '' });

  /** Writes a comment, and makes a command of it as if it said that. */
  const ask = async (
    who: keyof typeof people,
    instruction: Instruction,
    thread?: number,
  ): Promise<CommandOf<'follow-instruction'>> => {
    const { rest } = client(github, people[who]);
    const body = `/rustward ${instruction.name}`;
    const where = { ...demo, body };
    const { data: comment } =
      thread === undefined
        ? await rest.issues.createComment({ ...where, issue_number: pull.number })
        : await rest.pulls.createReplyForReviewComment({
            ...{ ...where, pull_number: pull.number, comment_id: thread },
          });
    return {
      ...{ kind: 'follow-instruction', installation, number: pull.number, isPull: true },
      repository: { id: repository.id, owner: 'ada', name: 'demo' },
      comment: { kind: thread === undefined ? 'issue' : 'review', id: comment.id },
      user: { id: comment.user?.id ?? 0, login: who },
      instruction,
    };
  };
  /** Asks, and has it done. */
  const tell = async (who: keyof typeof people, instruction: Instruction, thread?: number) => {
    const command = await ask(who, instruction, thread);
    await followInstruction(command, deps);
    return command;
  };
  /** What the app has said on the pull request as a whole, without its marker. */
  const answers = async () => {
    const { data: comments } = await ada.rest.issues.listComments({
      ...{ ...demo, issue_number: pull.number, per_page: 100 },
    });
    return comments.filter(({ user }) => user?.id === account).map(({ body }) => said(body));
  };
  /** GitHub counts time in seconds. */
  const later = (seconds: number) => {
    offset += seconds * 1000;
  };
  return {
    ...{
      github,
      ada,
      bot,
      later,
      people,
      installation,
      deps,
      shelf,
      report,
      key,
      head,
      name,
      pull: pull.number,
      requested,
    },
    ...{ ask, tell, answers, clock, repository: { id: repository.id, owner: 'ada', name: 'demo' } },
  };
}

const reports = new Map<string, Report>();

/** What the scan finds in these files; the same for the same ones. */
async function reportOf(files: Readonly<Record<string, string>>): Promise<Report> {
  const name = JSON.stringify(files);
  const known = reports.get(name);
  if (known !== undefined) return known;
  const options = { ...REPORT_DEFAULTS, jobs: 0, cache: false, state: false };
  const { report } = await performReview({ path: temporaryFolder(files), options }, { env: {} });
  reports.set(name, report);
  return report;
}

/** The body of a comment without its marker. */
export function said(body = ''): string {
  return body.replace(/\n*<!-- rustward .* -->$/, '');
}

function publicKey(): string {
  return KEYS.publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

function jwt(iss: number): string {
  const now = Math.floor(Date.now() / 1000);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256' })}.${part({ iss, iat: now - 30, exp: now + 300 })}`;
  return `${text}.${sign('sha256', Buffer.from(text), KEYS.privateKey).toString('base64url')}`;
}
