import type { MappedSymbol } from '../state/symbol-map.ts';
import type { ScannedC } from '../steps/c-definitions.ts';
import type { LinkReport } from './link-report.ts';
import { type LinkProjectDeps, type LinkProjectOptions, ProjectLinker } from './project-linker.ts';

/**
 * Builds a C project in which functions that are equal to their Rust call it, and runs its own tests. Nothing
 * of the project or of the crate is changed. Where the tests fail, it is found who breaks them, and
 * those stay C.
 * @throws UsageError for a name that no function has; IncompleteError when the project as it is does
 *   not pass its tests, so that nothing could be said
 */
export async function linkProject(
  scan: ScannedC,
  map: readonly MappedSymbol[],
  options: LinkProjectOptions,
  deps: LinkProjectDeps,
): Promise<LinkReport> {
  return await new ProjectLinker(scan, options, deps).run(map);
}
