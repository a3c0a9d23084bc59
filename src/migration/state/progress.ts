import * as z from 'zod';
import { promptHashesSchema } from '../../model/prompts/prompt-hashes.ts';
import { loadArtifact, writeArtifact } from './artifact-folder.ts';
import { measuresSchema } from './measures.ts';

const PROGRESS = 'progress.json';

const count = z.int().nonnegative();

/** What a step took. */
const stepMetricsSchema = z.object({
  restarts: count,
  rounds: z.object({
    compile: count,
    test: count,
    gate: count,
    difference: count,
    review: count,
  }),
  calls: count,
  input_tokens: count,
  output_tokens: count,
  /** Dollars. */
  cost: z.number().nonnegative(),
  /** Of the prompts that were asked with; missing in what older versions wrote. */
  prompts: promptHashesSchema.optional(),
  seconds: z.number().nonnegative(),
  c_lines: count,
  /** Lines that the crate has more than before. */
  rust_lines: z.int(),
});

const convertedSchema = z.object({
  functions: z.array(z.string()).min(1),
  /** The commit that holds them. */
  commit: z.string(),
  metrics: stepMetricsSchema,
});

const blockedSchema = z.object({
  functions: z.array(z.string()).min(1),
  reason: z.string(),
  metrics: stepMetricsSchema,
});

export const progressSchema = z.object({
  version: z.literal(1),
  /** The folder of the crate, relative to the project's. */
  crate: z.string(),
  /** Whether modules, types and signatures of the crate were given. */
  has_interface: z.boolean(),
  /** Of each C function: the file of the crate that the layout gives it. */
  places: z.record(z.string(), z.string()),
  /** Of the prompts that the layout was asked for with; missing where no model was asked for it. */
  prompts: promptHashesSchema.optional(),
  /** The last commit of ours; empty before the first one. */
  commit: z.string(),
  /** The step that is being migrated, and how often it was begun before. */
  current: z.object({ functions: z.array(z.string()), restart: count }).nullable(),
  converted: z.array(convertedSchema),
  blocked: z.array(blockedSchema),
  /** Missing before a run has measured them. */
  measures: measuresSchema.optional(),
});

export type Progress = z.infer<typeof progressSchema>;
export type StepMetrics = z.infer<typeof stepMetricsSchema>;

/** How far a migration has come in this clone; undefined before it was begun. */
export function loadProgress(project: string): Progress | undefined {
  return loadArtifact(project, PROGRESS, progressSchema);
}

export function writeProgress(project: string, progress: Progress): void {
  writeArtifact(project, PROGRESS, progressSchema.parse(progress));
}

/** What is known, with the name of a commit in the places that were left empty for it. */
export function fillCommit(progress: Progress, commit: string): Progress {
  return {
    ...progress,
    commit: progress.commit || commit,
    converted: progress.converted.map((one) => ({ ...one, commit: one.commit || commit })),
  };
}
