import { z } from 'zod';
import type { Command } from '../commands/command.ts';
import { parseInstruction } from '../commands/parse-instruction.ts';
import { accountSchema, isBot, repositoryAddressOf, repositoryEventSchema } from './payload.ts';

const commentSchema = z.object({
  id: z.int().positive(),
  body: z.string().nullable(),
  user: accountSchema.nullable(),
});

const issueCommentSchema = repositoryEventSchema.extend({
  action: z.string(),
  issue: z.object({ number: z.int().positive(), pull_request: z.object({}).optional() }),
  comment: commentSchema,
});

/** A new comment on an issue or pull request may begin with an instruction. */
export function issueCommentCommands(payload: unknown): Command[] {
  const { action, issue, comment, ...place } = issueCommentSchema.parse(payload);
  const { user, body } = comment;
  if (action !== 'created' || user === null || isBot(user)) return [];
  const instruction = parseInstruction(body ?? '');
  if (instruction === undefined) return [];
  return [
    {
      ...{
        kind: 'follow-instruction',
        ...repositoryAddressOf(place),
        number: issue.number,
        instruction,
      },
      ...{ isPull: issue.pull_request !== undefined, comment: { kind: 'issue', id: comment.id } },
      user: { id: user.id, login: user.login },
    },
  ];
}

const reviewCommentSchema = repositoryEventSchema.extend({
  action: z.string(),
  pull_request: z.object({ number: z.int().positive() }),
  comment: commentSchema.extend({ in_reply_to_id: z.int().positive().optional() }),
});

/**
 * A new comment on a line may begin with an instruction. Else, where it answers another one, it may
 * be a question to us: whose thread it is, only GitHub knows.
 */
export function reviewCommentCommands(payload: unknown): Command[] {
  const { action, pull_request: pull, comment, ...place } = reviewCommentSchema.parse(payload);
  const { user, body, in_reply_to_id: thread } = comment;
  if (action !== 'created' || user === null || isBot(user)) return [];
  const common = { ...repositoryAddressOf(place), user: { id: user.id, login: user.login } };
  const instruction = parseInstruction(body ?? '');
  if (instruction !== undefined) {
    const where = { kind: 'review', id: comment.id } as const;
    const number = pull.number;
    return [
      { kind: 'follow-instruction', ...common, number, isPull: true, comment: where, instruction },
    ];
  }
  if (thread === undefined) return [];
  return [{ kind: 'answer-question', ...common, pull: pull.number, comment: comment.id, thread }];
}
