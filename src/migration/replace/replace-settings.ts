import * as z from 'zod';
import { UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';

/** How C is replaced by libraries; `replace` of `.rustward/c2rust/config.json`. */
export const replaceSettingsSchema = z
  .strictObject({
    /** Whether `migrate run` looks for libraries; else only where it is told to. */
    enabled: z.boolean().default(false),
    /** How sure the judge must be, from 0 to 1: below that the C is migrated. */
    min_confidence: z.number().min(0).max(1).default(0.8),
    /** What has fewer lines, with all that it needs, is not worth a dependency. */
    min_lines: z.int().nonnegative().default(10),
    /** Functions that are never replaced, as `main` is not; what they call is looked at. */
    delay_entries: z.array(z.string()).default([]),
  })
  .prefault({});

export type ReplaceSettings = z.infer<typeof replaceSettingsSchema>;

/**
 * The settings that a config gives.
 * @param value of its `replace`; undefined for the usual
 * @throws UsageError when it is no such thing
 */
export function replaceSettingsOf(value: unknown): ReplaceSettings {
  const parsed = replaceSettingsSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`replace in config.json cannot be used: ${formatZodError(parsed.error)}`);
}
