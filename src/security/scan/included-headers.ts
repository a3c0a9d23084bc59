import { posix } from 'node:path';
import { includedPaths } from '../../code/flow/project/included-paths.ts';
import { leadsOutside } from '../../leads-outside.ts';

/** Beyond so many, further headers tell little of the files that are asked for. */
const MAX_HEADERS = 400;

/** Where several folders have a header of a name, the nearest ones may be meant. */
const MAX_OF_A_NAME = 3;

/** Where headers are looked for. All paths are below one root, with `/`. */
export interface HeaderPlaces {
  /** The text of a file; undefined where there is none that can be read. */
  readonly read: (file: string) => string | undefined;
  /** Folders that a person names. */
  readonly folders: readonly string[];
  /** Files that may be meant by the ends of their paths: those of the project. */
  readonly project: readonly string[];
  /** Folders outside of the root that are looked into as well, from the root on. */
  readonly outside?: readonly string[];
}

/**
 * Finds the files that some files include, directly or through others; those that are reached first come first.
 * An `#include` means the file beside the one that has it, or else one in a folder that is named, or else files of the
 * project whose paths end with it.
 * @param from the files to begin with
 * @returns without those of `from`
 */
export function includedHeaders(
  from: readonly string[],
  { read, folders, project, outside = [] }: HeaderPlaces,
): string[] {
  const byName = Map.groupBy(project, (file) => posix.basename(file));
  const texts = new Map<string, string | undefined>();
  const textOf = (file: string) => {
    const text = texts.has(file) ? texts.get(file) : read(file);
    texts.set(file, text);
    return text;
  };
  const reached = new Set(from);
  // A set gives what is added to it while it is gone through, too.
  for (const file of reached) {
    if (reached.size >= from.length + MAX_HEADERS) break;
    for (const path of includedPaths(textOf(file) ?? '')) {
      for (const place of placesOf(path, file)) reached.add(place);
    }
  }
  return [...reached].slice(from.length, from.length + MAX_HEADERS);

  function placesOf(path: string, includer: string): string[] {
    for (const folder of [posix.dirname(includer), ...folders]) {
      const place = posix.join(folder, path);
      const isKnown = !leadsOutside(place) || outside.some((one) => place.startsWith(`${one}/`));
      if (isKnown && textOf(place) !== undefined) return [place];
    }
    const end = posix.normalize(path).replace(/^(?:\.\.\/)+/, '');
    return (byName.get(posix.basename(path)) ?? [])
      .filter((file) => file === end || file.endsWith(`/${end}`))
      .toSorted((one, other) => sharedFolders(other, includer) - sharedFolders(one, includer))
      .slice(0, MAX_OF_A_NAME);
  }
}

/** How many folders two paths have in common from the root on. */
function sharedFolders(one: string, other: string): number {
  const [left, right] = [one.split('/'), other.split('/')];
  const differs = left.findIndex((part, at) => part !== right[at]);
  return differs === -1 ? left.length : differs;
}
