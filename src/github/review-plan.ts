import { z } from 'zod';
import { SEVERITIES } from '../security/candidate.ts';

/** GitHub's limits, a little below them where we add text of our own. */
export const PLAN_LIMITS = {
  title: 255,
  summary: 60_000,
  body: 60_000,
  annotations: 1000,
  findings: 5000,
  stillThere: 20_000,
  /** Characters of SARIF before it is packed. */
  sarif: 100_000_000,
};

const path = z.string().min(1).max(4096);
const line = z.int().positive();
const key = z.string().regex(/^[0-9a-f]{8}$/);

/** Lines of the change that a tested fix puts in the place of others. */
const suggestionSchema = z.object({
  start_line: line,
  end_line: line,
  replacement: z.string().max(20_000),
});

/** One finding, ready to be posted but for the marker that only the publisher can sign. */
const plannedFindingSchema = z.object({
  /** Eight hexadecimal digits, see `findingKey`: the same on every push, wherever the line goes. */
  key,
  rule: z.string().max(300),
  /** GitHub's `primaryLocationLineHash`. */
  fingerprint: z.string().max(200),
  path,
  start_line: line,
  end_line: line,
  severity: z.enum(SEVERITIES),
  score: z.number(),
  /** In one line, without Markdown. */
  title: z.string().max(PLAN_LIMITS.title),
  /** Markdown in which nothing of a repository or a model acts. */
  body: z.string().max(PLAN_LIMITS.body),
  suggestion: suggestionSchema.optional(),
});

export type PlannedFinding = z.infer<typeof plannedFindingSchema>;

const annotationSchema = z.object({
  path,
  start_line: line,
  end_line: line,
  start_column: line.optional(),
  end_column: line.optional(),
  level: z.enum(['notice', 'warning', 'failure']),
  title: z.string().max(PLAN_LIMITS.title),
  message: z.string().max(16_000),
});

export type Annotation = z.infer<typeof annotationSchema>;

/**
 * What a review wants to say on GitHub, as plain data. It comes from the process that read untrusted
 * text and is parsed before it is used; who publishes it interprets nothing in it.
 */
export const reviewPlanSchema = z.object({
  /** `inconclusive` wherever something that should have been examined was not. */
  verdict: z.enum(['clean', 'findings', 'inconclusive']),
  /** Whether all was examined that should have been; only then is what is not found gone. */
  complete: z.boolean(),
  /** Of the check run, in one line. */
  title: z.string().min(1).max(PLAN_LIMITS.title),
  /** Markdown: what was examined, what was not and why, cost, time, and every finding in a line. */
  summary: z.string().min(1).max(PLAN_LIMITS.summary),
  /**
   * Open findings at or above the confidence for an alarm, the highest score first. Those that a
   * person has settled are not among them.
   */
  findings: z.array(plannedFindingSchema).max(PLAN_LIMITS.findings),
  /**
   * The keys of what is there without being a finding: settled, refuted, or too thin for an alarm. The
   * threads about it are left alone.
   */
  still_there: z.array(key).max(PLAN_LIMITS.stillThere),
  annotations: z.array(annotationSchema).max(PLAN_LIMITS.annotations),
  /** A SARIF 2.1.0 log as text, for code scanning; empty for none. */
  sarif: z.string().max(PLAN_LIMITS.sarif),
});

export type ReviewPlan = z.infer<typeof reviewPlanSchema>;
