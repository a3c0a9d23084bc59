import type { JobRun } from '../../../jobs/queue/run-leased-job.ts';
import { codeSpan, quotedText } from '../../../page/markdown-text.ts';
import { enableAutoMerge, markReady } from '../../api/change-pull.ts';
import { fetchConfiguration } from '../../api/fetch-configuration.ts';
import type { PullRequest } from '../../api/pulls.ts';
import type { RepositoryClientDeps } from '../../api/repository-client.ts';
import { openWriteClient } from '../../api/write-client.ts';
import type { CommandOf } from '../../commands/command.ts';
import { parseBranch } from '../../commands/migration-branch.ts';
import type { Notices } from '../../notices/notice.ts';
import { fetchGateCheck, publishGateCheck } from '../checks/gate-check.ts';
import type { CheckState } from '../checks/own-check.ts';
import { fetchAuthorship, fetchGatePull } from '../pulls/gate-pull.ts';
import { labelNamed, setLabels } from '../pulls/labels.ts';
import { fetchVerdict } from './fetch-verdict.ts';
import { openGateClient } from './gate-client.ts';
import { ensureNote } from './gate-note.ts';
import { type GateSubject, type RequestLink, whyHeldByLink } from './held-by-link.ts';
import type { RepairDeps, RepairHead } from './repair.ts';
import type { GateVerdict } from './verdict.ts';

export interface GateDeps extends RepairDeps {
  readonly repair: RepairHead;
  readonly requestLink: RequestLink;
  /** Tells people in chats; missing where there are none. */
  readonly notices?: Notices;
}

/** By this title a commit is known that no agent is sent to again. */
const BLOCKED = 'Blocked';

/**
 * Looks at what CI has made of the head of a migration, and does what follows: waits, lets it pass, or
 * has an agent repair it. All that it goes by is on GitHub, so that it can be called at any time, and again.
 * @throws what another attempt may not meet again, such as that GitHub gives no answer
 */
export async function judgeMigration(
  command: CommandOf<'judge-migration'>,
  run: JobRun,
  deps: GateDeps,
): Promise<void> {
  const client = await openGateClient(command, deps);
  const { access } = client;
  const pull = await fetchGatePull(access, command.branch);
  if (pull === undefined) return;
  const configuration = await fetchConfiguration(access);
  const authorship = await fetchAuthorship(access, pull);
  const verdict = await fetchVerdict(client, pull, configuration, deps.signal);
  const judged = { access, pull, authorship, configuration };
  const said = await fetchGateCheck(access, pull.head);
  switch (verdict.kind) {
    case 'waiting':
      await unblock(judged);
      return await publishGateCheck(access, pull, { ...verdict, conclusion: undefined });
    case 'passed': {
      await unblock(judged);
      const held = await whyHeldByLink(judged, command, said?.began, deps);
      if (held !== undefined) {
        await publishGateCheck(access, pull, held);
        const isNews = held.conclusion === 'failure' && said?.conclusion !== 'failure';
        return isNews ? await tell(judged, command, false, deps) : undefined;
      }
      // Who makes a draft of it afterwards has it so. And GitHub accepts auto-merge only while
      // something is left to wait for: so the check comes last.
      if (said?.conclusion !== 'success') await letMerge(judged, command, deps);
      await publishGateCheck(access, pull, { ...verdict, conclusion: 'success' });
      if (said?.conclusion !== 'success') await tell(judged, command, true, deps);
      return;
    }
    case 'failed': {
      // An agent that found nothing finds nothing the second time.
      if (said?.conclusion === 'failure' && said.title === BLOCKED && !command.isAsked) return;
      const stop = whyNotRepaired(verdict, judged);
      if (stop === undefined) return await repairHead(command, judged, verdict, run, deps);
      if (stop.isBlocked) await block(judged, verdict, stop.reason);
      else await publishGateCheck(access, pull, failing(verdict, stop.reason));
      if (said?.conclusion !== 'failure') await tell(judged, command, false, deps);
      return;
    }
  }
}

/** Ends a check that says that something is under way, since every worker that tried it has died. */
export async function reportDiedGate(
  command: CommandOf<'judge-migration'>,
  deps: RepositoryClientDeps,
): Promise<void> {
  const { access } = await openGateClient(command, deps);
  const pull = await fetchGatePull(access, command.branch);
  const said = pull && (await fetchGateCheck(access, pull.head));
  if (pull === undefined || said === undefined || said.conclusion !== undefined) return;
  const summary =
    'Each worker that tried it ended on the way. “Re-run” has the gate look once more.';
  await publishGateCheck(access, pull, {
    conclusion: 'failure',
    title: 'The gate broke off',
    summary,
  });
}

