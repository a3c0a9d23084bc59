import type { TreeOptions } from '../../entry/review/review-options.ts';
import { scanOptions } from '../../entry/review/scan-options.ts';
import { CONFIGURATION_FILE } from '../../github/configuration/configuration.ts';
import { IGNORE_FILE } from '../../workspace/files/ignore-file.ts';
import { pathPatterns } from '../../workspace/files/path-patterns.ts';
import { findSourceFiles, scanRootOf } from '../../workspace/files/source-files.ts';
import { withTracked } from '../../workspace/git/with-tracked.ts';
import { onlyThese } from './only-these.ts';

/** A source that a run does not examine since a pattern fits it. */
export interface LeftOut {
  /** Below the path of the run. */
  readonly file: string;
  /** As a line of a `.gitignore`. */
  readonly pattern: string;
}

/**
 * The sources that patterns leave out of a run, of the command line, of ignore files and of the configuration, whose
 * languages are patterns as well. A report does not list them, since that is what patterns are for; it is for who looks why something
 * was not examined.
 * @returns in the order of the files' bytes
 */
export async function leftOutByPatterns(
  path: string,
  options: TreeOptions & { readonly only?: readonly string[] | undefined },
): Promise<LeftOut[]> {
  const select = await withTracked(scanRootOf(path).root, scanOptions(path, options).select);
  const meant = options.only === undefined ? [] : onlyThese(options.only);
  const kept = new Set(findSourceFiles(path, select).files.map((file) => file.path));
  const patterns = pathPatterns(options.exclude);
  return findSourceFiles(path, { ...select, exclude: meant })
    .files.filter((file) => !kept.has(file.path))
    .map((file) => ({ file: file.path, pattern: patterns.test(file.path).rule?.pattern ?? '' }))
    .filter(({ pattern }) => pattern !== '');
}

/** Why a run has nothing to examine. */
export function nothingThere(files: readonly LeftOut[]): string {
  const [first, ...more] = files;
  if (first === undefined) return 'no C, C++ or Rust source file is there';
  const others = more.length === 0 ? '' : `, and ${more.length} more by patterns`;
  return `${first.file} is left out by the pattern ${first.pattern}${others}: see --exclude, ${IGNORE_FILE}, and review.exclude and review.languages in ${CONFIGURATION_FILE}`;
}
