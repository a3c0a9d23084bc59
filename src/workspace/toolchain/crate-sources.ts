import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { parse, stringify } from 'smol-toml';
import * as z from 'zod';

/** What a build in a sandbox needs of the crates that cargo has downloaded, or has in a folder. */
export interface CrateSources {
  /** Folders to show. Settings, which may hold tokens, are in none of them. */
  readonly folders: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** For `.cargo/config.toml` above the crate: where crates come from. Empty for the usual place. */
  readonly settings: string;
}

const sourceSchema = z.looseObject({
  directory: z.string().optional(),
  'local-registry': z.string().optional(),
});
const settingsSchema = z.object({ source: z.record(z.string(), sourceSchema).optional() });

/**
 * Finds out where crates come from. Of the settings of cargo only the sources are taken: a mirror, a
 * folder of vendored crates.
 * @param home see `cargoHome`
 */
export function crateSources(home: string): CrateSources {
  // The first crate of a machine may be downloaded after a sandbox was told which folders there are.
  const downloaded = madeFolder(join(home, 'registry'));
  const source = sourcesIn(home);
  const local = Object.values(source).flatMap((one) => [
    ...(one.directory === undefined ? [] : [one.directory]),
    ...(one['local-registry'] === undefined ? [] : [one['local-registry']]),
  ]);
  return {
    folders: [downloaded, ...local].filter((path) => existsSync(path)),
    environment: { CARGO_HOME: home },
    settings: Object.keys(source).length === 0 ? '' : `${stringify({ source })}\n`,
  };
}

function madeFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true });
  } catch {
    // Where nothing may be written, nothing is downloaded either.
  }
  return path;
}

/** With absolute paths: cargo takes them from the folder that holds the folder of its settings. */
function sourcesIn(home: string): Record<string, z.infer<typeof sourceSchema>> {
  const path = ['config.toml', 'config'].map((name) => join(home, name)).find(existsSync);
  if (path === undefined) return {};
  const { source = {} } = loadSettings(path);
  const absolute = (to: string | undefined) =>
    to === undefined || isAbsolute(to) ? to : resolve(home, '../..', to);
  return Object.fromEntries(
    Object.entries(source).map(([name, one]) => {
      const directory = absolute(one.directory);
      const local = absolute(one['local-registry']);
      return [
        name,
        {
          ...one,
          ...(directory === undefined ? {} : { directory }),
          ...(local === undefined ? {} : { 'local-registry': local }),
        },
      ];
    }),
  );
}

function loadSettings(path: string): z.infer<typeof settingsSchema> {
  try {
    return settingsSchema.parse(parse(readFileSync(path, 'utf8')));
  } catch {
    // cargo itself reports what is wrong with its settings when it is run.
    return {};
  }
}
