import * as z from 'zod';
import { shaSchema } from '../commands/command.ts';
import { filePathSchema, functionIdSchema } from '../commands/function-id.ts';
import { migrationFactsSchema } from './migration-facts.ts';

/** What a plan may be made of; the publisher holds to these whatever the isolated worker says. */
export const PLAN_CAPS = { files: 2000, fileBytes: 2_000_000, totalBytes: 8_000_000 } as const;

/** A file as it is to be; without content it goes. */
const plannedFileSchema = z.strictObject({
  path: filePathSchema,
  content: z.string().max(PLAN_CAPS.fileBytes).nullable(),
});

export type PlannedFile = z.infer<typeof plannedFileSchema>;

const files = z.array(plannedFileSchema).min(1).max(PLAN_CAPS.files);

/** Why nothing is proposed, for the person who asked. */
const reason = z.string().min(1).max(4000);

const shared = {
  /** The commit that was read, and that the files go on top of. */
  base: shaSchema,
  /** The folder of the crate, relative to the repository. */
  crate: filePathSchema,
};

/**
 * What the isolated worker proposes: plain data, which a publisher that holds a token checks and writes. The
 * folder of the crate, `.rustward/c2rust/` and nothing else can be in it.
 */
export const migrationPlanSchema = z.discriminatedUnion('kind', [
  /** The crate has to be laid out before functions can be migrated. */
  z.strictObject({ kind: z.literal('set-up'), ...shared, files, functions: z.int().nonnegative() }),
  z.strictObject({
    kind: z.literal('ready'),
    ...shared,
    /** Those of one step: the first one gives the branch its name. */
    functions: z.array(functionIdSchema).min(1).max(50),
    files,
    facts: migrationFactsSchema,
  }),
  /** It was tried, and did not come to anything that holds. */
  z.strictObject({ kind: z.literal('blocked'), functions: z.array(functionIdSchema), reason }),
  /** A tool or a model is missing, or its limit is reached: another day it may go. */
  z.strictObject({ kind: z.literal('not tried'), reason }),
]);

export type MigrationPlan = z.infer<typeof migrationPlanSchema>;
export type ReadyPlan = Extract<MigrationPlan, { kind: 'ready' }>;
export type SetupPlan = Extract<MigrationPlan, { kind: 'set-up' }>;
