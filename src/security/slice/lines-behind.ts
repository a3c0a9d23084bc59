import { isBuiltinName } from './builtin-names.ts';
import { hunksWithin } from './source-change.ts';
import type { SourceIndex } from './source-index.ts';

/** Lines right behind a place that are shown in any case: the access that decides often stands there. */
const BEHIND = 12;

/** Lines further behind that use what the place uses. */
const MAX_USES = 45;

/** Of variables that such lines set from these: how many, and lines that use them. */
const MAX_DERIVED = 6;
const MAX_DERIVED_USES = 25;

/** A line is looked at up to here: generated code has lines as long as files. */
const MAX_LINE = 400;

/** Something is done with a name on such a line. */
const ACTION = /[([]|->|[^=!<>]=[^=]|\+\+|--|\breturn\b/;

/**
 * The lines of a function behind some of its lines: those right behind, and those that use what these
 * lines use, or what stood on lines that a change took away there; then those that use what is set from that.
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
  const pattern = anyOf(names);
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
  const derived = derivedNames([...found], names, code);
  const further = anyOf(derived);
  let left = MAX_DERIVED_USES;
  for (let line = Math.min(...inside) + 1; line < fn.endLine && left > 0; line += 1) {
    const text = code[line - 1] ?? '';
    if (found.has(line) || further?.test(text) !== true || !ACTION.test(text)) continue;
    found.add(line);
    left -= 1;
  }
  return [...found];
}

function anyOf(names: readonly string[]): RegExp | undefined {
  return names.length === 0 ? undefined : new RegExp(`\\b(?:${names.join('|')})\\b`);
}

/** The variables that lines set from some names: `w` of `w = header.width;`, whose uses are those of the width. */
function derivedNames(
  lines: readonly number[],
  names: readonly string[],
  code: readonly string[],
): readonly string[] {
  const pattern = anyOf(names);
  if (pattern === undefined) return [];
  const found = lines.flatMap((line) => {
    const [, name = '', value = ''] =
      /^\s*(?:[A-Za-z_][\w\s*]*[\s*])?([A-Za-z_]\w*)\s*=(?!=)(.*)$/.exec(
        (code[line - 1] ?? '').slice(0, MAX_LINE),
      ) ?? [];
    return pattern.test(value) && !names.includes(name) && !isBuiltinName(name) ? [name] : [];
  });
  return [...new Set(found)].slice(0, MAX_DERIVED);
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
