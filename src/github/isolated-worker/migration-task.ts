import * as z from 'zod';
import { shaSchema } from '../commands/command.ts';
import { filePathSchema, functionNameSchema } from '../commands/function-id.ts';

const common = {
  /** The folder with the commit checked out, in a git repository. */
  root: z.string(),
  head: shaSchema,
  /** Outside of the root. */
  outputFolder: z.string(),
  cacheFolder: z.string(),
  /** The folder of the project, relative to the root, and that of the crate, relative to the project. */
  project: z.union([z.literal('.'), filePathSchema]),
  crate: filePathSchema,
  maxMinutes: z.number().positive(),
  maxCost: z.number().positive().optional(),
  maxTokens: z.int().positive().optional(),
};

/** What the reader is told about a migration, as one line of JSON. Nothing in it is a secret. */
export const migrationTaskSchema = z.discriminatedUnion('task', [
  /** Says what there is to carry over: see `surveySchema`. No model is asked. */
  z.strictObject({ task: z.literal('survey'), ...common }),
  /** Lays the crate out where there is none, else carries a step over: see `migrationPlanSchema`. */
  z.strictObject({
    task: z.literal('migrate'),
    ...common,
    /** What the repository is called: so is the crate where nobody plans another name. */
    name: z.string().max(100),
    /** The functions of the step, by their ids in the survey. */
    only: z.array(z.string().min(1).max(600)).min(1).max(200),
    maxRestarts: z.int().min(0).max(5),
    /** A commit, which git knows, that has them carried over on another base: no model is asked. */
    earlier: shaSchema.optional(),
  }),
  /** Has the C program call functions that are in Rust, and runs its tests: see `linkVerdictSchema`. */
  z.strictObject({
    task: z.literal('link'),
    ...common,
    /** Their files are relative to the repository; any that has the name where none is said. */
    functions: z
      .array(z.strictObject({ name: functionNameSchema, file: filePathSchema.optional() }))
      .min(1)
      .max(50),
  }),
]);

export type MigrationTask = z.infer<typeof migrationTaskSchema>;
