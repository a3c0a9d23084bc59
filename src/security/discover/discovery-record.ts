import * as z from 'zod';
import { claimSchema } from './claim.ts';

/** A line of `discovery.jsonl`: what a model claims of one group of functions. */
export const discoveryRecordSchema = z.object({
  group: z.string(),
  /** `file: name` of each. */
  functions: z.array(z.string()),
  claims: z.array(claimSchema),
  /** Claims at places that do not exist, and what is wrong with them. */
  rejected: z.array(z.object({ claim: claimSchema, problem: z.string() })),
  /** What it was worked out from: prompts and code. Another basis, another entry. */
  basis: z.string(),
});

export type DiscoveryRecord = z.infer<typeof discoveryRecordSchema>;
