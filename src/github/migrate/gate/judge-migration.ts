import type { JobRun } from '../../../jobs/run-turn.ts';
import { codeSpan, quotedText } from '../../../security/report/markdown-text.ts';
import type { CommandOf } from '../../command.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { Access, AccessDeps } from '../../instructions/access.ts';
import { refusalOf } from '../../publish/calls.ts';
import { readConfiguration } from '../../review/default-branch.ts';
import { parseBranch } from '../branch.ts';
import { labelNamed, setLabels } from '../labels.ts';
import { LINK } from '../link/link-check.ts';
import { type CheckState, lastSaid } from '../own-check.ts';
import { enableAutoMerge } from './auto-merge.ts';
import { workflowAdvice } from './cargo-workflow.ts';
import { type GateAccess, gateAccess } from './gate-access.ts';
import { gateSaid, sayAtGate } from './gate-check.ts';
import { ensureNote } from './gate-note.ts';
import { type Authorship, authorshipOf, type GatePull, gatePull } from './gate-pull.ts';
import { checksOf } from './head-checks.ts';
import { jobLog } from './job-log.ts';
import { markReady } from './mark-ready.ts';
import type { Mend, RepairDeps } from './mend.ts';
import { type ReadCheck, type Verdict, verdictOf } from './verdict.ts';

export interface GateDeps extends RepairDeps {
  readonly mend: Mend;
  /** Has the C program tested, before long. */
  readonly requestLink: (command: CommandOf<'link-migration'>) => Promise<void>;
}

/** By this title a commit is known that no agent is sent to again. */
const BLOCKED = 'Blocked';

/** Logs that are read of one commit. */
const MOST_LOGS = 12;

/**
 * Looks at what CI has made of the head of a migration, and does what follows: waits, lets it pass, or
 * has an agent mend it. All that it goes by is on GitHub, so that it can be called at any time, and again.
 * @throws whatever another try may mend
 */
export async function judgeMigration(
  command: CommandOf<'judge-migration'>,
  run: JobRun,
  deps: GateDeps,
): Promise<void> {
  const way = await gateAccess(command, deps);
  const { access } = way;
  const pull = await gatePull(access, command.branch);
  if (pull === undefined) return;
  const configuration = await readConfiguration(access.github, command.repository);
  const authorship = await authorshipOf(access, pull);
  const verdict = await verdictFor(way, pull, configuration, deps.signal);
  const judged = { access, pull, authorship, configuration };
  const said = await gateSaid(access, pull.head);
  switch (verdict.kind) {
    case 'waiting':
      await unblock(judged);
      return await sayAtGate(access, pull, { ...verdict, conclusion: undefined });
    case 'passed': {
      await unblock(judged);
      const held = await heldByLink(judged, command, said?.began, deps);
      if (held !== undefined) return await sayAtGate(access, pull, held);
      // Whoever makes a draft of it afterwards has it so.
      if (pull.isDraft && said?.conclusion !== 'success') await markReady(command, pull.node, deps);
      // Before the check: GitHub takes it only while something is left to wait for.
      if (configuration.migration.auto_merge && said?.conclusion !== 'success') {
        await enableAutoMerge(command, pull.node, deps);
      }
      return await sayAtGate(access, pull, { ...verdict, conclusion: 'success' });
    }
    case 'failed': {
      // An agent that found nothing finds nothing the second time.
      if (said?.conclusion === 'failure' && said.title === BLOCKED && !command.isAsked) return;
      const stop = whyNotMended(verdict, judged);
      if (stop === undefined) return await mended(command, judged, verdict, run, deps);
      if (stop.isBlocked) return await block(judged, verdict, stop.reason);
      return await sayAtGate(access, pull, failing(verdict, stop.reason));
    }
  }
}

/** Ends a check that says that something is under way, since every worker that tried it has died. */
export async function judgeDied(
  command: CommandOf<'judge-migration'>,
  deps: AccessDeps,
): Promise<void> {
  const { access } = await gateAccess(command, deps);
  const pull = await gatePull(access, command.branch);
  const said = pull && (await gateSaid(access, pull.head));
  if (pull === undefined || said === undefined || said.conclusion !== undefined) return;
  const summary =
    'Each worker that tried it ended on the way. “Re-run” has the gate look once more.';
  await sayAtGate(access, pull, { conclusion: 'failure', title: 'The gate broke off', summary });
}

