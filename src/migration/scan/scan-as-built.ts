import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILES } from '../../code/compile-commands/compile-database.ts';
import type { Compilation } from '../artifacts/compilation.ts';
import type { MigrationConfig } from '../artifacts/config.ts';
import { learnCompilation, loadCompilation } from './learn-compilation.ts';
import { type ScannedUnits, type ScanUnitsOptions, scanUnits } from './scan-units.ts';

export interface ScanAsBuiltOptions extends ScanUnitsOptions {
  readonly config: MigrationConfig;
  /** Builds the project also where it is known how its files are compiled. */
  readonly rebuild?: boolean;
  readonly onProgress?: (line: string) => void;
}

/** What is named in the place of a file where no build tells how the C is compiled. */
export const BUILD_PROBLEM = 'compile_commands.json';

/**
 * What clang says of the files. Where some do not compile, and nothing says how they are compiled, the project's
 * build is asked.
 * @param root the project's folder
 * @param sources the folder of the C sources, in it or the same
 * @param files the C files, by their paths within `sources`
 */
export async function scanAsBuilt(
  root: string,
  sources: string,
  files: readonly string[],
  options: ScanAsBuiltOptions,
): Promise<ScannedUnits> {
  const { config, rebuild = false } = options;
  const known = rebuild ? undefined : loadCompilation(root);
  const scan = async (compilation: Compilation | undefined) =>
    await scanUnits(sources, files, { ...options, compilation });
  const isListed = DATABASE_FILES.some((path) => existsSync(join(sources, path)));
  const first = rebuild ? undefined : await scan(known);
  if (first !== undefined && (known !== undefined || isListed || first.problems.length === 0))
    return first;
  const { compilation, ends } = await learnCompilation(root, sources, files, {
    ...options,
    build: config.build,
  });
  const scanned =
    compilation === undefined ? (first ?? (await scan(undefined))) : await scan(compilation);
  if (compilation !== undefined || ends.length === 0) return scanned;
  const message = [
    'nothing says how the C is compiled',
    ...ends,
    'write a compile_commands.json, or say with rustward migrate config --build how it is built',
  ].join('; ');
  return { ...scanned, problems: [...scanned.problems, { file: BUILD_PROBLEM, message }] };
}
