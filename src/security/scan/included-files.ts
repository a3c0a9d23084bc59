import { lstatSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { byBytes } from '../../workspace/files/byte-order.ts';
import { isSourcePath, type SourceFile } from '../../workspace/files/source-files.ts';
import { readSourceText, type TextLimits } from '../../workspace/files/source-text.ts';

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm;

const INCLUDE_BY_MACRO = /^[ \t]*#[ \t]*include[ \t]+([A-Za-z_]\w*)/gm;

/**
 * The files that sources include by a path next to them or from the root, and whose endings are
 * those of no source, such as `table.def`: compilers read them as code, whatever their names are.
 * Also those that these include in turn. In the order of their paths.
 */
export function includedFiles(
  root: string,
  files: readonly SourceFile[],
  limits: TextLimits,
): SourceFile[] {
  const found = new Map<string, SourceFile>();
  let next = files.map(({ path }) => path).filter((path) => !path.endsWith('.rs'));
  while (next.length > 0) {
    const named = next.flatMap((path) => namedIn(root, path, limits));
    next = [];
    for (const path of named) {
      if (isSourcePath(path) || found.has(path)) continue;
      const entry = lstatSync(join(root, path), { throwIfNoEntry: false });
      if (entry === undefined || !entry.isFile()) continue;
      found.set(path, { path, bytes: entry.size });
      next.push(path);
    }
  }
  return [...found.values()].sort((left, right) => byBytes(left.path, right.path));
}

/** The paths below the root that the directives of a file may mean. */
function namedIn(root: string, file: string, limits: TextLimits): string[] {
  const source = readSourceText(root, file, limits);
  if ('skip' in source) return [];
  const { text } = source;
  const byMacro = [...text.matchAll(INCLUDE_BY_MACRO)].flatMap(([, macro = '']) => {
    const named = new RegExp(`^[ \\t]*#[ \\t]*define[ \\t]+${macro}[ \\t]+"([^"\\n]+)"`, 'gm');
    return [...text.matchAll(named)];
  });
  return [...text.matchAll(INCLUDE), ...byMacro]
    .flatMap(([, name = '']) => [join(dirname(file), name), normalize(name)])
    .filter((path) => !/^\/|^\.\.(?:\/|$)/.test(path));
}
