import * as z from 'zod';
import { count } from '../../security/report/headline.ts';
import type { CommandOf, Instruction } from '../command.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { instructionLine } from '../events/instruction-line.ts';
import type { Granted } from '../instructions/granted.ts';
import { tooMany } from '../instructions/help.ts';
import type { InstructionDeps } from '../instructions/instruction-deps.ts';
import { readConfiguration } from '../review/default-branch.ts';
import { namesOf, selectionAnswer } from './answers.ts';
import { findNext, firstsOf, withinRoom } from './begin-next.ts';
import { findDashboard } from './dashboard/dashboard-issue.ts';
import { listPulls } from './dashboard/list-pulls.ts';
import { parseNotes } from './dashboard/notes.ts';
import { rowsOf } from './dashboard/rows.ts';
import { statusAnswer } from './dashboard/status-answer.ts';
import { type FunctionId, functionIdSchema } from './function-name.ts';
import { jsonOf } from './json-of.ts';
import { defaultBranch, headOf } from './pulls.ts';
import { surveyCommit } from './run-migration-task.ts';
import { idOf, select } from './selection.ts';
import type { Survey, SurveyedFunction } from './survey.ts';

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
type Asked = Omit<Granted, 'pull'>;

/** More functions than this at once are begun when somebody has approved of it. */
const WITHOUT_APPROVAL = 5;

export function isMigrateInstruction(one: Instruction): one is MigrateInstruction {
  return one.name.startsWith('migrate') || one.name === 'approve';
}

/** Does what an instruction of the migration asks for, or has it done. */
export async function followMigrate(
  asked: Asked,
  instruction: MigrateInstruction,
  deps: InstructionDeps,
): Promise<void> {
  const { access, command, conversation, created } = asked;
  if (instruction.name === 'migrate-stop') {
    await deps.stopMigrations(command.repository.id, new Date(created));
    return await conversation.say(
      'Whatever was asked for before this ends now. Pull requests that are open stay as they are.',
    );
  }
  const configuration = await readConfiguration(access.github, command.repository);
  if (!configuration.migration.enabled) {
    return await conversation.say(
      'The configuration of this repository says that nothing is migrated.',
    );
  }
  if (instruction.name === 'approve') {
    const approved = await approvedCount(asked, instruction.job);
    if (approved === undefined) {
      return await conversation.say('There is nothing here that waits for this approval.');
    }
    return await beginNext(asked, approved, true, configuration, deps);
  }
  if (instruction.name === 'migrate-next') {
    return await beginNext(asked, instruction.count, false, configuration, deps);
  }
  const found = await surveyed(asked, configuration, deps);
  if (found === undefined) return await conversation.say('This repository has no commit yet.');
  if (instruction.name === 'migrate-status') {
    return await conversation.say(await statusText(asked, found));
  }
  const selection = select(found, instruction.function, instruction.file);
  const isStacked = instruction.name === 'migrate' && instruction.stack;
  const canBegin = selection.kind === 'ready' || (isStacked && selection.kind === 'needs callees');
  if (!canBegin) return await conversation.say(selectionAnswer(selection));
  const [first] = selection.step;
  if (first === undefined) return;
  const reason = instruction.name === 'migrate-retry' ? 'retried' : 'asked';
  const job = { function: idOf(first), reason, stack: isStacked, isOneOfMany: false } as const;
  if (!(await isWithinQuota(asked, first, deps))) {
    return await conversation.say(tooMany('functions', deps.limits.migrations));
  }
  await conversation.say(`${namesOf(selection.step)} is on its way.`);
  await deps.requestMigration(commandOf(asked, job));
}

interface Job {
  readonly function: FunctionId;
  readonly reason: 'asked' | 'retried';
  readonly stack: boolean;
  readonly isOneOfMany: boolean;
}

function commandOf(
  { command, created }: Asked,
  { isOneOfMany, ...job }: Job,
): CommandOf<'migrate-function'> {
  const { repository, installation, number, isPull, comment, user } = command;
  const asked = { number, isPull, comment, user, isOneOfMany };
  return { kind: 'migrate-function', repository, installation, ...job, asked, created };
}

