import { z } from 'zod';
import { reportSchema } from '../../security/report/report-schema.ts';

const common = {
  /** The folder with the head checked out. */
  root: z.string(),
  outputFolder: z.string(),
  cacheFolder: z.string(),
  exclude: z.array(z.string()),
  maxMinutes: z.number().positive(),
  maxCost: z.number().positive().optional(),
  maxTokens: z.int().positive().optional(),
  /** From the report of the review. */
  finding: reportSchema.shape.candidates.element,
};

/**
 * What the reader is told besides reviews, as one line of JSON. What people wrote is in it as the
 * text of a thread only.
 */
export const findingTaskSchema = z.discriminatedUnion('task', [
  z.strictObject({ task: z.literal('fix'), ...common }),
  z.strictObject({
    task: z.literal('answer'),
    ...common,
    /** Where reviews of the pull request keep what they learn. */
    stateFolder: z.string(),
    thread: z
      .array(z.object({ from: z.enum(['reviewer', 'maintainer']), text: z.string().max(8000) }))
      .max(20),
  }),
]);

export type FindingTaskRequest = z.infer<typeof findingTaskSchema>;

/** What a model answers in a thread, or why there is no answer. */
export const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered'), text: z.string().min(1).max(8000) }),
  /** There is no model to ask. */
  z.object({ kind: z.literal('no model') }),
  z.object({ kind: z.literal('none'), reason: z.string().min(1).max(4000) }),
]);

/** Where a reader leaves what came of a task: in its output folder. */
export const RESULT_FILE = 'result.json';
