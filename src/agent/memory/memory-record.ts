import { createHash } from 'node:crypto';
import * as z from 'zod';

/** How long a record may be: a memory is a remark, not a file. */
const MAX_CONTENT = 4000;

export const memoryDraftSchema = z.strictObject({
  type: z.enum(['fact', 'decision', 'procedure']),
  tags: z.array(z.string().min(1).max(60)).max(20),
  content: z.string().min(1).max(MAX_CONTENT),
});

const hash = z.string().regex(/^[0-9a-f]{16}$/);

export const memoryRecordSchema = memoryDraftSchema.extend({
  id: hash,
  created_at: z.iso.datetime(),
  /** The records that this one stands for. */
  merged_from: z.array(z.string()),
  /** The code that it is about, as it was then: see `codeKey`. Missing where it is about no one function. */
  about: hash.optional(),
});

export type MemoryDraft = z.infer<typeof memoryDraftSchema>;

/** Something that was learnt. It comes from a repository, so it is data and never an instruction. */
export type MemoryRecord = z.infer<typeof memoryRecordSchema>;

/** Makes a record. The same remark about the same code has the same id whenever it is made. */
export function memoryRecord(
  draft: MemoryDraft,
  createdAt: Date,
  { mergedFrom = [], about }: { mergedFrom?: readonly string[]; about?: string | undefined } = {},
): MemoryRecord {
  const text = `${draft.type}\0${draft.content}`;
  return {
    id: hashOf(about === undefined ? text : `${text}\0${about}`),
    ...draft,
    tags: [...new Set(draft.tags)].sort(),
    created_at: createdAt.toISOString(),
    merged_from: [...mergedFrom],
    ...(about === undefined ? {} : { about }),
  };
}

/**
 * What a remark about a function is found by: its name and its text, but for how that is laid out. So it is
 * recalled for this code alone, wherever it stands, and for no other version of it.
 */
export function codeKey(name: string, text: string): string {
  return hashOf(`${name}\0${text.replaceAll(/\s+/g, ' ').trim()}`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
