import { scanOptions, type TreeOptions } from '../../entry/review/review-options.ts';
import { findSourceFiles } from '../../workspace/files/source-files.ts';
import { withTracked } from '../../workspace/git/with-tracked.ts';
import { onlyThese } from './only-these.ts';

/**
 * The sources that patterns leave out of a run, of the command line and of the configuration. A report does not list them,
 * since that is what patterns are for; it is for who looks why something was not examined.
 * @returns paths below the path of the run, in the order of their bytes
 */
export function leftOutByPatterns(
  path: string,
  options: TreeOptions & { readonly only?: readonly string[] | undefined },
): string[] {
  const select = withTracked(path, scanOptions(path, options).select);
  const meant = options.only === undefined ? [] : onlyThese(options.only);
  const kept = new Set(findSourceFiles(path, select).files.map((file) => file.path));
  return findSourceFiles(path, { ...select, exclude: meant })
    .files.map((file) => file.path)
    .filter((file) => !kept.has(file));
}
