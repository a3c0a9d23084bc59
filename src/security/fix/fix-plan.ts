import * as z from 'zod';

/** What a fix may change at most. */
export const FIX_LIMITS = {
  files: 5,
  /** Of one file. */
  bytes: 500_000,
  /** Of one suggestion. */
  lines: 30,
};

/** What came of building or testing a tree. */
const checkSchema = z.object({
  state: z.enum(['passed', 'failed', 'not run']),
  /** Which command, or why there was none; one line. */
  detail: z.string().max(500),
});

export type Check = z.infer<typeof checkSchema>;

const line = z.int().positive();

/** Lines of one file that others take the place of. */
const hunkSchema = z.object({
  path: z.string().min(1).max(4096),
  start_line: line,
  end_line: line,
  /** Without the line break at the end. */
  replacement: z.string().max(20_000),
});

export type FixHunk = z.infer<typeof hunkSchema>;

/** A change that takes a finding away, as plain data; or why there is none. */
export const fixPlanSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('fixed'),
    /** What was changed and why, by a model. */
    explanation: z.string().min(1).max(4000),
    files: z
      .array(
        z.object({ path: z.string().min(1).max(4096), content: z.string().max(FIX_LIMITS.bytes) }),
      )
      .min(1)
      .max(FIX_LIMITS.files),
    /** Present where the change is one short piece of one file. */
    hunk: hunkSchema.exactOptional(),
    built: checkSchema,
    tested: checkSchema,
  }),
  z.object({ kind: z.literal('none'), reason: z.string().min(1).max(4000) }),
]);

export type FixPlan = z.infer<typeof fixPlanSchema>;
