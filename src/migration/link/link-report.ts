import * as z from 'zod';

/** What became of a function. */
const linkedFunctionSchema = z.object({
  name: z.string(),
  /** Relative to the folder of the C sources. */
  file: z.string(),
  line: z.int().positive(),
  /** The path in the crate; missing where there is no Rust. */
  rust: z.string().optional(),
  /**
   * `linked`: C calls the Rust. `retirable`: no C calls it any more, and the program was built without
   * it. `kept`: the C stays. `breaks`: the tests fail with the Rust in its place, so the C stays.
   */
  outcome: z.enum(['linked', 'retirable', 'kept', 'breaks']),
  /** Why it is kept, breaks, or could not be retired. */
  because: z.string().optional(),
  /** Whether the tests called the Rust through its shim; missing where nothing could. */
  called: z.boolean().optional(),
});

const runSchema = z.object({
  /** `passed`, or how it ended. */
  build: z.string(),
  /** Missing where there was nothing to test. */
  test: z.string().optional(),
});

/** What came of linking; `.rustward/c2rust/link_report.json`. */
export const linkReportSchema = z.object({
  version: z.literal(1),
  functions: z.array(linkedFunctionSchema),
  /** The project as it is. */
  original: runSchema,
  /** With all functions that could be linked; missing where there was none. */
  hybrid: runSchema.optional(),
  /**
   * What came of the hybrid with sanitizers, C and Rust: `clean`, `reports` with functions that break it, or
   * `not checked`, because; missing where that was not asked for, or nothing is linked.
   */
  memory: z
    .object({
      outcome: z.enum(['clean', 'reports', 'not checked']),
      because: z.string().optional(),
    })
    .optional(),
  /** Whether the tests pass with the functions that are linked now. */
  passed: z.boolean(),
});

export type LinkReport = z.infer<typeof linkReportSchema>;
export type LinkedFunction = z.infer<typeof linkedFunctionSchema>;

/** Where the report is kept, below the artifacts. */
export const LINK_REPORT = 'link_report.json';
