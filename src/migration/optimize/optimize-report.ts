import * as z from 'zod';
import { gateResultSchema } from '../gates/gate-result.ts';
import { CHANGE_KINDS } from './change.ts';

const count = z.int().nonnegative();
const place = z.object({ file: z.string(), line: count, what: z.string() });

/** What an optimisation did; `.rustward/c2rust/optimize_report.json`. */
export const optimizeReportSchema = z.object({
  version: z.literal(1),
  files_scanned: count,
  /** `unsafe` that was not needed. */
  unsafe_removed: count,
  /** `unsafe` that stayed, and was given its reason. */
  unsafe_annotated: count,
  visibility_downgraded: count,
  docs_added: count,
  clippy_fixed: count,
  /** How often the crate was built and tested. */
  cargo_checks: count,
  /** What was tried and undone, and why. */
  undone: z.array(
    z.object({ what: z.string(), file: z.string(), line: count, because: z.string() }),
  ),
  /** What was kept, with the commit where there is one. */
  kept: z.array(
    z.object({
      kind: z.enum(CHANGE_KINDS),
      what: z.string(),
      file: z.string(),
      line: count,
      commit: z.string().optional(),
    }),
  ),
  /** For a person, or a model: unsafe without a reason, and items without documentation. */
  left: z.object({ unsafe: z.array(place), undocumented: z.array(place) }),
  /** What could not be done, one line each. */
  errors: z.array(z.string()),
  gates: z.array(gateResultSchema),
});

export type OptimizeReport = z.infer<typeof optimizeReportSchema>;
