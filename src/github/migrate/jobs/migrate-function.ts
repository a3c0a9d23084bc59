import type { JobRun } from '../../../jobs/queue/run-leased-job.ts';
import { codeSpan } from '../../../page/markdown-text.ts';
import { fetchBranchHead, fetchDefaultBranch } from '../../api/commits.ts';
import { fetchConfiguration } from '../../api/fetch-configuration.ts';
import { openRepositoryClient, type RepositoryClient } from '../../api/repository-client.ts';
import type { CommandOf } from '../../commands/command.ts';
import type { DashboardNews } from '../../commands/dashboard-edit.ts';
import { idOf } from '../../commands/function-id.ts';
import { fileHash } from '../../commands/migration-branch.ts';
import { fetchAskingComment } from '../../comments/asking-comment.ts';
import { Conversation } from '../../comments/conversation.ts';
import { surveyCommit } from '../../isolated-worker/run-migration-task.ts';
import type { SurveyedFunction } from '../../isolated-worker/survey.ts';
import type { NoticePlace } from '../../notices/notice.ts';
import { select } from '../instructions/selection.ts';
import { namesOf, selectionAnswer } from '../instructions/selection-answer.ts';
import { fetchOpenPulls } from '../pulls/fetch-pulls.ts';
import { ensureSetup } from './lay-out-crate.ts';
import type { MigrationDeps } from './migration-deps.ts';
import { migrateDependents, targetBranchOf } from './moved-base.ts';
import { endOf, type FunctionEnd, outcomeText } from './outcome.ts';
import { type ProposalOutcome, proposeStep } from './propose-step.ts';
import { watchForStop } from './stop-signal.ts';

/** Of the token that reads and answers; another one writes branches. */
const PERMISSIONS = {
  ...({ contents: 'read', issues: 'write', metadata: 'read', pull_requests: 'write' } as const),
};

const STOPPED = 'Stopped by `/migrate stop`. Nothing more is done about it.';

/**
 * Migrates a function and proposes what came of it as a draft pull request; says beside the comment
 * that asked for it how far that is. Called again, it goes on with what is there.
 * @throws what another attempt may not meet again, such as that GitHub gives no answer
 */
export async function migrateFunction(
  command: CommandOf<'migrate-function'>,
  run: JobRun,
  deps: MigrationDeps,
): Promise<void> {
  const { id } = command.repository;
  const stop = await watchForStop(command.created, () => deps.stoppedAt(id));
  const signal = AbortSignal.any([run.signal, stop.signal]);
  try {
    const end = await runMigration(command, run, { ...deps, signal });
    if (end !== undefined)
      await notifyDashboard(command, { ...end, function: command.function }, deps);
  } catch (thrown) {
    if (run.signal.aborted || !stop.signal.aborted) {
      const reason = 'The attempt broke off, several times.';
      const end = { kind: 'ended' as const, function: command.function, reason };
      if (run.last && !run.signal.aborted) await notifyDashboard(command, end, deps);
      throw thrown;
    }
    await notifyDashboard(command, { kind: 'ended', function: command.function }, deps);
    const conversation = await openConversation(command, { ...deps, signal: run.signal });
    await conversation?.say(`${codeSpan(command.function.name)}: ${STOPPED}`);
  } finally {
    stop.end();
  }
}

/** Says that a function came to nothing, since every worker that tried it has died. */
export async function reportDiedMigration(
  command: CommandOf<'migrate-function'>,
  deps: MigrationDeps,
): Promise<void> {
  const { name } = command.function;
  const reason = 'Each worker that tried it ended on the way.';
  await notifyDashboard(command, { kind: 'ended', function: command.function, reason }, deps);
  const conversation = await openConversation(command, deps);
  const advice = `The operator of the App finds more in its log. \`/migrate retry ${name}\` tries once more.`;
  await conversation?.say(`${codeSpan(name)}: ${reason} ${advice}`);
}

/** Tells the dashboard. */
async function notifyDashboard(
  { repository, installation }: CommandOf<'migrate-function'>,
  news: DashboardNews,
  deps: MigrationDeps,
): Promise<void> {
  await deps.updateDashboard({ kind: 'update-dashboard', repository, installation, news });
}

/** Tells of what is new to people: a draft that was not there, or that there will be none. */
async function tellOfOutcome(
  name: string,
  outcome: ProposalOutcome,
  place: NoticePlace,
  { notices, signal }: MigrationDeps,
): Promise<void> {
  const isProposed = outcome.kind === 'open' && outcome.isNew;
  if (!isProposed && outcome.kind !== 'not done') return;
  const pull = isProposed ? outcome.pull : undefined;
  await notices?.tell({ kind: 'migration', function: name, pull }, place, signal);
}

