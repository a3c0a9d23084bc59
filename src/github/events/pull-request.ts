import { z } from 'zod';
import { type Command, type CommandOf, shaSchema } from '../command.ts';
import { placeOf, placeSchema } from './payload.ts';

/** The label that asks for a review. */
const REVIEW_LABEL = 'rustward';

type Reason = CommandOf<'review-pull-request'>['reason'];

const REASONS: Readonly<Record<string, Reason>> = {
  opened: 'opened',
  reopened: 'opened',
  synchronize: 'pushed',
  ready_for_review: 'ready',
  labeled: 'labeled',
};

const ENDS: readonly string[] = ['closed', 'converted_to_draft'];

const eventSchema = placeSchema.extend({
  action: z.string(),
  pull_request: z.object({ number: z.int().positive(), head: z.object({ sha: shaSchema }) }),
  label: z.object({ name: z.string() }).optional(),
});

/**
 * A pull request that is new, pushed to, ready or labeled is to be reviewed. Whether it is due, a
 * draft for example, settles who carries the command out: that depends on the configuration.
 */
export function pullRequestCommands(payload: unknown): Command[] {
  const { action, pull_request: pull, label, ...place } = eventSchema.parse(payload);
  const common = { ...placeOf(place), pull: pull.number };
  if (ENDS.includes(action)) return [{ kind: 'abandon-review', ...common }];
  const reason = REASONS[action];
  if (reason === undefined) return [];
  if (reason === 'labeled' && label?.name !== REVIEW_LABEL) return [];
  return [{ kind: 'review-pull-request', ...common, head: pull.head.sha, reason }];
}
