import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { forwardCalls, type ReplacedFunction } from './forward-calls.ts';
import type { Linkable } from './function-shim.ts';
import { layoutChecks } from './layout-checks.ts';
import type { LinkCandidate } from './link-candidate.ts';

/** A project with some functions in Rust, and some of the C gone. */
export interface ProjectVariant {
  readonly linked: readonly Pick<LinkCandidate, 'shim'>[];
  readonly retired: readonly Linkable[];
  /** Files that are otherwise than on the disk, with the same lines, by their paths below the C sources. */
  readonly edited?: ReadonlyMap<string, Buffer>;
}

/** The files of a variant that differ from the project's, by their paths relative to its folder. */
export function variantFilesOf(
  root: string,
  sources: string,
  variant: ProjectVariant,
): Map<string, Buffer> {
  const files = [...variantFiles(sources, variant)];
  return new Map(files.map(([file, text]) => [relative(root, join(sources, file)), text]));
}

/** The same, by their paths below the C sources: functions forward their calls, and units check layouts. */
export function variantFiles(
  sources: string,
  { linked, retired, edited = new Map() }: ProjectVariant,
): Map<string, Buffer> {
  const replaced: ReplacedFunction[] = [
    ...linked.map(({ shim: { symbol, subject, variables } }) => ({
      ...{ function: subject.function, symbol, variables },
    })),
    ...retired.map(({ definition }) => ({ function: definition.function, symbol: undefined })),
  ];
  // A function of a header is checked in a unit that includes it.
  const files = [
    ...replaced.map((one) => one.function.range.file),
    ...linked.map(({ shim }) => shim.subject.unit.file),
  ];
  const others = [...edited].filter(([file]) => !files.includes(file));
  return new Map([
    ...others,
    ...[...new Set(files)].map((file): [string, Buffer] => {
      const own = replaced.filter((one) => one.function.range.file === file);
      const shims = linked.flatMap(({ shim }) => (shim.subject.unit.file === file ? [shim] : []));
      const text = forwardCalls(edited.get(file) ?? readFileSync(join(sources, file)), own);
      return [file, Buffer.concat([text, Buffer.from(`\n${layoutChecks(shims)}`)])];
    }),
  ]);
}