/** Tells people that the gate has come to its end on a commit. */
async function tell(
  { pull, configuration }: GateSubject,
  { repository }: CommandOf<'judge-migration'>,
  passed: boolean,
  { notices, signal }: GateDeps,
): Promise<void> {
  const notice = { kind: 'gate', pull: pull.number, passed } as const;
  await notices?.tell(notice, { repository, configuration }, signal);
}

/** Makes a draft ready and, where the repository wants it, has GitHub merge it when it can be. */
async function letMerge(
  { pull, configuration }: GateSubject,
  command: CommandOf<'judge-migration'>,
  deps: GateDeps,
): Promise<void> {
  const { auto_merge: isMerged } = configuration.migration;
  if (!pull.isDraft && !isMerged) return;
  const writer = await openWriteClient(command, deps);
  if (writer === undefined) return;
  if (pull.isDraft) await markReady(writer, pull.node);
  if (isMerged) await enableAutoMerge(writer, pull.node);
}

type Failed = Extract<GateVerdict, { kind: 'failed' }>;

/** Why no agent is sent; undefined where one is. */
function whyNotRepaired(
  { log }: Failed,
  { pull, authorship, configuration }: GateSubject,
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

async function repairHead(
  command: CommandOf<'judge-migration'>,
  judged: GateSubject,
  verdict: Failed,
  run: JobRun,
  deps: GateDeps,
): Promise<void> {
  const { access, pull, authorship, configuration } = judged;
  const round = authorship.repairs + 1;
  const most = configuration.migration.max_ci_repairs;
  const title = `CI failed: repair ${round} of ${most} is under way`;
  await publishGateCheck(access, pull, { conclusion: undefined, title, summary: verdict.summary });
  const result = await deps
    .repair({ command, pull, round, configuration, log: verdict.log ?? '' }, deps)
    .catch(async (thrown: unknown) => {
      deps.signal.throwIfAborted();
      const reason = 'The repair broke off. The operator of the App finds the reason in its log.';
      if (run.last) await publishGateCheck(access, pull, failing(verdict, reason));
      throw thrown;
    });
  switch (result.kind) {
    // What was pushed meanwhile is judged by itself.
    case 'moved':
      return await publishGateCheck(
        access,
        pull,
        failing(verdict, 'A newer commit takes its place.'),
      );
    case 'none':
      await block(judged, verdict, `No repair was found. ${quotedText(result.reason)}`);
      return await tell(judged, command, false, deps);
    case 'pushed': {
      const { head } = result;
      const note = { repairs: round, blocked: undefined, head };
      await ensureNote(access, pull, note);
      const after = `An agent has added ${codeSpan(head.slice(0, 10))}.`;
      await publishGateCheck(access, pull, failing(verdict, after));
      const waiting = { conclusion: undefined, title: 'Waiting for CI' };
      const summary = `This commit is repair ${round} of ${most}.`;
      return await publishGateCheck(access, { ...pull, head }, { ...waiting, summary });
    }
  }
}

function failing({ title, summary }: Failed, reason: string): CheckState {
  return { conclusion: 'failure', title, summary: `${reason}\n\n${summary}` };
}

/** The check comes last: once it says so, all of it is done. */
async function block(judged: GateSubject, verdict: Failed, reason: string): Promise<void> {
  const { access, pull } = judged;
  await ensureNote(access, pull, noteOf(judged, reason));
  await setLabels(access, pull.number, [...ownLabels(pull), 'blocked']);
  const summary = `${reason}\n\n${verdict.summary}`;
  await publishGateCheck(access, pull, { conclusion: 'failure', title: BLOCKED, summary });
}

async function unblock(judged: GateSubject): Promise<void> {
  const { access, pull } = judged;
  await ensureNote(access, pull, noteOf(judged, undefined));
  if (pull.labels.some((name) => labelNamed(name) === 'blocked')) {
    await setLabels(access, pull.number, ownLabels(pull));
  }
}

function noteOf({ pull, authorship }: GateSubject, blocked: string | undefined) {
  const { isOurs, repairs } = authorship;
  return { repairs, blocked, head: isOurs ? pull.head : undefined };
}

/** Labels of ours, but for the one that the gate gives. */
function ownLabels({ labels }: PullRequest) {
  return labels.flatMap((name) => {
    const label = labelNamed(name);
    return label === undefined || label === 'blocked' ? [] : [label];
  });
}
