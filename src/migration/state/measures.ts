import * as z from 'zod';
import { securityScoreSchema } from './security-score.ts';

const counts = z.object({ before: z.int().nonnegative(), after: z.int().nonnegative() });

/** What was measured of a migration when a run began and when it ended. */
export const measuresSchema = z.object({
  /** Before, of the C as the migration or its hardening found it; after, of the C without Rust and of the Rust. */
  score: z.object({ before: securityScoreSchema, after: securityScoreSchema }),
  /** Of the crate: what the compiler and clippy warn of. */
  warnings: counts,
  /** Of the crate: tests that run. */
  tests: counts,
});

export type Measures = z.infer<typeof measuresSchema>;
