import * as z from 'zod';
import { count } from '../../../security/report/count.ts';
import { fetchIssueComments } from '../../api/comments.ts';
import { fetchBranchHead, fetchDefaultBranch } from '../../api/commits.ts';
import { fetchConfiguration } from '../../api/fetch-configuration.ts';
import type { CommandOf } from '../../commands/command.ts';
import { type FunctionId, functionIdSchema, idOf } from '../../commands/function-id.ts';
import type { Instruction } from '../../commands/instruction.ts';
import { parseInstruction } from '../../commands/parse-instruction.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import { parseJson } from '../../isolated-worker/parse-json.ts';
import { surveyCommit } from '../../isolated-worker/run-migration-task.ts';
import type { Survey, SurveyedFunction } from '../../isolated-worker/survey.ts';
import { quotaAnswer } from '../../permissions/help.ts';
import type { InstructionDeps } from '../../permissions/instruction-deps.ts';
import type { PermittedCommand } from '../../permissions/permitted-command.ts';
import { findDashboard } from '../dashboard/dashboard-issue.ts';
import { fetchDashboardPulls } from '../dashboard/fetch-dashboard-pulls.ts';
import { parseNotes } from '../dashboard/function-notes.ts';
import { pausedText } from '../dashboard/paused-text.ts';
import { rowsOf } from '../dashboard/rows.ts';
import { statusAnswer } from '../dashboard/status-answer.ts';
import { findNextSteps, firstFunctions, limitToRoom } from './next-steps.ts';
import { select } from './selection.ts';
import { namesOf, selectionAnswer } from './selection-answer.ts';

/** Instructions of the migration, which can be given on issues as well. */
export type MigrateInstruction = Extract<
  Instruction,
  | { name: 'migrate' }
  | { name: 'migrate-next' }
  | { name: 'migrate-status' }
  | { name: 'migrate-retry' }
  | { name: 'migrate-stop' }
  | { name: 'approve' }
>;

/** What it takes: there need not be a pull request. */
type CommandContext = Omit<PermittedCommand, 'pull'>;

/** More functions than this at once are begun when a person has approved of it. */
const MAX_WITHOUT_APPROVAL = 5;

export function isMigrateInstruction(one: Instruction): one is MigrateInstruction {
  return one.name.startsWith('migrate') || one.name === 'approve';
}

/** Does what an instruction of the migration asks for, or has it done. */
export async function followMigrate(
  context: CommandContext,
  instruction: MigrateInstruction,
  deps: InstructionDeps,
): Promise<void> {
  const { access, command, conversation, created } = context;
  if (instruction.name === 'migrate-stop') {
    await deps.stopMigrations(command.repository.id, new Date(created));
    return await conversation.say(
      'Whatever was asked for before this ends now. Pull requests that are open stay as they are.',
    );
  }
  const configuration = await fetchConfiguration(access);
  if (!configuration.migration.enabled) {
    return await conversation.say(
      'The configuration of this repository says that nothing is migrated.',
    );
  }
  if (instruction.name === 'approve') {
    const approved = await fetchApprovedCount(context, instruction.job);
    if (approved === undefined) {
      return await conversation.say('There is nothing here that waits for this approval.');
    }
    return await beginNext(context, approved, true, configuration, deps);
  }
  if (instruction.name === 'migrate-next') {
    return await beginNext(context, instruction.count, false, configuration, deps);
  }
  const found = await surveyDefaultBranch(context, configuration, deps);
  if (found === undefined) return await conversation.say('This repository has no commit yet.');
  if (instruction.name === 'migrate-status') {
    return await conversation.say(await statusText(context, found));
  }
  const held = pausedText(found);
  if (held !== undefined) return await conversation.say(held);
  const selection = select(found, instruction.function, instruction.file);
  const isStacked = instruction.name === 'migrate' && instruction.stack;
  const canBegin = selection.kind === 'ready' || (isStacked && selection.kind === 'needs callees');
  if (!canBegin) return await conversation.say(selectionAnswer(selection));
  const [first] = selection.step;
  if (first === undefined) return;
  const reason = instruction.name === 'migrate-retry' ? 'retried' : 'asked';
  const job = { function: idOf(first), reason, stack: isStacked, isOneOfMany: false } as const;
  if (!(await isWithinQuota(context, first, deps))) {
    return await conversation.say(quotaAnswer('functions', deps.limits.migrations));
  }
  await conversation.say(`${namesOf(selection.step)} is on its way.`);
  await deps.requestMigration(commandOf(context, job));
}

interface Job {
  readonly function: FunctionId;
  readonly reason: 'asked' | 'retried';
  readonly stack: boolean;
  readonly isOneOfMany: boolean;
}

function commandOf(
  { command, created }: CommandContext,
  { isOneOfMany, ...job }: Job,
): CommandOf<'migrate-function'> {
  const { repository, installation, number, isPull, comment, user } = command;
  const asked = { number, isPull, comment, user, isOneOfMany };
  return { kind: 'migrate-function', repository, installation, ...job, asked, created };
}

