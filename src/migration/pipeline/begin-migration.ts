import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { type CrateFiles, loadCrate } from '../crate/crate-files.ts';
import { placeLines } from '../layout/changed-places.ts';
import { isOneQuestion, layOutTypes } from '../layout/lay-out-types.ts';
import { committedArtifacts, writeArtifact } from '../state/artifact-folder.ts';
import { loadProgress, type Progress, writeProgress } from '../state/progress.ts';
import { evidenceByFunction, loadSymbolMap, symbolFiles } from '../state/symbol-map.ts';
import {
  GROWN_TYPES_PATH,
  loadTypeLayout,
  TYPES_FILE,
  type TypeLayout,
} from '../state/type-layout.ts';
import { writeAndCommit } from '../state/write-and-commit.ts';
import type { MigrationStep } from '../steps/step.ts';
import type { MigrationDeps, MigrationOptions } from './migration-run.ts';
import { type PreparedCrate, prepareCrate } from './prepare-crate.ts';

/**
 * The progress of the migration that was begun in a project, without what its symbol map has no more; or lays out a
 * crate, commits it, and begins one.
 * @throws UsageError where the crate of the migration is another one
 */
export async function beginOrResume(
  project: string,
  steps: readonly MigrationStep[],
  options: MigrationOptions,
  deps: MigrationDeps,
): Promise<Progress> {
  const before = loadProgress(project);
  if (before === undefined || options.reset) {
    return await beginMigration(project, steps, options, deps);
  }
  if (before.crate === options.crate) return resumedProgress(project, before);
  throw new UsageError(
    `the crate of this migration is ${before.crate}; say --crate ${before.crate}, or --reset`,
  );
}

/** What is recorded as migrated, but is not in the symbol map any more, is to do again. */
function resumedProgress(project: string, progress: Progress): Progress {
  const mapped = evidenceByFunction(project);
  const converted = progress.converted.filter(({ functions }) =>
    functions.every((name) => mapped.has(name)),
  );
  return { ...progress, converted, current: null };
}

async function beginMigration(
  project: string,
  steps: readonly MigrationStep[],
  options: MigrationOptions,
  deps: MigrationDeps,
): Promise<Progress> {
  deps.onProgress('laying out the crate');
  const isBegun = loadSymbolMap(project).length > 0;
  const old = loadCrate(join(project, options.crate));
  const present = options.reset ? new Map<string, string>() : old;
  const name = options.name ?? project.split('/').at(-1) ?? 'migrated';
  const prepared = await prepareCrate(
    name,
    steps,
    { given: options.rustInterface, present },
    { ...deps, notes: options.notes, repairs: options.repairs.compile },
  );
  const isFresh = options.rustInterface === undefined && !present.has('Cargo.toml');
  const crate = isFresh ? await withTypes(prepared, project, steps, options, deps) : prepared.files;
  const files: Record<string, string | null> = {};
  for (const path of old.keys()) files[`${options.crate}/${path}`] = null;
  for (const [path, text] of crate) files[`${options.crate}/${path}`] = text;
  // What the scan has found is committed beside what came of it.
  Object.assign(files, committedArtifacts(project));
  if (options.reset) {
    for (const path of Object.keys(symbolFiles(loadSymbolMap(project)))) files[path] = null;
    for (const path of Object.keys(files))
      if (path.startsWith(GROWN_TYPES_PATH)) files[path] = null;
  }
  const message = layoutMessage(options.crate, prepared);
  const progress: Progress = {
    version: 1,
    crate: options.crate,
    has_interface: options.rustInterface !== undefined,
    places: Object.fromEntries(prepared.moduleFiles),
    ...(prepared.prompts === undefined ? {} : { prompts: prepared.prompts }),
    commit: '',
    current: null,
    converted: [],
    blocked: [],
  };
  // A clone of a migration that was begun elsewhere has the crate already.
  if (!isBegun || options.reset) return await writeAndCommit(project, files, message, progress);
  writeProgress(project, progress);
  return progress;
}

/** Has the types of the C laid out in a new crate, and keeps what stands for each. */
async function withTypes(
  { files, moduleFiles }: PreparedCrate,
  project: string,
  steps: readonly MigrationStep[],
  options: MigrationOptions,
  deps: MigrationDeps,
): Promise<CrateFiles> {
  if (deps.types === undefined) return files;
  const { all, formProblem } = deps.types;
  if (!isOneQuestion(all, steps, deps.model.window('smart'))) {
    deps.onProgress(
      `${all.length} types are too many for one question: each function lays out those that it is the first to need`,
    );
    writeArtifact(project, TYPES_FILE, { types: [], grows: true } satisfies TypeLayout);
    return files;
  }
  const laidOut = await layOutTypes(files, all, steps, moduleFiles, {
    ...{ ...deps, formProblem, notes: options.notes },
  });
  if (laidOut !== undefined || isLaidOut(loadTypeLayout(project))) {
    writeArtifact(project, TYPES_FILE, laidOut?.layout ?? { types: [] });
  }
  return laidOut?.files ?? files;
}

/** With what was changed in what was given: who reads the history is told, too. */
function layoutMessage(crate: string, { repairs }: PreparedCrate): string {
  const title = `Lay out the Rust crate in ${crate}`;
  if (repairs.length === 0) return title;
  const changes = repairs.map((place) => placeLines(place).join('\n'));
  return [title, 'It did not build as it was given or planned. Changed:', ...changes].join('\n\n');
}

function isLaidOut({ types, grows }: TypeLayout): boolean {
  return types.length > 0 || grows === true;
}
