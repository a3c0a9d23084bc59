import { relative, resolve } from 'node:path';
import { includedHeaders } from '../../security/scan/included-headers.ts';
import { findSourceFiles, isSourcePath } from '../../workspace/files/source-files.ts';
import { readSourceText, TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import { isProject } from './project-of.ts';

/**
 * The headers that files of a project include.
 * @param home the folder of the project, or whatever folder the files are in
 * @param from the files, below it
 * @param texts of files, where they differ from those on disk
 * @param folders folders with headers, from `home` on
 * @returns paths below `home`
 */
export function headersOf(
  home: string,
  from: readonly string[],
  texts: ReadonlyMap<string, string | Buffer>,
  folders: readonly string[],
): string[] {
  const read = (file: string) => {
    const given = texts.get(file);
    if (given !== undefined) return given.toString();
    const source = readSourceText(home, file, TEXT_LIMITS);
    return 'skip' in source ? undefined : source.text;
  };
  // Elsewhere the current folder may be anything, such as a home folder.
  const project = isProject(home) ? findSourceFiles(home).files.map(({ path }) => path) : [];
  const below = folders.map((folder) => relative(home, resolve(home, folder)) || '.');
  return includedHeaders(from, { read, folders: below, project }).filter(isSourcePath);
}