/** Begins with the functions whose turn it is. */
async function beginNext(
  context: CommandContext,
  wanted: number,
  isApproved: boolean,
  configuration: Configuration,
  deps: InstructionDeps,
): Promise<void> {
  const { access, command, conversation } = context;
  // What was chosen the first time counts, though more could be next by now.
  const before = chosenSchema.safeParse(parseJson(conversation.storedText ?? '')).data;
  if (before !== undefined) return await requestFunctions(context, before, deps);
  const survey = await surveyDefaultBranch(context, configuration, deps);
  if (survey === undefined) return await conversation.say('This repository has no commit yet.');
  const held = pausedText(survey);
  if (held !== undefined) return await conversation.say(held);
  const { steps, isAnythingLeft, open } = await findNextSteps(access, survey, wanted);
  const { max_open: maxOpen } = configuration.migration;
  if (steps.length === 0) {
    const why = isAnythingLeft
      ? 'all that could come next has a pull request, had one that was closed, or came to nothing; `/migrate status` tells which, and `/migrate retry FUNCTION` tries again'
      : 'everything is migrated, or waits for what is open';
    return await conversation.say(`There is nothing to begin with: ${why}.`);
  }
  const approved = isApproved || isTrusted(command.user.login, configuration);
  if (steps.length > MAX_WITHOUT_APPROVAL && !approved) {
    const id = command.comment.id;
    return await conversation.say(
      `These are ${count(steps.length, 'function')}, and each can take many calls of a model. \`/approve ${id}\` begins with ${namesList(steps)}.`,
    );
  }
  if (open >= maxOpen) {
    return await conversation.say(
      `${count(open, 'pull request')} of the migration are open, and no more than ${maxOpen} are wanted at once. Merge or close one, then ask again.`,
    );
  }
  const begun = await limitToRoom(steps, maxOpen - open, (first) =>
    isWithinQuota(context, first, deps),
  );
  if (begun.length === 0) {
    return await conversation.say(quotaAnswer('functions', deps.limits.migrations));
  }
  const rest = steps.length - begun.length;
  const later = rest > 0 ? ` ${count(rest, 'more', 'more')} can follow once there is room.` : '';
  const chosen = firstFunctions(begun);
  conversation.storeText(JSON.stringify(chosen));
  await conversation.say(
    `On their way: ${namesList(begun)}. Each has an answer of its own.${later}`,
  );
  await requestFunctions(context, chosen, deps);
}

/** Whether the repository has said that this person needs no approval. GitHub's names have no case. */
function isTrusted(login: string, { migration }: Configuration): boolean {
  return migration.begin_without_approval.some((one) => one.toLowerCase() === login.toLowerCase());
}

const chosenSchema = z.array(functionIdSchema).min(1);

/** Adds jobs that migrate the functions of one comment. */
async function requestFunctions(
  context: CommandContext,
  functions: readonly FunctionId[],
  deps: InstructionDeps,
): Promise<void> {
  for (const one of functions) {
    const job = { function: one, reason: 'asked', stack: false, isOneOfMany: true } as const;
    await deps.requestMigration(commandOf(context, job));
  }
}

function namesList(steps: readonly (readonly SurveyedFunction[])[]): string {
  return steps.map(namesOf).join(', ');
}

/** How many functions a comment on this issue asked for; undefined where it did not, or is gone. */
async function fetchApprovedCount(
  { access, command }: CommandContext,
  comment: number,
): Promise<number | undefined> {
  const comments = await fetchIssueComments(access, command.number);
  const found = comments.find(({ id }) => id === comment);
  const instruction = found && parseInstruction(found.body);
  return instruction?.name === 'migrate-next' ? instruction.count : undefined;
}

async function isWithinQuota(
  { command }: CommandContext,
  { name, file }: FunctionId,
  { quotas, limits }: InstructionDeps,
): Promise<boolean> {
  const { repository, comment } = command;
  const use = `${comment.kind} ${comment.id} ${file}#${name}`;
  return await quotas.take(`migration ${repository.id}`, use, limits.migrations);
}

/** What the default branch has; undefined where it has no commit. */
async function surveyDefaultBranch(
  { access, command }: CommandContext,
  configuration: Configuration,
  deps: InstructionDeps,
): Promise<Survey | undefined> {
  const head = await fetchBranchHead(access, await fetchDefaultBranch(access));
  if (head === undefined) return undefined;
  const { repository, installation } = command;
  return await surveyCommit({ repository, installation, configuration }, head, deps.signal, deps);
}

/** How far the migration is, in Markdown. */
async function statusText({ access }: CommandContext, survey: Survey): Promise<string> {
  const dashboard = await findDashboard(access);
  const rows = rowsOf(survey, await fetchDashboardPulls(access), parseNotes(dashboard?.body ?? ''));
  const held = pausedText(survey);
  const said = statusAnswer(rows, dashboard?.isOpen === true ? dashboard.number : undefined);
  const answer = held === undefined ? said : `${held}\n\n${said}`;
  if (survey.isLaidOut || rows.length === 0) return answer;
  return `${answer}\n\nThe crate is not laid out yet: that comes with the first function.`;
}
