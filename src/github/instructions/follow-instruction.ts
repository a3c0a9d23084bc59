import { fetchPull } from '../api/pulls.ts';
import { openRepositoryClient } from '../api/repository-client.ts';
import type { CommandOf } from '../commands/command.ts';
import type { Instruction } from '../commands/instruction.ts';
import { acknowledge, fetchAskingComment } from '../comments/asking-comment.ts';
import { Conversation } from '../comments/conversation.ts';
import {
  followMigrate,
  isMigrateInstruction,
  type MigrateInstruction,
} from '../migrate/instructions/follow-migrate.ts';
import {
  HELP,
  mistakenAnswer,
  ON_PULLS_ONLY,
  quotaAnswer,
  refusalAnswer,
} from '../permissions/help.ts';
import type { InstructionDeps } from '../permissions/instruction-deps.ts';
import type { PermittedCommand } from '../permissions/permitted-command.ts';
import { REFUSAL_QUOTA } from '../permissions/quotas.ts';
import { fetchPermission, isBot, type Permission } from '../permissions/user-permission.ts';
import { askForReview } from './ask-for-review.ts';
import { dismissFinding } from './dismiss-finding.ts';
import { explain } from './explain.ts';
import { pauseReviews, resumeReviews } from './pause-reviews.ts';
import { proposeFix } from './propose-fix.ts';

/** What it takes to be followed: to read is enough for whatever neither writes nor costs. */
const NEEDS: Readonly<Record<Instruction['name'], Permission>> = {
  ...{ help: 'read', mistaken: 'read', explain: 'read' },
  ...{
    review: 'write',
    pause: 'write',
    resume: 'write',
    fp: 'write',
    accept: 'write',
    reopen: 'write',
    fix: 'write',
  },
  ...{ migrate: 'write', 'migrate-next': 'write', 'migrate-status': 'read' },
  ...{ 'migrate-retry': 'write', 'migrate-stop': 'write', approve: 'write' },
};

/** Of the token: to answer, and to change what a decision changes. */
const PERMISSIONS = {
  ...({ checks: 'write', contents: 'read', issues: 'write', metadata: 'read' } as const),
  ...({ pull_requests: 'write', security_events: 'write' } as const),
};

/**
 * Does what a comment asks for, and answers beside it. Called again for the same command, it does
 * the same again and edits the answer that is there.
 * @throws what another attempt may not meet again, such as that GitHub gives no answer
 */
export async function followInstruction(
  command: CommandOf<'follow-instruction'>,
  deps: InstructionDeps,
): Promise<void> {
  const { quotas, limits } = deps;
  const { repository, user, comment, instruction } = command;
  if (isBot(user)) return;
  const access = await openRepositoryClient(command, PERMISSIONS, deps);
  const asked = await fetchAskingComment(access, command);
  if (asked === undefined) return;
  const permission = await fetchPermission(access, user);
  const pull = command.isPull ? await fetchPull(access, command.number) : undefined;
  const open = () => Conversation.open(access, command, asked, pull?.head);
  const use = `${comment.kind} ${comment.id}`;

  const who = `${repository.id} ${user.id}`;
  const needed = NEEDS[instruction.name];
  if (permission === undefined || (needed === 'write' && permission !== 'write')) {
    const isFirst = await quotas.take(`refusal ${who} ${command.number}`, use, REFUSAL_QUOTA);
    if (isFirst) await (await open()).say(refusalAnswer(instruction.name, needed));
    return;
  }
  if (!(await quotas.take(`instruction ${who}`, use, limits.instructions))) {
    const isFirst = await quotas.take(`enough ${who}`, use, { ...limits.instructions, times: 1 });
    if (isFirst) await (await open()).say(quotaAnswer('instructions', limits.instructions));
    return;
  }
  await acknowledge(access, command);
  const conversation = await open();
  if (isMigrateInstruction(instruction)) {
    const asker = { access, command, conversation, created: asked.created };
    return await followMigrate(asker, instruction, deps);
  }
  if (instruction.name === 'help') return await conversation.say(HELP);
  if (instruction.name === 'mistaken')
    return await conversation.say(mistakenAnswer(instruction.problem));
  if (pull === undefined) return await conversation.say(ON_PULLS_ONLY);
  await followOnPull(
    { access, command, pull, conversation, created: asked.created },
    instruction,
    deps,
  );
}

type PullInstruction = Exclude<
  Instruction,
  MigrateInstruction | { name: 'help' } | { name: 'mistaken' }
>;

async function followOnPull(
  permitted: PermittedCommand,
  instruction: PullInstruction,
  deps: InstructionDeps,
): Promise<void> {
  switch (instruction.name) {
    case 'review':
      return await askForReview(permitted, deps);
    case 'pause':
      return await pauseReviews(permitted);
    case 'resume':
      return await resumeReviews(permitted, deps);
    case 'explain':
      return await explain(permitted, instruction.finding, deps);
    case 'fp':
      return await dismissFinding(
        permitted,
        { ...decisionOf(instruction), state: 'false-positive' },
        deps,
      );
    case 'accept':
      return await dismissFinding(
        permitted,
        { ...decisionOf(instruction), state: 'accepted' },
        deps,
      );
    case 'reopen':
      return await dismissFinding(
        permitted,
        { key: instruction.finding, state: 'open', reason: '' },
        deps,
      );
    case 'fix':
      return await proposeFix(permitted, instruction, deps);
  }
}

function decisionOf({ finding, reason }: { finding: string; reason: string }) {
  return { key: finding, reason };
}
