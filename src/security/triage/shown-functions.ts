import type { ShownFunction } from '../../agent/memory/recall-unasked.ts';
import type { SliceTarget } from '../slice/place-excerpts.ts';
import { sliceOf } from '../slice/slice.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import { type FunctionLines, functionsOf } from './relative-slice.ts';

/**
 * The functions that who is asked about these places sees: those that are shown, and those that the functions of the
 * places call. Each once, with all of its text.
 */
export async function shownFunctions(
  places: readonly SliceTarget[],
  index: SourceIndex,
): Promise<ShownFunction[]> {
  const shown = functionsOf(await sliceOf(places, index), index);
  const called = places.flatMap(({ file, line }) => {
    const fn = index.functionAt(file, line);
    const callees = fn === undefined ? [] : index.graph.callees(fn);
    return callees.flatMap(({ definitions }) => definitions);
  });
  const once = new Map([...shown, ...called].map((fn) => [`${fn.file}:${fn.line}`, fn]));
  return [...once.values()].map((fn) => ({ name: fn.name, text: textOf(fn, index) }));
}

/**
 * The text of the function that a remark names: the one that was shown, or else the only one of that name.
 * @returns undefined where there are several, or none
 */
export function namedFunction(
  name: string,
  shown: readonly ShownFunction[],
  index: SourceIndex,
): string | undefined {
  const own = shown.filter((fn) => fn.name === name);
  const all = own.length > 0 ? [] : index.graph.definitions(name);
  const texts = new Set([...own.map(({ text }) => text), ...all.map((fn) => textOf(fn, index))]);
  const [only] = texts;
  return texts.size === 1 ? only : undefined;
}

function textOf({ file, line, endLine }: Omit<FunctionLines, 'name'>, index: SourceIndex): string {
  return index
    .lines(file)
    .slice(line - 1, endLine)
    .join('\n');
}
