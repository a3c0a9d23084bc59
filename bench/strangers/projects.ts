import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readRecordedProjects } from '../migrate/recorded-projects.ts';

/** A C project that nothing was prepared for, and what Rust there is beside it. */
export interface StrangeProject {
  readonly name: string;
  readonly folder: string;
  /** The C, below that. */
  readonly sources: string;
  /** A given Rust interface, below that. */
  readonly interface?: string;
  /** Rust tests that use it, below that. */
  readonly tests?: string;
}

const RECORDINGS = join(import.meta.dirname, '../../test/fixtures/recordings/migrate');

/**
 * The projects of a folder for which no migration is recorded, by name: each has its C in `c`, and may
 * have a Rust interface in `rust/src/interfaces` and tests in `rust/src/bin`.
 * @param recordings the folder of the recordings
 */
export function strangeProjects(folder: string, recordings = RECORDINGS): StrangeProject[] {
  const recorded = new Set(
    readRecordedProjects(recordings).flatMap(({ place }) =>
      'corpus' in place ? [basename(place.corpus)] : [],
    ),
  );
  return readdirSync(folder)
    .filter((name) => !recorded.has(name) && existsSync(join(folder, name, 'c')))
    .sort()
    .map((name) => {
      const has = (path: string) => existsSync(join(folder, name, path));
      return {
        ...{ name, folder: join(folder, name), sources: 'c' },
        ...(has('rust/src/interfaces') ? { interface: 'rust/src/interfaces' } : {}),
        ...(has('rust/src/bin') ? { tests: 'rust/src/bin' } : {}),
      };
    });
}
