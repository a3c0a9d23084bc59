import { fstatSync, lstatSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { DATABASE_FILES } from '../../code/compile-commands/compile-database.ts';
import { scanOptions } from '../../entry/review/scan-options.ts';
import { CONFIGURATION_FILE } from '../../github/configuration/configuration.ts';
import { SUPPRESSION_FILE } from '../../security/selection/suppression-file.ts';
import { findSourceFiles } from '../../workspace/files/source-files.ts';
import type { NamedFiles } from './named-files.ts';
import type { ReviewRunOptions } from './run-review.ts';

/**
 * The folders in which a change can make a difference to a scan: those that it goes through, those of the headers
 * that it reads, and those with what is settled of it.
 */
export function foldersToWatch(named: NamedFiles, options: ReviewRunOptions): readonly string[] {
  const { home, path, names, withHeaders } = named;
  const { include, outside = [], rules, compileCommands } = options;
  const { select } = scanOptions(path, options);
  const folders =
    names === undefined
      ? findSourceFiles(path, select).folders
      : names.flatMap((name) => {
          const place = join(home, name);
          return isFolder(place)
            ? findSourceFiles(place, { ...select, exclude: [] }).folders
            : [dirname(place)];
        });
  const headers = names === undefined ? [] : withHeaders(include);
  const files = [
    ...headers.map((name) => join(home, name)),
    ...[CONFIGURATION_FILE, SUPPRESSION_FILE, ...DATABASE_FILES].map((name) => join(home, name)),
    ...(compileCommands ?? []).map((list) => resolve(home, list)),
    ...rules.filter((rule) => rule.includes(sep)).map((rule) => resolve(rule)),
  ];
  const all = [
    ...folders,
    ...files.map((file) => dirname(file)),
    ...[...include, ...outside].map((folder) => resolve(home, folder)),
  ];
  return [...new Set(all)].filter((folder) => !folder.includes(STATE) && isFolder(folder)).sort();
}

/** The folder that a scan makes where there is none. */
export function stateFolderOf({ home }: NamedFiles): string {
  return join(home, dirname(SUPPRESSION_FILE));
}

/** Below what a scan writes itself. */
const STATE = `${sep}.rustward${sep}`;

/** Whether no scan reads a file by its name: what it leaves itself, and what editors and compilers leave. */
export function isNoise(path: string): boolean {
  if (path.includes(STATE) && basename(path) !== basename(SUPPRESSION_FILE)) return true;
  return NOISE.test(basename(path));
}

/** Whether a file is what this process prints to, as by `--watch > watch.txt`: each line would be a change. */
export function isOwnOutput(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  return [1, 2].some((descriptor) => {
    const output = fstatSync(descriptor);
    return output.ino === file?.ino && output.dev === file.dev;
  });
}

const NOISE = /(?:^\.#|^4913$|~$|\.(?:o|obj|lo|la|a|so|d|gcno|gcda|sw[a-z]|tmp|log|pyc)$)/i;

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
