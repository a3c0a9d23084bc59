import type { UnitBuild } from '../../../code/c/ir/unit-build.ts';
import { isHeaderPath, languageOfPath } from '../../../code/syntax/language.ts';
import type { Skip } from '../../../workspace/files/skip.ts';
import type { UnitConfiguration } from './unit-configurations.ts';

/** How the files of a tree are compiled. Plain data, so that it can cross threads. */
export interface TreeBuilds {
  /** Each once: most units of a project are compiled alike. */
  readonly builds: readonly UnitBuild[];
  /** The builds of the files that a list of commands names, by position. */
  readonly units: ReadonlyMap<string, number>;
  /** The ways in which files are examined that a list of commands compiles in several; none for all others. */
  readonly configurations: ReadonlyMap<string, readonly UnitConfiguration[]>;
  /** What all units share, for headers; and what a person says, for files that no list names. */
  readonly ofHeaders: number | undefined;
  readonly ofOthers: number | undefined;
  /** What of a list of commands was left alone. */
  readonly notes: readonly Skip[];
  /** Which build the files were read in, as a sentence; undefined where nothing says so. */
  readonly description: string | undefined;
}

/** Nothing says how a tree is compiled. */
export const NO_BUILDS: TreeBuilds = {
  builds: [],
  units: new Map(),
  configurations: new Map(),
  ofHeaders: undefined,
  ofOthers: undefined,
  notes: [],
  description: undefined,
};

/** How a file is compiled, by all of its commands; undefined where nothing says so, and for Rust. */
export function buildOf(builds: TreeBuilds, file: string): UnitBuild | undefined {
  if (languageOfPath(file) === 'rust') return undefined;
  const others = isHeaderPath(file) ? builds.ofHeaders : builds.ofOthers;
  const index = builds.units.get(file) ?? others;
  return index === undefined ? undefined : builds.builds[index];
}
