import * as z from 'zod';
import { shaSchema } from '../../command.ts';
import { filePathSchema, functionNameSchema } from '../function-name.ts';

/** Of the log that goes to an agent. */
export const MOST_LOG = 40_000;

/** What the reader is told about a failure of CI, as one line of JSON. Nothing in it is a secret. */
export const mendTaskSchema = z.strictObject({
  task: z.literal('mend'),
  /** The folder with the head checked out, in a git repository that knows the base. */
  root: z.string(),
  head: shaSchema,
  /** Where the branch begins. */
  base: shaSchema,
  /** Outside of the root. */
  outputFolder: z.string(),
  cacheFolder: z.string(),
  /** The folder of the project, relative to the root, and that of the crate, relative to the project. */
  project: z.union([z.literal('.'), filePathSchema]),
  crate: filePathSchema,
  /** What the branch is for: see `parseBranch`. */
  function: z.strictObject({ name: functionNameSchema, file: z.string().optional() }),
  /** Text of strangers. */
  log: z.string().min(1).max(MOST_LOG),
  round: z.int().positive(),
  maxMinutes: z.number().positive(),
  maxCost: z.number().positive().optional(),
  maxTokens: z.int().positive().optional(),
});

export type MendTask = z.infer<typeof mendTaskSchema>;
