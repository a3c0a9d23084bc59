import * as z from 'zod';
import { UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';

/** What decides whether the next phase may start; `gates` of `.rustward/c2rust/config.json`. */
export const gateSettingsSchema = z
  .object({
    /** Of the lines of the crate, how many percent may be unsafe, each with its reason. */
    max_unsafe_percent: z.number().min(0).max(100).default(5),
    /** Of the functions that reach unsafe code, how many may be compared without a tool that tells undefined behaviour. */
    max_unchecked_unsafe: z.int().nonnegative().default(0),
    /** How many places may panic on input by indexing and the like; unset for any number. */
    max_panics_on_input: z.int().nonnegative().optional(),
    /** Of the functions that were migrated, how many percent must have been compared with the C. */
    min_equivalence_percent: z.number().min(0).max(100).default(80),
    /** Of the lines of the C that comparisons ran, how many percent must have been reached. */
    min_c_coverage_percent: z.number().min(0).max(100).default(70),
    /** Of all functions, how many percent may be blocked. */
    max_blocked_percent: z.number().min(0).max(100).default(20),
    /** By how many percent the security score must have gone down before the next phase starts. */
    min_score_drop_percent: z.number().min(0).max(100).default(15),
    /** Gates that only list what they find: their failure holds nothing up. */
    list_only: z
      .array(z.enum(['raw pointers', 'foreign interface', 'hidden warnings', 'panics on input']))
      .default([]),
  })
  .prefault({});

export type GateSettings = z.infer<typeof gateSettingsSchema>;

/**
 * The thresholds that a config gives.
 * @param value of its `gates`; undefined for the usual
 * @throws UsageError when it is no such thing
 */
export function gateSettingsOf(value: unknown): GateSettings {
  const parsed = gateSettingsSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`gates in config.json cannot be used: ${formatZodError(parsed.error)}`);
}