/** Begins with the functions whose turn it is. */
async function beginNext(
  asked: Asked,
  wanted: number,
  isApproved: boolean,
  configuration: Configuration,
  deps: InstructionDeps,
): Promise<void> {
  const { access, command, conversation } = asked;
  // What was chosen the first time counts, though more could be next by now.
  const before = chosenSchema.safeParse(jsonOf(conversation.noted ?? '')).data;
  if (before !== undefined) return await request(asked, before, deps);
  const survey = await surveyed(asked, configuration, deps);
  if (survey === undefined) return await conversation.say('This repository has no commit yet.');
  const { steps, isAnythingLeft, open } = await findNext(access, survey, wanted);
  const { max_open: mostOpen } = configuration.migration;
  if (steps.length === 0) {
    const why = isAnythingLeft
      ? 'all that could come next has a pull request, had one that was closed, or came to nothing; `/migrate status` tells which, and `/migrate retry FUNCTION` tries again'
      : 'everything is carried over, or waits for what is open';
    return await conversation.say(`There is nothing to begin with: ${why}.`);
  }
  if (steps.length > WITHOUT_APPROVAL && !isApproved) {
    const id = command.comment.id;
    return await conversation.say(
      `These are ${count(steps.length, 'function')}, and each can take many calls of a model. \`/approve ${id}\` begins with ${namesList(steps)}.`,
    );
  }
  if (open >= mostOpen) {
    return await conversation.say(
      `${count(open, 'pull request')} of the migration are open, and no more than ${mostOpen} are wanted at once. Merge or close one, then ask again.`,
    );
  }
  const begun = await withinRoom(steps, mostOpen - open, (first) =>
    isWithinQuota(asked, first, deps),
  );
  if (begun.length === 0) {
    return await conversation.say(tooMany('functions', deps.limits.migrations));
  }
  const rest = steps.length - begun.length;
  const later = rest > 0 ? ` ${count(rest, 'more', 'more')} can follow once there is room.` : '';
  const chosen = firstsOf(begun);
  conversation.note(JSON.stringify(chosen));
  await conversation.say(
    `On their way: ${namesList(begun)}. Each has an answer of its own.${later}`,
  );
  await request(asked, chosen, deps);
}

const chosenSchema = z.array(functionIdSchema).min(1);

/** Has functions of one comment carried over. */
async function request(
  asked: Asked,
  functions: readonly FunctionId[],
  deps: InstructionDeps,
): Promise<void> {
  for (const one of functions) {
    const job = { function: one, reason: 'asked', stack: false, isOneOfMany: true } as const;
    await deps.requestMigration(commandOf(asked, job));
  }
}

function namesList(steps: readonly (readonly SurveyedFunction[])[]): string {
  return steps.map(namesOf).join(', ');
}

/** How many functions a comment on this issue asked for; undefined where it did not, or is gone. */
async function approvedCount(
  { access, command }: Asked,
  comment_id: number,
): Promise<number | undefined> {
  const { github, calls, place } = access;
  const { number } = command;
  const data = await calls.read((options) =>
    github.paginate(github.rest.issues.listComments, {
      ...{ ...place, ...options, issue_number: number, per_page: 100 },
    }),
  );
  const found = data.find(({ id }) => id === comment_id);
  const instruction = found && instructionLine(found.body ?? '');
  return instruction?.name === 'migrate-next' ? instruction.count : undefined;
}

async function isWithinQuota(
  { command }: Asked,
  { name, file }: FunctionId,
  { quotas, limits }: InstructionDeps,
): Promise<boolean> {
  const { repository, comment } = command;
  const use = `${comment.kind} ${comment.id} ${file}#${name}`;
  return await quotas.take(`migration ${repository.id}`, use, limits.migrations);
}

/** What the default branch has; undefined where it has no commit. */
async function surveyed(
  { access, command }: Asked,
  configuration: Configuration,
  deps: InstructionDeps,
): Promise<Survey | undefined> {
  const head = await headOf(access, await defaultBranch(access));
  if (head === undefined) return undefined;
  const { repository, installation } = command;
  return await surveyCommit({ repository, installation, configuration }, head, deps.signal, deps);
}

/** How far the migration is, in Markdown. */
async function statusText({ access }: Asked, survey: Survey): Promise<string> {
  const dashboard = await findDashboard(access);
  const rows = rowsOf(survey, await listPulls(access), parseNotes(dashboard?.body ?? ''));
  const answer = statusAnswer(rows, dashboard?.isOpen === true ? dashboard.number : undefined);
  if (survey.isLaidOut || rows.length === 0) return answer;
  return `${answer}\n\nThe crate is not laid out yet: that comes with the first function.`;
}
