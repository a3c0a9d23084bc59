import * as z from 'zod';
import { shaSchema } from '../commands/command.ts';
import { filePathSchema, functionNameSchema } from '../commands/function-id.ts';

/** Of the log that goes to an agent. */
export const MAX_LOG_CHARACTERS = 40_000;

/** What the reader is told about a failure of CI, as one line of JSON. Nothing in it is a secret. */
export const repairTaskSchema = z.strictObject({
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
  log: z.string().min(1).max(MAX_LOG_CHARACTERS),
  round: z.int().positive(),
  maxMinutes: z.number().positive(),
  maxCost: z.number().positive().optional(),
  maxTokens: z.int().positive().optional(),
});

export type RepairTask = z.infer<typeof repairTaskSchema>;
