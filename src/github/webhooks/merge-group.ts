import { z } from 'zod';
import { type Command, shaSchema } from '../commands/command.ts';
import { repositoryAddressOf, repositoryEventSchema } from './payload.ts';

const eventSchema = repositoryEventSchema.extend({
  action: z.string(),
  merge_group: z.object({
    head_sha: shaSchema,
    base_sha: shaSchema,
    head_ref: z.string().max(500),
  }),
});

/** A merge queue waits for our check of what it is about to merge. */
export function mergeGroupCommands(payload: unknown): Command[] {
  const { action, merge_group: group, ...place } = eventSchema.parse(payload);
  if (action !== 'checks_requested') return [];
  const { head_sha: head, base_sha: base, head_ref: ref } = group;
  return [{ kind: 'review-merge-group', ...repositoryAddressOf(place), head, base, ref }];
}
