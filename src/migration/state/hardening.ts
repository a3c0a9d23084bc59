import * as z from 'zod';
import { ARTIFACTS, loadArtifact, writeArtifact } from './artifact-folder.ts';
import { securityScoreSchema } from './security-score.ts';

const HARDENING = 'hardening.json';

/** The file, relative to the project. */
export const HARDENING_PATH = `${ARTIFACTS}/${HARDENING}`;

const findingSchema = z.object({
  pattern: z.string(),
  file: z.string(),
  function: z.string(),
  line: z.int().positive(),
  /** Of the line; it stays while lines move. */
  fingerprint: z.string(),
});

export const hardeningSchema = z.object({
  version: z.literal(1),
  /** The commit that the branch was begun at, and the score there. */
  base: z.string(),
  before: securityScoreSchema,
  /** The score now. */
  after: securityScoreSchema,
  fixed: z.array(findingSchema.extend({ risk: z.enum(['low', 'medium', 'high']) })),
  /** Findings that were tried, and why nothing came of each. */
  left: z.array(findingSchema.extend({ because: z.string() })),
});

/** How far the C of a project was hardened before it is migrated. */
export type Hardening = z.infer<typeof hardeningSchema>;

/** What is known of it; undefined where it was not begun. @throws UsageError when the file is damaged */
export function loadHardening(project: string): Hardening | undefined {
  return loadArtifact(project, HARDENING, hardeningSchema);
}

export function writeHardening(project: string, hardening: Hardening): void {
  writeArtifact(project, HARDENING, hardeningSchema.parse(hardening));
}
