import { isBuiltinName } from './builtin-names.ts';
import { hunksWithin } from './source-change.ts';
import type { SourceIndex } from './source-index.ts';

/** Lines right behind a place that are shown in any case: the access that decides often stands there. */
const BEHIND = 12;

/** Lines further behind that use what the place uses. */
const MAX_USES = 45;

/** A line is looked at up to here: generated code has lines as long as files. */
const MAX_LINE = 400;

/** Something is done with a name on such a line. */
const ACTION = /[([]|->|[^=!<>]=[^=]|\+\+|--|\breturn\b/;

/**
 * The lines of a function behind some of its lines: those right behind, and those that use what these
 * lines use, or what stood on lines that a change took away there.
 * @param focus lines of the function
 * @returns line numbers, ascending
 */
export function linesBehind(
  fn: { readonly file: string; readonly line: number; readonly endLine: number },
  focus: readonly number[],
  index: SourceIndex,
): number[] {
  const code = index.code(fn.file);
  const inside = focus.filter((line) => fn.line < line && line <= fn.endLine);
  if (inside.length === 0) return [];
  const removed = hunksWithin(index.change, fn)
    .filter(({ start, count }) => inside.some((line) => start <= line && line <= start + count + 1))
    .flatMap((hunk) => hunk.removed);
  const names = namesOf([...inside.map((line) => code[line - 1] ?? ''), ...removed]);
  const pattern = names.length === 0 ? undefined : new RegExp(`\\b(?:${names.join('|')})\\b`);
  const found = new Set<number>();
  let uses = 0;
  for (let line = Math.min(...inside) + 1; line < fn.endLine; line += 1) {
    const text = code[line - 1] ?? '';
    if (text.trim() === '') continue;
    if (inside.some((one) => one < line && line <= one + BEHIND)) found.add(line);
    else if (uses < MAX_USES && pattern?.test(text) === true && ACTION.test(text)) {
      found.add(line);
      uses += 1;
    }
  }
  return [...found];
}

/** Variables and fields, without what is called and without constants. */
function namesOf(lines: readonly string[]): string[] {
  const all = lines.flatMap((line) => {
    const code = line
      .slice(0, MAX_LINE)
      .replaceAll(/"(?:\\.|[^"\\])*"|\/\*.*?(?:\*\/|$)|\/\/.*/g, '');
    return [...code.matchAll(/[A-Za-z_]\w*(?!\w*\s*\()/g)].map(([name]) => name);
  });
  return [...new Set(all)].filter(
    (name) => name.length > 1 && !isBuiltinName(name) && !/^[A-Z0-9_]+$/.test(name),
  );
}
