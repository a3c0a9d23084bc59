import { createHash } from 'node:crypto';
import * as z from 'zod';
import { loadPrompt } from '../../model/prompts/load-prompt.ts';
import { reproductionSchema } from '../candidates/reproduction.ts';
import { triageResultSchema } from '../candidates/triage-result.ts';
import { claimSchema } from '../discover/claim.ts';

const gids = z.array(z.int().positive());
const count = z.int().nonnegative();

/** What an entry was worked out from: prompts, candidates and code. Another basis, another entry. */
const basis = z.string();

/** What the models saw besides what they were asked; missing where that is nothing. */
const besides = z.array(claimSchema).optional();

const clusterRecordSchema = z.object({
  cluster_id: z.string(),
  file: z.string(),
  batch_index: count,
  cluster_index: count,
  gids: gids.min(1),
  verification: z.string(),
  is_invalid: z.boolean(),
  invalid_reason: z.string(),
  besides,
  basis,
});

/** A line of `clusters.jsonl` that says what the review of an invalid cluster came to. */
const recheckRecordSchema = z.object({
  reviewed: z.string(),
  reviews: z.array(
    z.object({
      gid: z.int().positive(),
      is_reason_sufficient: z.boolean(),
      review_notes: z.string(),
    }),
  ),
  besides,
  basis,
});

export const clusterLineSchema = z.union([clusterRecordSchema, recheckRecordSchema]);

/** A line of `analysis.jsonl`: what analysis and verification of one cluster came to. */
export const derivationRecordSchema = z.object({
  cluster_id: z.string(),
  file: z.string(),
  batch_index: count,
  cluster_index: count,
  /** Those that were analysed: without the ones that the review left out. */
  gids: gids.min(1),
  verified_gids: gids,
  false_positive_gids: gids,
  /** By candidate, what was found out. */
  issues: z.array(z.object({ gid: z.int().positive(), examination: triageResultSchema })),
  besides,
  basis,
});

/** A line of `reproductions.jsonl`: what came of running the findings of one function. */
export const reproductionRecordSchema = z.object({
  subject: z.string(),
  results: z.array(z.object({ gid: z.int().positive(), reproduction: reproductionSchema })),
  basis,
});

export type ClusterRecord = z.infer<typeof clusterRecordSchema>;
export type RecheckRecord = z.infer<typeof recheckRecordSchema>;
export type ClusterLine = z.infer<typeof clusterLineSchema>;
export type DerivationRecord = z.infer<typeof derivationRecordSchema>;
export type ReproductionRecord = z.infer<typeof reproductionRecordSchema>;

/**
 * The basis of an answer: a hash of the prompts, by the hash of each file, and of everything that
 * they are filled in with.
 */
export function inputHash(
  roles: readonly string[],
  values: Readonly<Record<string, string>>,
  more: readonly unknown[] = [],
): string {
  const prompts = roles.map((role) => loadPrompt(role).hash);
  const text = JSON.stringify([prompts, Object.entries(values).sort(), more]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
