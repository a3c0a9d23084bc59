import { z } from 'zod';
import type { Command } from '../commands/command.ts';
import { ticksBetween } from '../migrate/dashboard/function-notes.ts';
import { accountSchema, isBot, repositoryAddressOf, repositoryEventSchema } from './payload.ts';

const issueSchema = repositoryEventSchema.extend({
  action: z.string(),
  issue: z.object({
    number: z.int().positive(),
    body: z.string().nullable(),
    user: accountSchema.nullable(),
    pull_request: z.object({}).nullish(),
  }),
  changes: z.object({ body: z.object({ from: z.string() }).optional() }).optional(),
  sender: accountSchema,
});

/** The end of a dashboard; whether it is one of ours is found out by who carries the command out. */
const DASHBOARD_MARKER = /<!-- rustward dashboard [0-9a-f]{64} -->\s*$/;

/**
 * Ticks in the boxes of a dashboard. The event itself says what was ticked: where the issue has been
 * written anew since, nothing is lost.
 */
export function issueCommands(payload: unknown): Command[] {
  const { action, issue, changes, sender, ...place } = issueSchema.parse(payload);
  const { number, user, body } = issue;
  const isOurs = user !== null && isBot(user) && issue.pull_request == null;
  if (!isOurs || isBot(sender) || !DASHBOARD_MARKER.test(body ?? '')) return [];
  const common = { kind: 'update-dashboard' as const, ...repositoryAddressOf(place) };
  if (action === 'reopened') return [common];
  const before = changes?.body?.from;
  if (action !== 'edited' || before === undefined) return [];
  const { ticked, emptied } = ticksBetween(before, body ?? '');
  if (ticked.length === 0 && emptied.length === 0) return [];
  const by = { id: sender.id, login: sender.login };
  return [{ ...common, edit: { number, user: by, ticked: [...ticked], emptied: [...emptied] } }];
}
