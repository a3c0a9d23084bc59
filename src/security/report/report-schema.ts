import { z } from 'zod';
import { candidateSchema, SEVERITIES } from '../candidates/candidate.ts';
import { lineFixSchema } from '../candidates/line-fix.ts';
import { reproductionSchema } from '../candidates/reproduction.ts';
import { triageResultSchema } from '../candidates/triage-result.ts';
import { FAIL_ON } from './fail-on.ts';
import { importedPlaceSchema } from './imported-place.ts';

const count = z.int().nonnegative();

/** A candidate of our own JSON report. */
const reportedCandidateSchema = candidateSchema.extend({
  baseline: z.enum(['new', 'updated', 'unchanged', 'absent']).exactOptional(),
  suppression: z
    .object({
      kind: z.enum(['inSource', 'external']),
      reason: z.string(),
      by_settings: z.literal(true).exactOptional(),
    })
    .exactOptional(),
  digest: z.string().min(1).max(100).exactOptional(),
  severity_in_small_tree: z.enum(SEVERITIES).exactOptional(),
  repeats_line: z.int().positive().exactOptional(),
  examination: triageResultSchema.exactOptional(),
  reproduction: reproductionSchema.exactOptional(),
  call_paths: z.array(z.string()).readonly().exactOptional(),
  introduced_at: z
    .object({
      file: z.string(),
      line: z.int().positive(),
      known_by: z.enum(['model', 'path', 'nearness']),
    })
    .exactOptional(),
  fix: lineFixSchema.exactOptional(),
});

/** Our own JSON report, whole: what `toJson` prints. */
export const reportSchema = z.object({
  version: z.string(),
  mode: z.enum(['scan', 'review']),
  verdict: z.enum(['clean', 'findings', 'inconclusive']),
  gate: z
    .object({
      fail_on: z.enum(FAIL_ON),
      from: z.string().exactOptional(),
      limits: z
        .array(
          z.object({ of: z.string(), most: count, found: count, from: z.string().exactOptional() }),
        )
        .exactOptional(),
    })
    .exactOptional(),
  incomplete: z.literal(true).exactOptional(),
  notice: z.string(),
  summary: z.object({
    total: count,
    by_language: z.record(z.string(), count),
    by_category: z.record(z.string(), count),
    by_severity: z.record(z.enum(SEVERITIES), count),
    by_examination: z
      .object({
        ...{ verified: count, unverified: count, unproven: count },
        // Reports of earlier versions have no such results.
        unsettled: count.default(0),
        ...{ refuted: count, dismissed: count, unexamined: count },
      })
      .exactOptional(),
    top_risk_files: z.array(z.object({ file: z.string(), score: z.number(), count })),
    scanned_files: count,
    scanned_lines: count,
    scanned_root: z.string(),
    less_sure: count.exactOptional(),
    ranked_lower: count.exactOptional(),
    skipped: z.array(z.object({ file: z.string(), reason: z.string() })),
  }),
  candidates: z.array(reportedCandidateSchema),
  rules: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      category: z.string(),
      cwe: z.array(z.int().positive()),
      severity: z.enum(SEVERITIES),
      precision: z.enum(['very-high', 'high', 'medium', 'low']),
      help: z.string(),
    }),
  ),
  imported: z.array(importedPlaceSchema).exactOptional(),
  category: z.string().exactOptional(),
  shard: z.object({ index: z.int().positive(), count: z.int().positive() }).exactOptional(),
  revision: z
    .object({
      commit: z.string(),
      branch: z.string().exactOptional(),
      repository: z.string().exactOptional(),
      folder: z.string().exactOptional(),
      modified: z.array(z.string()).exactOptional(),
    })
    .exactOptional(),
  comparison: z
    .object({
      base: z.string(),
      changed_files: count,
      left_out_files: count.exactOptional(),
      changed_functions: z.array(z.string()),
    })
    .exactOptional(),
  known: z.object({ existing: count, fixed: count, included: z.boolean() }).exactOptional(),
});
