import { posix } from 'node:path';
import { GENERATED_HEADERS } from '../../workspace/state/state-folder.ts';
import type { Compilation } from '../artifacts/compilation.ts';
import { PROJECT_INSIDE, type RecordedBuild } from '../build/record-build.ts';
import { resolveAllowed } from './compile-commands.ts';
import { filterFlags } from './compile-flags.ts';

/**
 * How files are compiled, by the first call of a compiler for each.
 * @param files the C files of the project, by their paths within the folder of the sources
 * @param below where in the project that folder is, `` for the project's folder itself
 */
export function compilationOfBuild(
  { calls, headers }: Pick<RecordedBuild, 'calls' | 'headers'>,
  files: ReadonlySet<string>,
  below: string,
): Compilation {
  const home = posix.join(PROJECT_INSIDE, below);
  const within = (path: string) => posix.relative(home, path);
  // What compiles single files sees the folder of the sources alone.
  const made = below === '' ? [...headers.keys()].sort() : [];
  const flags = new Map<string, readonly string[]>();
  for (const { folder, words } of calls) {
    const sources = words
      .slice(1)
      .filter((word) => !word.startsWith('-'))
      .map((word) => within(posix.resolve(folder, word)))
      .filter((path) => files.has(path) && !flags.has(path));
    if (sources.length === 0) continue;
    const { kept } = filterFlags(words, (path) =>
      resolveAllowed(posix.resolve(folder, path), home),
    );
    for (const file of sources) flags.set(file, withGenerated(kept, file, made));
  }
  const sorted = [...flags].sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    flags: Object.fromEntries(sorted.map(([file, kept]) => [file, [...kept]])),
    headers: made,
  };
}

/** Each folder of headers is followed by the one where what the build made in it is kept. */
function withGenerated(
  kept: readonly string[],
  file: string,
  headers: readonly string[],
): readonly string[] {
  const copyOf = (folder: string) => {
    const path = posix.relative('/', posix.resolve('/', folder));
    const hasSome = headers.some((header) => path === '' || header.startsWith(`${path}/`));
    return hasSome ? `./${posix.join(GENERATED_HEADERS, path)}` : undefined;
  };
  const flags: string[] = [];
  const own = copyOf(posix.dirname(file));
  if (own !== undefined) flags.push('-iquote', own);
  for (let at = 0; at < kept.length; at++) {
    const flag = kept[at] ?? '';
    if (flag.startsWith('-I')) {
      flags.push(flag, ...prefixed('-I', copyOf(flag.slice(2))));
    } else if (PATH_FLAGS.has(flag)) {
      const path = kept[++at] ?? '';
      const isMade = headers.includes(posix.normalize(path));
      if (flag === '-include' || flag === '-imacros') {
        flags.push(flag, isMade ? `./${posix.join(GENERATED_HEADERS, path)}` : path);
      } else {
        const copy = copyOf(path);
        flags.push(flag, path, ...(copy === undefined ? [] : [flag, copy]));
      }
    } else flags.push(flag);
  }
  return flags;
}

const PATH_FLAGS = new Set(['-isystem', '-iquote', '-idirafter', '-include', '-imacros']);

function prefixed(flag: string, path: string | undefined): string[] {
  return path === undefined ? [] : [`${flag}${path}`];
}
