import type { FunctionOutline } from '../candidates/file-analysis.ts';
import type { TreeAlignment } from './tree-alignment.ts';

/** A file with the functions that it defines. */
export interface OutlinedFile {
  readonly file: string;
  readonly functions: readonly FunctionOutline[];
}

interface PlacedFunction extends FunctionOutline {
  readonly file: string;
}

/**
 * Tells which function of the base each function of the head was: the one of the same name in the
 * same file, or the one that most of its unchanged lines stood in, which finds a renamed one, or
 * the only one of its name that is gone from another file, which finds a moved one.
 * @returns names of functions of the head to names in the base; a function without a counterpart has none
 */
export function functionCounterparts(
  head: readonly OutlinedFile[],
  base: readonly OutlinedFile[],
  alignment: TreeAlignment,
): ReadonlyMap<string, string> {
  const baseFiles = new Map(base.map(({ file, functions }) => [file, functions]));
  const counterparts = new Map<string, string>();
  const unpaired: PlacedFunction[] = [];
  for (const { file, functions } of head) {
    const baseFile = alignment.baseFileOf(file);
    const candidates = baseFile === undefined ? [] : (baseFiles.get(baseFile) ?? []);
    const names = new Set(candidates.map(({ name }) => name));
    for (const fn of functions) {
      const was = names.has(fn.name)
        ? fn.name
        : alignedName({ file, ...fn }, candidates, alignment);
      if (was === undefined || baseFile === undefined) unpaired.push({ file, ...fn });
      else counterparts.set(functionKey(file, fn.name), functionKey(baseFile, was));
    }
  }
  const paired = new Set(counterparts.values());
  const gone = Map.groupBy(
    base
      .flatMap(({ file, functions }) => functions.map(({ name }) => ({ file, name })))
      .filter(({ file, name }) => !paired.has(functionKey(file, name))),
    ({ name }) => name,
  );
  for (const { file, name } of unpaired) {
    const [only, ...others] = gone.get(name) ?? [];
    if (only === undefined || others.length > 0) continue;
    counterparts.set(functionKey(file, name), functionKey(only.file, name));
  }
  return counterparts;
}

/** One text for a function in its file. */
export function functionKey(file: string, name: string): string {
  return `${file}\0${name}`;
}

/** The function that most unchanged lines of another one stood in, if these are half of its lines. */
function alignedName(
  { file, line, endLine }: PlacedFunction,
  candidates: readonly FunctionOutline[],
  alignment: TreeAlignment,
): string | undefined {
  const counts = new Map<string, number>();
  for (let at = line; at <= endLine; at += 1) {
    const was = alignment.baseOf({ file, line: at });
    const inside = was && candidates.find((fn) => fn.line <= was.line && was.line <= fn.endLine);
    if (inside !== undefined) counts.set(inside.name, (counts.get(inside.name) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, left], [, right]) => right - left);
  if (best === undefined) return undefined;
  const [name, lines] = best;
  return 2 * lines >= endLine - line + 1 ? name : undefined;
}