/** @returns how it ended; undefined where there is no dashboard to tell */
async function runMigration(
  command: CommandOf<'migrate-function'>,
  run: JobRun,
  deps: MigrationDeps,
): Promise<FunctionEnd | undefined> {
  const { repository, installation, function: wanted, reason } = command;
  deps.signal.throwIfAborted();
  const access = await openRepositoryClient(command, PERMISSIONS, deps);
  const conversation = await openConversation(command, deps);
  // A comment that was deleted takes back what it asked for.
  if (command.asked !== undefined && conversation === undefined) return { kind: 'ended' };
  const say = async (text: string) => await conversation?.say(text);
  const name = codeSpan(wanted.name);
  const configuration = await fetchConfiguration(access);
  if (!configuration.migration.enabled) {
    await say('The configuration of this repository says that nothing is migrated.');
    return undefined;
  }
  const place = { repository, installation, configuration };
  const open = await fetchOpenPulls(access);
  const into =
    (reason === 'base-moved' && targetBranchOf(access, open, wanted)) ||
    (await fetchDefaultBranch(access));
  const head = await fetchBranchHead(access, into);
  if (head === undefined) {
    await say('This repository has no commit yet.');
    return undefined;
  }
  await say(`${name}: reading the C of ${codeSpan(head.slice(0, 10))}.`);
  try {
    const survey = await surveyCommit(place, head, deps.signal, deps);
    const selection = select(survey, wanted.name, wanted.file);
    const isStacked = selection.kind === 'needs callees' && command.stack;
    if (selection.kind !== 'ready' && !isStacked) {
      await say(selectionAnswer(selection));
      return { kind: 'ended' };
    }
    const steps = isStacked
      ? survey.steps.filter((step) => step.some((one) => neededFunctions(selection).includes(one)))
      : [selection.step];
    const maxOpen = configuration.migration.max_open;
    let base = { branch: into, head };
    if (!survey.isLaidOut) {
      await say(`${name}: laying out the crate, which is done once.`);
      const only = steps.flatMap((step) => step.map(({ id }) => id));
      const functions = survey.steps.flat().length;
      const wish = { ...base, only, functions, isAgain: reason === 'retried' };
      const laid = await ensureSetup(access, place, wish, deps);
      if ('problem' in laid) {
        await say(laid.problem);
        return { kind: 'ended', reason: laid.problem };
      }
      base = laid;
    }
    const messages: string[] = [];
    let end: FunctionEnd = { kind: 'ended' };
    for (const step of steps) {
      const work = { access, place, survey, step, base, into, open, maxOpen, reason };
      await say(
        [
          ...messages,
          `${namesOf(step)}: a plan, tests and Rust are being written, built, and compared with the C. That can take some minutes.`,
        ].join('\n\n'),
      );
      const [first] = step;
      if (first === undefined) break;
      if (reason !== 'base-moved')
        await notifyDashboard(command, { kind: 'begun', function: idOf(first) }, deps);
      const outcome = await proposeStep(work, deps);
      end = endOf(outcome, command);
      if (first.name !== wanted.name || first.file !== wanted.file) {
        await notifyDashboard(command, { ...end, function: idOf(first) }, deps);
      }
      messages.push(outcomeText(step, outcome));
      await tellOfOutcome(first.name, outcome, { repository, configuration }, deps);
      await migrateDependents(access, command, outcome, deps);
      if (outcome.kind !== 'open') break;
      base = outcome.base;
    }
    await say(messages.join('\n\n'));
    return end;
  } catch (thrown) {
    deps.signal.throwIfAborted();
    const more = run.last ? '' : ' It is tried again a few times.';
    await say(
      `${name}: the attempt broke off.${more} If this is all that comes, the operator of the App finds the reason in its log.`,
    );
    throw thrown;
  }
}

function neededFunctions(selection: {
  readonly step: readonly SurveyedFunction[];
  readonly callees?: readonly SurveyedFunction[];
}): readonly SurveyedFunction[] {
  return [...(selection.callees ?? []), ...selection.step];
}

/** Our answer; undefined where no comment asked, or the comment is gone. */
async function openConversation(
  command: CommandOf<'migrate-function'>,
  deps: MigrationDeps,
): Promise<Conversation | undefined> {
  if (command.asked === undefined) return undefined;
  const access: RepositoryClient = await openRepositoryClient(command, PERMISSIONS, deps);
  const { isOneOfMany, ...asked } = command.asked;
  const found = await fetchAskingComment(access, asked);
  if (found === undefined) return undefined;
  const { name, file } = command.function;
  const topic = isOneOfMany ? { topic: fileHash(`${file}#${name}`) } : {};
  return await Conversation.open(access, { ...asked, ...topic }, found, undefined);
}
