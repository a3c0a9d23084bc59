import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { nearestDefinitions } from '../../code/graph/nearest-definitions.ts';
import { libraryModelOf } from '../../code/library-models/lookup.ts';
import { type Excerpt, type Excerpts, numberedLines, wholeExcerpt } from './excerpt.ts';
import type { SourceIndex } from './source-index.ts';

/** Of all that texts name. */
const MAX_LINES = 150;

/** Lines of one stretch, and lines around a line that is named alone. */
const MAX_STRETCH = 40;
const AROUND = 3;

/** Of a longer function the lines alone are shown that are named. */
const WHOLE = 50;

/** `src/a.c:12`, `a.c:12-20`, `a.c:12, 40 and 61-64`. */
const PLACE =
  /([A-Za-z0-9_+./-]+\.[A-Za-z]{1,3}):(\d+(?:\s*(?:-|to)\s*\d+)?(?:\s*(?:,|and)\s*\d+(?:-\d+)?(?=\s*(?:[,;.)\]]|and\b|$)))*)/gm;

/** `(4742)`, `line 4742`, `lines 4742-4750`, `(1990, 1996)`: of whatever file. */
const LINES = /(?:\blines?\s+|\()(\d+(?:(?:\s*(?:-|to|,|and)\s*)\d+\b)*)/g;

/** A line, or a stretch of them, in a list. */
const RANGE = /(\d+)(?:\s*(?:-|to)\s*(\d+))?/g;

/**
 * The code that claims and derivations name and that is not shown yet: the agent that wrote them has looked it up, and
 * the one that examines them needs it as well. Lines come before functions.
 * @param shown what is shown already
 */
export function namedExcerpts(
  texts: readonly string[],
  shown: readonly Excerpt[],
  index: SourceIndex,
): Excerpts {
  const excerpts: Excerpt[] = [];
  const omitted: string[] = [];
  const seen = new Map<string, Set<number>>();
  for (const { file, shown: rows } of shown)
    note(
      file,
      rows.map(({ line }) => line),
    );
  let left = MAX_LINES;
  for (const text of texts) for (const stretch of stretchesIn(text, shown, index)) add(stretch);
  for (const text of texts) for (const fn of functionsIn(text, shown, index)) addFunction(fn, text);
  return { excerpts, omitted };

  /** Of a long one the lines that the text names beside it. */
  function addFunction(fn: GraphFunction, text: string): void {
    if (fn.endLine - fn.line < WHOLE) {
      add(fn);
      return;
    }
    const lists = [...text.matchAll(LINES)].map(([, list = '']) => list);
    for (const [, first = '', last = first] of lists.flatMap((list) => [...list.matchAll(RANGE)])) {
      const [from, to] = [Number(first), Number(last)];
      if (from < fn.line || to > fn.endLine || to < from || isShown(from, fn.file)) continue;
      const line = Math.max(fn.line, from - AROUND);
      add({ ...fn, line, endLine: Math.min(fn.endLine, to + AROUND, line + MAX_STRETCH - 1) });
    }
  }

  /** Whether a number without a file says a line of another file that is shown, which it then most likely means. */
  function isShown(line: number, file: string): boolean {
    return [...seen].some(([other, lines]) => other !== file && lines.has(line));
  }

  function note(file: string, lines: readonly number[]): void {
    seen.set(file, new Set([...(seen.get(file) ?? []), ...lines]));
  }

  function add({ file, line, endLine }: Pick<GraphFunction, 'file' | 'line' | 'endLine'>): void {
    const known = seen.get(file);
    const all = Array.from({ length: endLine - line + 1 }, (_, at) => line + at);
    const code = index.code(file);
    const isNew = (at: number) => known?.has(at) !== true;
    if (all.every((at) => !isNew(at) || (code[at - 1] ?? '').trim() === '')) return;
    const own = all.filter(isNew);
    const name = index.functionAt(file, line)?.name;
    if (own.length > left) {
      omitted.push(`${name ?? 'lines'} (${file}:${line}-${endLine}), which the texts name`);
      return;
    }
    left -= own.length;
    note(file, own);
    const title = name === undefined ? 'outside of functions' : `function ${name}`;
    excerpts.push(
      own.length === all.length
        ? wholeExcerpt({ file, line, endLine }, title, index)
        : { file, title, line, endLine, shown: numberedLines(file, own, index) },
    );
  }
}

type Stretch = Pick<GraphFunction, 'file' | 'line' | 'endLine'>;

/** The lines that a text names: of several files of a name, in the one that is nearest to the first one shown. */
function stretchesIn(text: string, shown: readonly Excerpt[], index: SourceIndex): Stretch[] {
  return [...text.matchAll(PLACE)].flatMap(([, named = '', lines = '']) => {
    const ending = index.files.filter((file) => file === named || file.endsWith(`/${named}`));
    const [file, another] = ending.includes(named) ? [named] : nearest(ending, shown);
    if (file === undefined || another !== undefined) return [];
    const count = index.lines(file).length;
    return [...lines.matchAll(RANGE)].flatMap(([, first = '', last]) => {
      const from = last === undefined ? Number(first) - AROUND : Number(first);
      const to = Math.min(last === undefined ? Number(first) + AROUND : Number(last), count);
      const line = Math.max(1, from);
      return line > to ? [] : [{ file, line, endLine: Math.min(to, line + MAX_STRETCH - 1) }];
    });
  });
}

/** The files that share most folders with the first one that is shown, which is that of a place. */
function nearest(files: readonly string[], shown: readonly Excerpt[]): readonly string[] {
  const [place] = shown;
  if (place === undefined || files.length < 2) return files;
  const candidates = files.map((file) => ({ file }));
  return nearestDefinitions(candidates, place.file).map(({ file }) => file);
}

/** The functions that a text names, where the name means one; all forms of one that `#if` chooses among. */
function functionsIn(
  text: string,
  shown: readonly Excerpt[],
  index: SourceIndex,
): readonly GraphFunction[] {
  const files = new Set(shown.map(({ file }) => file));
  const written = writtenAsFunctions(text);
  return [...new Set(text.match(/[A-Za-z_]\w{2,}/g))].flatMap((name) => {
    const all = index.graph
      .definitions(name)
      .filter(({ file }) => written.has(name) || isMeant(name, file));
    if (all.length > 0 && isVariableIn(shown, name)) return [];
    const near = all.filter(({ file }) => files.has(file));
    if (near.length === 0 && all.length > 0 && isMacro(name)) return [];
    const meant = near.length > 0 ? near : all;
    const [file, another] = nearest([...new Set(meant.map((fn) => fn.file))], shown);
    return another === undefined ? meant.filter((fn) => fn.file === file) : [];
  });

  /** Whether a file that is shown has a macro of this name: then that is meant, and no function elsewhere. */
  function isMacro(name: string): boolean {
    const head = new RegExp(`^\\s*#\\s*define\\s+${name}\\b`);
    return [...files].some((file) => index.code(file).some((line) => head.test(line)));
  }

  /** `read`, `loop` or `same` in a sentence is a word like any other, or the function of the C library. */
  function isMeant(name: string, file: string): boolean {
    return files.has(file) && libraryModelOf(name) === undefined;
  }
}

/** Whether code that is shown declares a variable or field of this name: then that is meant, and no function elsewhere. */
function isVariableIn(shown: readonly Excerpt[], name: string): boolean {
  const declared = new RegExp(
    `(?:\\b(?!(?:return|else|case|goto|delete|throw|sizeof)\\b)\\w+\\s+|\\w\\s*\\*+\\s*)${name}\\s*(?:[,;=)\\[]|$)`,
  );
  return shown.some((one) => one.shown.some(({ text }) => declared.test(text)));
}

/** Names with a bracket behind them, in backquotes, behind a word such as `calls`, or of several words. */
function writtenAsFunctions(text: string): ReadonlySet<string> {
  const called = text.matchAll(
    /([A-Za-z_]\w{2,})\s?\(|`([A-Za-z_]\w{2,})`|\b(?:call|calls|calling|called by|function)\s+([A-Za-z_]\w{2,})/g,
  );
  const joined = text.match(/[A-Za-z_]\w*(?:[a-z\d]_\w|[a-z][A-Z])\w*/g) ?? [];
  const names = [...called].map(([, name, quoted, said]) => name ?? quoted ?? said ?? '');
  return new Set([...names, ...joined]);
}
