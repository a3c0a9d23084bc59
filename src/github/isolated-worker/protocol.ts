import { z } from 'zod';
import { FAIL_ON } from '../../security/report/verdict.ts';
import { suppressionEntrySchema } from '../../security/selection/suppression-file.ts';

/**
 * What the reader is told, as one line of JSON on its standard input. Nothing in it is a secret, and
 * nothing in it comes from the change under review.
 */
export const reviewRequestSchema = z.strictObject({
  /** The folder with the head checked out, in which git knows the base. */
  root: z.string(),
  base: z.string(),
  /** Where the reports go, and what the review keeps: outside of the root. */
  outputFolder: z.string(),
  stateFolder: z.string(),
  cacheFolder: z.string(),
  exclude: z.array(z.string()),
  minConfidence: z.number().min(0).max(1),
  failOn: z.enum(FAIL_ON),
  maxMinutes: z.number().positive(),
  maxCost: z.number().positive().optional(),
  maxTokens: z.int().positive().optional(),
  /** What was settled on the base and by comment, in place of what the head says. */
  suppressions: z.array(suppressionEntrySchema),
  strangersChange: z.boolean(),
  /** Files that could not be fetched. */
  leftOut: z.array(z.object({ file: z.string(), reason: z.string(), failed: z.boolean() })),
});

export type WorkerReviewRequest = z.infer<typeof reviewRequestSchema>;

export const MAX_NOTE_CHARACTERS = 300;

/** What the reader says, one JSON object a line on its standard output. */
export const workerMessageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('progress'),
    stage: z.string().max(40),
    done: z.int().nonnegative(),
    total: z.int().nonnegative(),
  }),
  /** What is being done, on one line. Names of the repository are in it. */
  z.object({ kind: z.literal('note'), text: z.string().max(MAX_NOTE_CHARACTERS) }),
  /** The reports are in the output folder. */
  z.object({
    kind: z.literal('done'),
    seconds: z.number().nonnegative(),
    /** What models were asked; `unpriced` calls are not in the dollars. */
    costs: z.object({
      dollars: z.number().nonnegative(),
      calls: z.int().nonnegative(),
      unpriced: z.int().nonnegative(),
    }),
    /** What a person should know and the report does not say, one line each. */
    warnings: z.array(z.string()),
  }),
  /** It could not be done: for a reason that a person can act on. */
  z.object({ kind: z.literal('failed'), message: z.string().max(2000) }),
]);

/** What it takes to have read a change. */
export type WorkerResult = Omit<Extract<WorkerMessage, { kind: 'done' }>, 'kind'>;

export type WorkerMessage = z.infer<typeof workerMessageSchema>;

/** What a reader leaves in its output folder. */
export const WORKER_FILES = { report: 'report.json', page: 'report.html' };
