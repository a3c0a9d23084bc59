import { lstatSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { leadsOutside } from '../../leads-outside.ts';
import { isSourcePath, type SourceFile } from '../../workspace/files/source-files.ts';
import { readSourceText, type TextLimits } from '../../workspace/files/source-text.ts';
import { includedHeaders } from './included-headers.ts';

/**
 * A folder outside of a tree, from the root of the tree on, such as `../dep/include`.
 * @returns undefined for one that lies in the tree
 */
export function placeOutside(root: string, folder: string): string | undefined {
  const place = relative(root, resolve(root, folder)).split(sep).join('/');
  return leadsOutside(place) ? place : undefined;
}

/**
 * The headers that the files of a tree include from folders outside of it, directly or through others. They are read for
 * what they tell of the tree, and not examined.
 * @param folders those that a person names
 * @returns paths from the root on, such as `../dep/include/dep.h`
 */
export function outsideHeaders(
  root: string,
  files: readonly SourceFile[],
  folders: readonly string[],
  limits: TextLimits,
): SourceFile[] {
  const places = folders.flatMap((folder) => placeOutside(root, folder) ?? []);
  if (places.length === 0) return [];
  const read = (file: string) => {
    const source = readSourceText(root, file, limits);
    return 'skip' in source ? undefined : source.text;
  };
  const from = files.map(({ path }) => path).filter((path) => !path.endsWith('.rs'));
  return includedHeaders(from, { read, folders: places, project: [], outside: places })
    .filter((path) => leadsOutside(path) && isSourcePath(path))
    .flatMap((path) => {
      const entry = lstatSync(join(root, path), { throwIfNoEntry: false });
      return entry?.isFile() === true ? [{ path, bytes: entry.size }] : [];
    });
}
