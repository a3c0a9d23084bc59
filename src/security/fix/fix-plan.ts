import * as z from 'zod';

/** What a fix may change at most. */
export const FIX_LIMITS = {
  files: 5,
  /** Of one file. */
  bytes: 500_000,
  /** Of one suggestion. */
  lines: 30,
  /** Lines that it takes away without being asked about. */
  deleted: 200,
  /** Touched functions that are described, the callers of one that are named, the characters of a name. */
  functions: 20,
  names: 8,
  name: 300,
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

/** Functions: how many, and the first of them with their files. */
const namedSchema = z.object({
  count: z.int().min(0),
  first: z.array(z.string().max(FIX_LIMITS.name)).max(FIX_LIMITS.names),
});

const touchedSchema = z.object({
  name: z.string().max(FIX_LIMITS.name),
  file: z.string().max(4096),
  how: z.enum(['changed', 'new', 'gone']),
  /** Whether it takes or gives something else now. */
  other_signature: z.boolean(),
  /** What calls it by name. */
  callers: namedSchema,
  /** Tests from which calls lead to it. */
  tests: namedSchema,
  /** Where it is used otherwise than by a call, as `file:line`: there may be callers that nothing names. */
  pointer: z.string().max(5000).exactOptional(),
});

/** A function that a change touches, and what of the program hangs on it. */
export type TouchedFunction = z.infer<typeof touchedSchema>;

export const RISKS = ['low', 'medium', 'high'] as const;

/** What a change reaches beside its own lines. */
const impactSchema = z.object({
  functions: z.array(touchedSchema).max(FIX_LIMITS.functions),
  more_functions: z.int().min(0),
  deleted_lines: z.int().min(0),
  added_lines: z.int().min(0),
  risk: z.object({
    level: z.enum(RISKS),
    /** One sentence each, the gravest first. */
    reasons: z.array(z.string().max(500)).min(1).max(10),
  }),
});

export type FixImpact = z.infer<typeof impactSchema>;

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
    /** What the compiler warns of in the C and C++ that was changed; missing where none was. */
    linted: checkSchema.exactOptional(),
    built: checkSchema,
    tested: checkSchema,
    impact: impactSchema,
  }),
  z.object({ kind: z.literal('none'), reason: z.string().min(1).max(4000) }),
]);

export type FixPlan = z.infer<typeof fixPlanSchema>;

export type Fixed = Extract<FixPlan, { kind: 'fixed' }>;

/** Whether so much is taken away that a person has to say that this is meant. */
export function isLargeDeletion(deletedLines: number): boolean {
  return deletedLines > FIX_LIMITS.deleted;
}