interface Judged {
  readonly access: Access;
  readonly pull: GatePull;
  readonly authorship: Authorship;
  readonly configuration: Configuration;
}

type Failed = Extract<Verdict, { kind: 'failed' }>;

async function verdictFor(
  { access, may }: GateAccess,
  pull: GatePull,
  { migration }: Configuration,
  signal: AbortSignal,
): Promise<Verdict> {
  const crate = crateFolder(migration);
  const checks = await checksOf(access, pull.head, may);
  const read: ReadCheck[] = [];
  for (const [at, check] of checks.entries()) {
    const isEnded = check.state === 'passed' || check.state === 'failed';
    const job = may.readActions && isEnded && at < MOST_LOGS ? check.job : undefined;
    const log = job === undefined ? undefined : await jobLog(access, job, signal);
    read.push({ ...check, log });
  }
  return verdictOf(read, {
    crate: await crateName(access, pull.head, crate),
    needsTests: parseBranch(pull.branch)?.kind === 'function',
    advice: workflowAdvice(crate, pull.into),
  });
}

/** The folder of the crate, relative to the repository. */
function crateFolder({ project, crate }: Configuration['migration']): string {
  return project === '.' ? crate : `${project}/${crate}`;
}

/** The name of the crate in a commit; undefined where that says none that cargo would take. */
async function crateName(
  { github, calls, place }: Access,
  ref: string,
  folder: string,
): Promise<string | undefined> {
  try {
    const { data } = await calls.read((options) =>
      github.rest.repos.getContent({
        ...{ ...place, ...options, ref, path: `${folder}/Cargo.toml` },
        mediaType: { format: 'raw' },
      }),
    );
    if (typeof data !== 'string') return undefined;
    return /^name\s*=\s*"([A-Za-z0-9_-]{1,64})"/m.exec(data)?.[1];
  } catch (thrown) {
    if (refusalOf(thrown)?.status === 404) return undefined;
    throw thrown;
  }
}

/** For so long the gate waits for the tests of the C program. */
const LINK_HOURS = 2;

/**
 * What keeps a head back that CI has passed: that the C program's own tests fail with the Rust, or have not
 * come to an end. Nobody waits for ever: their end is an event, and after some hours, or when a person
 * asks, the gate goes on without them.
 */
async function heldByLink(
  { access, pull, configuration }: Judged,
  { repository, installation, branch, isAsked }: CommandOf<'judge-migration'>,
  gateBegan: string | undefined,
  deps: GateDeps,
): Promise<CheckState | undefined> {
  if (!configuration.migration.link || parseBranch(branch)?.kind !== 'function') return undefined;
  const said = await lastSaid(access, LINK, pull.head);
  if (said?.conclusion === 'failure') {
    const title = 'The C program fails with the Rust';
    const summary = `CI is green, and yet the check **${LINK.name}** has failed: the C program’s own tests pass with the C, and fail with the Rust in its place. A person has to look.`;
    return { conclusion: 'failure', title, summary };
  }
  const began = Date.parse(said?.began ?? gateBegan ?? '');
  const isLate = deps.clock.now() - began > LINK_HOURS * 3_600_000;
  const isEnded = said?.conclusion === 'success' || said?.conclusion === 'neutral';
  if (isEnded || isLate || isAsked) return undefined;
  // Whoever was to do it may be lost. Asking twice is the same as asking once.
  if (said === undefined || said.conclusion === 'cancelled') {
    const command = { kind: 'link-migration' as const, repository, installation, branch };
    await deps.requestLink({ ...command, isAsked: false });
  }
  const title = 'Waiting for the tests of the C program';
  const summary = `CI is green. The check **${LINK.name}** has not come to its end; “Re-run” of this check goes on without it.`;
  return { conclusion: undefined, title, summary };
}

