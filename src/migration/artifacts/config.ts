import { join } from 'node:path';
import * as z from 'zod';
import { syntaxReason, UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import { parseJson5 } from '../../parse-json5.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { resolveInsideTree } from '../../workspace/files/tree-path.ts';
import { findStateFolder, openStateFolder } from '../../workspace/state/state-folder.ts';
import { readTextIfAny } from './json-lines.ts';

const CONFIG_FILE = 'config.json';

/** What is not named here is kept as it is: later stages have settings of their own. */
export const configSchema = z.looseObject({
  /** Functions to migrate, with all that they need; everything when empty. */
  root_symbols: z.array(z.string()).default([]),
  /** Libraries that may not replace C code. */
  disabled_libraries: z.array(z.string()).default([]),
  /** Added to every question to a model. */
  additional_notes: z.string().default(''),
  /** A folder of Rust files whose public signatures the migration must follow. */
  rust_interface: z.string().optional(),
  /** The folder of the C sources, where that is not the project's folder. */
  root: z.string().optional(),
  /** How the C project is built and tested: a program and its arguments, which no shell reads. */
  build: z.array(z.string()).min(1).optional(),
  test: z.array(z.string()).min(1).optional(),
});

/** What a person has decided about a migration. Paths are relative to the folder with `.rustward`. */
export type MigrationConfig = z.infer<typeof configSchema>;

export const DEFAULT_CONFIG: MigrationConfig = configSchema.parse({});

/**
 * What was decided; the usual where nothing was.
 * @param root the folder that holds `.rustward`
 * @throws UsageError when the file is damaged
 */
export function loadConfig(root: string): MigrationConfig {
  const folder = findStateFolder(root, 'c2rust');
  const text = folder && readTextIfAny(join(folder, CONFIG_FILE));
  if (folder === undefined || text === undefined) return DEFAULT_CONFIG;
  const path = join(folder, CONFIG_FILE);
  let value: unknown;
  try {
    value = parseJson5(text);
  } catch (thrown) {
    throw new UsageError(`${path} is not JSON5: ${syntaxReason(thrown)}`);
  }
  const parsed = configSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${path} cannot be used: ${formatZodError(parsed.error)}`);
}

/** @returns the path. @throws UsageError when it cannot be written */
export function writeConfig(root: string, config: MigrationConfig): string {
  const path = join(openStateFolder(root, 'c2rust'), CONFIG_FILE);
  writeFileAtomically(path, `${JSON.stringify(config, null, 2)}\n`);
  return path;
}

/**
 * The folder of the C sources.
 * @param root the real path of the project's folder
 * @throws UsageError when the config names none in it
 */
export function sourceFolder(root: string, { root: below }: MigrationConfig): string {
  return below === undefined ? root : resolveInsideTree(root, below);
}
