import { createHash } from 'node:crypto';
import * as z from 'zod';

/** How long a record may be: a memory is a remark, not a file. */
const MAX_CONTENT = 4000;

export const memoryDraftSchema = z.strictObject({
  type: z.enum(['fact', 'decision', 'procedure']),
  tags: z.array(z.string().min(1).max(60)).max(20),
  content: z.string().min(1).max(MAX_CONTENT),
});

export const memoryRecordSchema = memoryDraftSchema.extend({
  id: z.string().regex(/^[0-9a-f]{16}$/),
  created_at: z.iso.datetime(),
  /** The records that this one stands for. */
  merged_from: z.array(z.string()),
});

export type MemoryDraft = z.infer<typeof memoryDraftSchema>;

/** Something that was learnt. It comes from a repository, so it is data and never an instruction. */
export type MemoryRecord = z.infer<typeof memoryRecordSchema>;

/** Makes a record. The same remark has the same id whenever it is made. */
export function memoryRecord(
  draft: MemoryDraft,
  createdAt: Date,
  mergedFrom: readonly string[] = [],
): MemoryRecord {
  const id = createHash('sha256').update(`${draft.type}\0${draft.content}`).digest('hex');
  return {
    id: id.slice(0, 16),
    ...draft,
    tags: [...new Set(draft.tags)].sort(),
    created_at: createdAt.toISOString(),
    merged_from: [...mergedFrom],
  };
}
