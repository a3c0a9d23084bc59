import type { Linkable } from './function-shim.ts';
import type { LinkedFunction, LinkReport } from './link-report.ts';
import type { ProjectRun } from './project-run.ts';

/** What the report says of a function. @param reasons why a function stays C, by its id */
export function linkedFunctionOf(
  { definition, rust, shim }: Linkable,
  reasons: ReadonlyMap<string, string>,
  breaking: ReadonlySet<string>,
  retired: ReadonlySet<string>,
  called: ReadonlySet<string>,
): LinkedFunction {
  const { id, function: f } = definition;
  const because = reasons.get(id);
  const isLinked = !('because' in shim) && because === undefined;
  const outcome = breaking.has(id)
    ? 'breaks'
    : retired.has(id)
      ? 'retirable'
      : isLinked
        ? 'linked'
        : 'kept';
  return {
    name: id,
    file: f.range.file,
    line: f.range.startLine,
    ...(rust === undefined ? {} : { rust }),
    outcome,
    ...(because === undefined || outcome === 'retirable' ? {} : { because }),
    ...(outcome === 'linked' && !('because' in shim) ? { called: called.has(shim.symbol) } : {}),
  };
}

/** What the report says of a build and test of the project. */
export function runOf({ build, test }: ProjectRun): LinkReport['original'] {
  return { build, ...(test === undefined ? {} : { test }) };
}
