import { z } from 'zod';
import { type Command, type CommandOf, REVIEW_LABEL, shaSchema } from '../command.ts';
import { parseBranch } from '../migrate/branch.ts';
import { placeOf, placeSchema } from './payload.ts';

type Reason = CommandOf<'review-pull-request'>['reason'];

const REASONS: Readonly<Record<string, Reason>> = {
  opened: 'opened',
  reopened: 'opened',
  synchronize: 'pushed',
  edited: 'retargeted',
  ready_for_review: 'ready',
  labeled: 'labeled',
};

const ENDS: readonly string[] = ['closed', 'converted_to_draft'];

const eventSchema = placeSchema.extend({
  action: z.string(),
  pull_request: z.object({
    number: z.int().positive(),
    merged: z.boolean().default(false),
    head: z.object({
      sha: shaSchema,
      ref: z.string().max(300).optional(),
      // Of a fork that is gone.
      repo: z.object({ id: z.int() }).nullish(),
    }),
  }),
  label: z.object({ name: z.string() }).optional(),
  changes: z.object({ base: z.unknown().optional() }).optional(),
});

/**
 * A pull request that is new, pushed to, retargeted, ready or labeled is to be reviewed. Whether it is due, a
 * draft for example, settles who carries the command out: that depends on the configuration.
 */
export function pullRequestCommands(payload: unknown): Command[] {
  const { action, pull_request: pull, label, changes, ...place } = eventSchema.parse(payload);
  const common = { ...placeOf(place), pull: pull.number };
  if (ENDS.includes(action)) {
    const ended: Command[] = [{ kind: 'abandon-review', ...common }];
    const { ref: branch, repo } = pull.head;
    if (action !== 'closed' || branch === undefined) return ended;
    if (repo?.id !== common.repository.id || parseBranch(branch) === undefined) return ended;
    return [...ended, { kind: 'migration-closed', ...common, branch, isMerged: pull.merged }];
  }
  const reason = REASONS[action];
  if (reason === undefined) return [];
  if (reason === 'labeled' && label?.name !== REVIEW_LABEL) return [];
  // Against another branch the change is another one; title and text are none of ours.
  if (reason === 'retargeted' && changes?.base === undefined) return [];
  return [{ kind: 'review-pull-request', ...common, head: pull.head.sha, reason }];
}
