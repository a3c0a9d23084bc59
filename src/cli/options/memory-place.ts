import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import * as z from 'zod';
import { UsageError } from '../../errors.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { folderName } from './tree-options.ts';

/** Which memory is meant. */
export interface MemoryPlace {
  /** The folder that holds `.rustward/memory`. */
  readonly folder: string;
  /** What seals the records of this user, where a repository may have written there; else missing. */
  readonly key?: Buffer | undefined;
}

const optionsSchema = z.object({
  path: z.string().optional(),
  stateDir: z.string().optional(),
  global: z.boolean().optional(),
  repository: z.string().optional(),
  installation: z.string().optional(),
});

/** Adds the options that say which memory is meant, where it is not that of a project. */
export function addMemoryPlaces(command: Command): Command {
  return command
    .option('--state-dir <folder>', 'the memory below this folder instead', folderName)
    .option('--global', 'what you have noted for all your repositories')
    .option('--repository <id>', 'in the App: what pull requests of a repository share', idOf)
    .option('--installation <id>', 'in the App: what is noted for all of an installation', idOf);
}

/**
 * The memory that a command names.
 * @param path the folder of a project, for commands that take one
 * @throws UsageError where it names two
 */
export async function memoryPlaceOf(
  command: Command,
  env: ProcessEnvironment,
  path?: string,
): Promise<MemoryPlace> {
  const options = optionsSchema.parse(command.opts());
  const { stateDir, global, repository, installation } = options;
  const named = [stateDir, global, repository, installation].filter((one) => one !== undefined);
  if (named.length > 1)
    throw new UsageError(
      '--state-dir, --global, --repository and --installation name one memory each; give one of them',
    );
  const { dataFolder } = await import('../../workspace/state/data-folder.ts');
  if (global === true) return { folder: dataFolder(env) };
  if (repository !== undefined || installation !== undefined) {
    const { databasePlaceOf } = await import('../../github/app/settings.ts');
    const { folder } = databasePlaceOf(env);
    const below =
      repository === undefined
        ? ['installations', installation ?? '']
        : ['repositories', repository];
    return { folder: join(folder, ...below) };
  }
  const { stateKey } = await import('../../workspace/state/state-key.ts');
  return { folder: stateDir ?? path ?? options.path ?? '.', key: stateKey(env) };
}

/** A number as GitHub gives it: no path. */
function idOf(value: string): string {
  if (/^[1-9]\d{0,15}$/.test(value)) return value;
  throw new InvalidArgumentError('Expected the number that GitHub gives it.');
}
