import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../src/errors.ts';
import { findClang } from '../../src/migration/scan/clang-program.ts';
import { scanUnits } from '../../src/migration/scan/scan-units.ts';
import { findSourceFiles } from '../../src/workspace/files/source-files.ts';
import { findSandbox } from '../../src/workspace/sandbox/find-sandbox.ts';
import { copyProject } from '../migrate/copy-project.ts';
import { projectFunctions } from '../reach/project-functions.ts';
import type { StrangeProject } from './projects.ts';

/**
 * Copies a project as its owner would have it: all of the C, with a config that names the functions of
 * the library. What an earlier run has left of it there is taken as it is.
 * @param folder for the copies
 * @param isGiven whether the project's Rust interface is to be followed
 * @returns the folder of the copy
 * @throws UsageError where it is to be, and there is none
 */
export async function setUpProject(
  project: StrangeProject,
  folder: string,
  isGiven: boolean,
): Promise<string> {
  const { name, folder: from, sources } = project;
  if (isGiven && project.interface === undefined) {
    throw new UsageError(`${name} has no Rust interface: leave --given out`);
  }
  mkdirSync(folder, { recursive: true });
  const place = realpathSync(folder);
  if (existsSync(join(place, name, '.git'))) return join(place, name);
  const copied = {
    name,
    sources,
    without: [],
    disabled: [],
    roots: await rootsOf(join(from, sources)),
  };
  const given = isGiven ? project.interface : undefined;
  return copyProject({ ...copied, interface: given }, from, place);
}

/** The functions of a library by name, those of its tests and programs left out. */
async function rootsOf(sources: string): Promise<string[]> {
  const [sandbox, clang] = [await findSandbox(), await findClang()];
  const root = realpathSync(sources);
  const files = findSourceFiles(root, { extensions: ['.c'] }).files.map(({ path }) => path);
  const { units } = await scanUnits(root, files, { sandbox, clang });
  return [...new Set(projectFunctions(units).map((one) => one.function.name))];
}
