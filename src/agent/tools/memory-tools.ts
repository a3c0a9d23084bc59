import * as z from 'zod';
import type { Redact } from '../../model/redaction/redact.ts';
import { memoryDraftSchema, memoryRecord } from '../memory/memory-record.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import { recall } from '../memory/recall.ts';
import { defineTool, type Tool } from '../tool.ts';

export interface MemoryAccess {
  readonly store: MemoryStore;
  readonly redact: Redact;
  readonly now: () => Date;
}

/** Keeps a remark for later runs on the same repository. */
export function saveMemory({ store, redact, now }: MemoryAccess): Tool {
  return defineTool({
    name: 'save_memory',
    description: 'Keeps a remark about this repository for later: a fact, a decision, a procedure.',
    permission: 'write',
    args: memoryDraftSchema,
    run({ type, tags, content }) {
      const draft = { type, tags: tags.map(redact), content: redact(content) };
      const record = memoryRecord(draft, now());
      store.add(record);
      return `Kept as ${record.id}.`;
    },
  });
}

/** Looks up what was kept. */
export function retrieveMemory({ store }: Pick<MemoryAccess, 'store'>): Tool {
  return defineTool({
    name: 'retrieve_memory',
    description: 'Looks up remarks that were kept about this repository, by words and tags.',
    permission: 'read',
    args: z.strictObject({
      query: z.string().max(1000).default(''),
      tags: z.array(z.string()).max(20).default([]),
      limit: z.int().min(1).max(20).default(5),
    }),
    run(question) {
      const records = recall(store.all(), question);
      if (records.length === 0) return 'Nothing was kept about this.';
      return records
        .map(({ id, type, tags, content }) => `${id} (${[type, ...tags].join(', ')}): ${content}`)
        .join('\n');
    },
  });
}
