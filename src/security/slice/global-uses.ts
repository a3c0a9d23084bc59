import type { GraphFunction } from '../../code/graph/call-graph.ts';
import type { FieldUses } from './field-uses.ts';
import type { SourceIndex } from './source-index.ts';

/** Variables whose uses are shown, and lines of each. */
const MAX_GLOBALS = 2;
const MAX_LINES = 8;

/** One that stands on more lines than these is used everywhere. */
const MAX_KNOWN = 60;

/** A line is looked at up to here: generated code has lines as long as files. */
const MAX_LINE = 400;
const MAX_TEXT = 140;

const SET = /(?:^|[^\w.>])([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*=(?!=)/g;

/**
 * Where the variables of the file are used that lines of a function set: what is left in them outlives the function, as a
 * pointer does to what it has released.
 * @param focus lines of the function
 */
export async function globalUses(
  fn: GraphFunction,
  focus: readonly number[],
  index: SourceIndex,
): Promise<FieldUses[]> {
  const code = index.code(fn.file);
  const set = new Set(
    focus.flatMap((line) => {
      const text = (code[line - 1] ?? '').slice(0, MAX_LINE);
      return [...text.matchAll(SET)].map(([, name = '']) => name);
    }),
  );
  if (set.size === 0) return [];
  const globals = (await index.definitions(fn.file))
    .filter(
      ({ line, names }) => isVariable(fn.file, line, index) && names.some((one) => set.has(one)),
    )
    .flatMap(({ names }) => names.filter((one) => set.has(one)));
  return [...new Set(globals)].slice(0, MAX_GLOBALS).flatMap((name) => usesOf(name, fn, index));
}

/** Whether a definition outside of functions is one of a variable. */
function isVariable(file: string, line: number, index: SourceIndex): boolean {
  const text = index.code(file)[line - 1] ?? '';
  return (
    index.functionAt(file, line) === undefined && !/^\s*(?:#|typedef\b|enum\b|extern\b)/.test(text)
  );
}

function usesOf(name: string, fn: GraphFunction, index: SourceIndex): FieldUses[] {
  const { file } = fn;
  const shown = index.shown(file);
  // A member of that name is none of it.
  const pattern = new RegExp(`(?<![\\w.>])${name}\\b`);
  const uses = index.code(file).flatMap((text, at) => {
    if (!pattern.test(text.slice(0, MAX_LINE))) return [];
    const user = index.functionAt(file, at + 1);
    if (user === undefined || user === fn) return [];
    const own = shown
      .at(at + 1)
      .trim()
      .slice(0, MAX_TEXT);
    return [`${file}:${at + 1} in ${user.name}: ${own}`];
  });
  if (uses.length === 0 || uses.length > MAX_KNOWN) return [];
  const lines = uses.slice(0, MAX_LINES);
  return [{ field: name, type: undefined, lines, left: uses.length - lines.length, setters: [] }];
}
