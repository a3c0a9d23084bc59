import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';

/** The folder of a project: below that of the corpora, or, of our own code, below this repository's. */
const placeSchema = z.union([
  z.strictObject({ corpus: z.string() }),
  z.strictObject({ own: z.string() }),
]);

const projectSchema = z.strictObject({
  place: placeSchema,
  /** The C, below that; copied to the folder `c`. */
  sources: z.string(),
  /** What of the C the recording does not know of. */
  without: z.array(z.string()).default([]),
  /** Functions that are wanted, with all that they need; every one of the C when empty. */
  roots: z.array(z.string()).default([]),
  /** Crates that the maintainers of the project do not want. */
  disabled: z.array(z.string()).default([]),
  /** How often a function is begun again before it is blocked. */
  restarts: z.int().nonnegative().default(2),
  /** Functions that end blocked or skipped in the recording. */
  blocked: z.array(z.string()).default([]),
  /** Rust files whose signatures must be followed; copied to the folder `interfaces`. */
  interface: z.string().optional(),
  /** Rust files with tests of the project's own, which no answer was made with. */
  tests: z.string().optional(),
});

/** A project whose migration is recorded. */
export type RecordedProject = z.infer<typeof projectSchema> & {
  readonly name: string;
  /** The folder of the recording. */
  readonly recording: string;
};

const REPOSITORY = join(import.meta.dirname, '../..');

/** Where the files of a project are. */
export function folderOf({ place }: RecordedProject, corpora: string): string {
  return 'own' in place ? join(REPOSITORY, place.own) : resolve(corpora, place.corpus);
}

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
