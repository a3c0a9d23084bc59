import { z } from 'zod';
import { type Command, type CommandOf, REVIEW_LABEL, shaSchema } from '../commands/command.ts';
import { parseBranch } from '../commands/migration-branch.ts';
import { MIGRATION_LABELS } from '../migrate/pulls/labels.ts';
import { repositoryAddressOf, repositoryEventSchema } from './payload.ts';

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

const eventSchema = repositoryEventSchema.extend({
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

/** What moves a pull request of the migration on the dashboard. */
const MOVES: readonly string[] = ['opened', 'reopened', 'ready_for_review'];
const LABELS: readonly string[] = ['labeled', 'unlabeled'];

/**
 * A pull request that is new, pushed to, retargeted, ready or labeled is to be reviewed. Whether it is due, a
 * draft for example, settles who carries the command out: that depends on the configuration. One of the
 * migration moves on the dashboard, too.
 */
export function pullRequestCommands(payload: unknown): Command[] {
  const { action, pull_request: pull, label, changes, ...place } = eventSchema.parse(payload);
  const where = repositoryAddressOf(place);
  const common = { ...where, pull: pull.number };
  const { ref: branch, repo } = pull.head;
  const own = repo?.id === where.repository.id ? branch : undefined;
  const isOurs = own !== undefined && parseBranch(own) !== undefined;
  if (ENDS.includes(action)) {
    const ended: Command[] = [{ kind: 'abandon-review', ...common }];
    if (isOurs && action === 'closed') {
      ended.push({ kind: 'migration-closed', ...common, branch: own, isMerged: pull.merged });
    } else if (isOurs) ended.push({ kind: 'update-dashboard', ...where });
    return ended;
  }
  const isBlocked = LABELS.includes(action) && label?.name === MIGRATION_LABELS.blocked.name;
  const moved: Command[] =
    isOurs && (isBlocked || MOVES.includes(action)) ? [{ kind: 'update-dashboard', ...where }] : [];
  const reason = REASONS[action];
  if (reason === undefined) return moved;
  if (reason === 'labeled' && label?.name !== REVIEW_LABEL) return moved;
  // Against another branch the change is another one; title and text are none of ours.
  if (reason === 'retargeted' && changes?.base === undefined) return [];
  return [{ kind: 'review-pull-request', ...common, head: pull.head.sha, reason }, ...moved];
}
