import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const projectSchema = z.strictObject({
  /** Its folder below that of the corpora; it gives the project its name. */
  corpus: z.string(),
  /** The C, below that; copied to the folder `c`. */
  sources: z.string(),
  /** What of the C the recording does not know of. */
  without: z.array(z.string()).default([]),
  roots: z.array(z.string()).min(1),
  /** Rust files whose signatures must be followed; copied to the folder `interfaces`. */
  interface: z.string().optional(),
  /** Rust files with tests of the project's own, which nobody who answered has seen. */
  tests: z.string().optional(),
});

/** A project whose migration is recorded. */
export type RecordedProject = z.infer<typeof projectSchema> & {
  readonly name: string;
  /** The folder of the recording. */
  readonly recording: string;
};

/** The projects of a folder of recordings: those that say in `project.json` what was migrated. */
export function readRecordedProjects(folder: string): RecordedProject[] {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'project.json')))
    .sort()
    .map((name) => {
      const recording = join(folder, name);
      const value: unknown = JSON.parse(readFileSync(join(recording, 'project.json'), 'utf8'));
      return { ...projectSchema.parse(value), name, recording };
    });
}
