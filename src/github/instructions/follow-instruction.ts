import type { CommandOf, Instruction } from '../command.ts';
import {
  followMigrate,
  isMigrateInstruction,
  type MigrateInstruction,
} from '../migrate/follow-migrate.ts';
import { accessFor } from './access.ts';
import { acknowledge, askedBy } from './asked.ts';
import { Conversation } from './conversation.ts';
import { explain } from './explain.ts';
import { fix } from './fix.ts';
import type { Granted } from './granted.ts';
import { HELP, mistaken, ON_PULLS_ONLY, refusal, tooMany } from './help.ts';
import type { InstructionDeps } from './instruction-deps.ts';
import { isBot, type Permission, permissionOf } from './permission.ts';
import { pullOf } from './pull.ts';
import { REFUSALS } from './quotas.ts';
import { review } from './review.ts';
import { triage } from './triage.ts';

/** What it takes to be followed: to read is enough for whatever neither writes nor costs. */
const NEEDS: Readonly<Record<Instruction['name'], Permission>> = {
  ...{ help: 'read', mistaken: 'read', explain: 'read' },
  ...{ review: 'write', fp: 'write', accept: 'write', reopen: 'write', fix: 'write' },
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
 * @throws whatever GitHub answers that another try may mend
 */
export async function followInstruction(
  command: CommandOf<'follow-instruction'>,
  deps: InstructionDeps,
): Promise<void> {
  const { quotas, limits } = deps;
  const { repository, user, comment, instruction } = command;
  if (isBot(user)) return;
  const access = await accessFor(command, PERMISSIONS, deps);
  const asked = await askedBy(access, command);
  if (asked === undefined) return;
  const permission = await permissionOf(access, user);
  const pull = command.isPull ? await pullOf(access, command.number) : undefined;
  const open = () => Conversation.open(access, command, asked, pull?.head);
  const use = `${comment.kind} ${comment.id}`;

  const who = `${repository.id} ${user.id}`;
  const needed = NEEDS[instruction.name];
  if (permission === undefined || (needed === 'write' && permission !== 'write')) {
    const isFirst = await quotas.take(`refusal ${who} ${command.number}`, use, REFUSALS);
    if (isFirst) await (await open()).say(refusal(instruction.name, needed));
    return;
  }
  if (!(await quotas.take(`instruction ${who}`, use, limits.instructions))) {
    const isFirst = await quotas.take(`enough ${who}`, use, { ...limits.instructions, times: 1 });
    if (isFirst) await (await open()).say(tooMany('instructions', limits.instructions));
    return;
  }
  await acknowledge(access, command);
  const conversation = await open();
  if (isMigrateInstruction(instruction)) {
    const asker = { access, command, conversation, created: asked.created };
    return await followMigrate(asker, instruction, deps);
  }
  if (instruction.name === 'help') return await conversation.say(HELP);
  if (instruction.name === 'mistaken') return await conversation.say(mistaken(instruction.problem));
  if (pull === undefined) return await conversation.say(ON_PULLS_ONLY);
  await follow({ access, command, pull, conversation, created: asked.created }, instruction, deps);
}

type OnPull = Exclude<Instruction, MigrateInstruction | { name: 'help' } | { name: 'mistaken' }>;

async function follow(granted: Granted, instruction: OnPull, deps: InstructionDeps): Promise<void> {
  switch (instruction.name) {
    case 'review':
      return await review(granted, deps);
    case 'explain':
      return await explain(granted, instruction.finding, deps);
    case 'fp':
      return await triage(granted, { ...decisionOf(instruction), state: 'false-positive' }, deps);
    case 'accept':
      return await triage(granted, { ...decisionOf(instruction), state: 'accepted' }, deps);
    case 'reopen':
      return await triage(granted, { key: instruction.finding, state: 'open', reason: '' }, deps);
    case 'fix':
      return await fix(granted, instruction.finding, deps);
  }
}

function decisionOf({ finding, reason }: { finding: string; reason: string }) {
  return { key: finding, reason };
}
