import { isBuiltinName } from './builtin-names.ts';
import { hunksWithin } from './source-change.ts';
import type { SourceIndex } from './source-index.ts';

/** A line is looked at up to here: generated code has lines as long as files. */
const MAX_LINE = 400;

/** Names of one function that are looked for. */
const MAX_NAMES = 40;

/** What a line sets: `n = …`, `n += …`, `n++`, `p->n = …`, `a[i] = …`, what a call gets the address of, a declaration with a value. */
const SET =
  /\b([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?:=(?!=)|[-+*/%|&^]=|<<=|>>=|\+\+|--)|(?:\+\+|--)\s*(?:[A-Za-z_]\w*\s*(?:->|\.)\s*)*([A-Za-z_]\w*)|&\s*(?:[A-Za-z_]\w*\s*(?:->|\.)\s*)*([A-Za-z_]\w*)/g;

/**
 * The lines of a function that set what its lines of interest use, the nearest before each first, in turn for each name: in
 * a function too long for all that bears on them, what decides a value often stands far away.
 * @param most so many lines at most
 * @returns line numbers
 */
export function decidingLines(
  fn: { readonly file: string; readonly line: number; readonly endLine: number },
  focus: readonly number[],
  most: number,
  index: SourceIndex,
): number[] {
  const code = index.code(fn.file);
  const last = Math.max(...focus);
  const removed = hunksWithin(index.change, fn).flatMap((hunk) => hunk.removed);
  const used = namesOn([...focus.map((line) => code[line - 1] ?? ''), ...removed]);
  const wanted = new Set(used.slice(0, MAX_NAMES));
  const setBy = new Map<string, number[]>();
  for (let line = fn.line + 1; line <= Math.min(last, fn.endLine); line += 1) {
    if (focus.includes(line)) continue;
    const text = (code[line - 1] ?? '').slice(0, MAX_LINE);
    for (const [, assigned, counted, given] of text.matchAll(SET)) {
      const name = assigned ?? counted ?? given ?? '';
      if (wanted.has(name)) setBy.set(name, [...(setBy.get(name) ?? []), line]);
    }
  }
  const distance = (line: number) =>
    Math.min(...focus.map((at) => (at >= line ? at - line : Number.POSITIVE_INFINITY)));
  const lists = [...setBy.values()].map((lines) => {
    return [...new Set(lines)].toSorted((a, b) => distance(a) - distance(b));
  });
  const found = new Set<number>();
  for (let round = 0; lists.some((lines) => round < lines.length); round += 1) {
    for (const lines of lists) {
      const line = lines[round];
      if (line === undefined) continue;
      if (found.size >= most) return [...found];
      found.add(line);
    }
  }
  return [...found];
}

/** Variables and fields on lines, without what is called and without constants. */
function namesOn(lines: readonly string[]): string[] {
  const all = lines.flatMap((line) => {
    const code = line.slice(0, MAX_LINE).replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '');
    return [...code.matchAll(/[A-Za-z_]\w*(?!\w*\s*\()/g)].map(([name]) => name);
  });
  return [...new Set(all)].filter((name) => !isBuiltinName(name) && !/^[A-Z0-9_]+$/.test(name));
}