/** Why no agent is sent; undefined where one is. */
function whyNotMended(
  { log }: Failed,
  { pull, authorship, configuration }: Judged,
): { readonly reason: string; readonly isBlocked: boolean } | undefined {
  const { max_ci_repairs: most } = configuration.migration;
  if (log === undefined || parseBranch(pull.branch)?.kind !== 'function') {
    return { reason: 'No log says that cargo failed, so a person has to look.', isBlocked: false };
  }
  if (!authorship.isOurs) {
    const reason = 'The last commit is not the app’s own, so the app adds none on top of it.';
    return { reason, isBlocked: false };
  }
  if (authorship.repairs < most) return undefined;
  const tries = most === 0 ? 'no repair' : most === 1 ? 'one repair' : `${most} repairs`;
  const reason = `CI still fails, and \`max_ci_repairs\` allows ${tries}. Push a commit, or close this and say \`/migrate retry\`.`;
  return { reason, isBlocked: true };
}

async function mended(
  command: CommandOf<'judge-migration'>,
  judged: Judged,
  verdict: Failed,
  run: JobRun,
  deps: GateDeps,
): Promise<void> {
  const { access, pull, authorship, configuration } = judged;
  const round = authorship.repairs + 1;
  const most = configuration.migration.max_ci_repairs;
  const title = `CI failed: repair ${round} of ${most} is under way`;
  await sayAtGate(access, pull, { conclusion: undefined, title, summary: verdict.summary });
  const result = await deps
    .mend({ command, pull, round, configuration, log: verdict.log ?? '' }, deps)
    .catch(async (thrown: unknown) => {
      deps.signal.throwIfAborted();
      const reason = 'The repair broke off. Whoever runs the App finds the reason in its log.';
      if (run.last) await sayAtGate(access, pull, failing(verdict, reason));
      throw thrown;
    });
  switch (result.kind) {
    // What somebody pushed meanwhile is judged by itself.
    case 'moved':
      return await sayAtGate(access, pull, failing(verdict, 'A newer commit takes its place.'));
    case 'none':
      return await block(judged, verdict, `No repair was found. ${quotedText(result.reason)}`);
    case 'pushed': {
      const { head } = result;
      const note = { repairs: round, blocked: undefined, head };
      await ensureNote(access, pull, note);
      const after = `An agent has added ${codeSpan(head.slice(0, 10))}.`;
      await sayAtGate(access, pull, failing(verdict, after));
      const waiting = { conclusion: undefined, title: 'Waiting for CI' };
      const summary = `This commit is repair ${round} of ${most}.`;
      return await sayAtGate(access, { ...pull, head }, { ...waiting, summary });
    }
  }
}

function failing({ title, summary }: Failed, reason: string): CheckState {
  return { conclusion: 'failure', title, summary: `${reason}\n\n${summary}` };
}

/** The check comes last: once it says so, all of it is done. */
async function block(judged: Judged, verdict: Failed, reason: string): Promise<void> {
  const { access, pull } = judged;
  await ensureNote(access, pull, noteOf(judged, reason));
  await setLabels(access, pull.number, [...ownLabels(pull), 'blocked']);
  const summary = `${reason}\n\n${verdict.summary}`;
  await sayAtGate(access, pull, { conclusion: 'failure', title: BLOCKED, summary });
}

async function unblock(judged: Judged): Promise<void> {
  const { access, pull } = judged;
  await ensureNote(access, pull, noteOf(judged, undefined));
  if (pull.labels.some((name) => labelNamed(name) === 'blocked')) {
    await setLabels(access, pull.number, ownLabels(pull));
  }
}

function noteOf({ pull, authorship }: Judged, blocked: string | undefined) {
  const { isOurs, repairs } = authorship;
  return { repairs, blocked, head: isOurs ? pull.head : undefined };
}

/** Labels of ours, but for the one that the gate gives. */
function ownLabels({ labels }: GatePull) {
  return labels.flatMap((name) => {
    const label = labelNamed(name);
    return label === undefined || label === 'blocked' ? [] : [label];
  });
}
