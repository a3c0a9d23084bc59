import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { libraryModelOf } from '../../code/library-models/lookup.ts';
import { type Excerpt, type Excerpts, numberedLines, wholeExcerpt } from './excerpt.ts';
import type { SourceIndex } from './source-index.ts';

/** Of all that texts name. */
const MAX_LINES = 150;

/** Lines of one stretch, and lines around a line that is named alone. */
const MAX_STRETCH = 40;
const AROUND = 3;

/** A longer function that is named without a line is not shown. */
const WHOLE = 50;

/** `src/a.c:12`, `a.c:12-20`. */
const PLACE = /([A-Za-z0-9_+./-]+\.[A-Za-z]{1,3}):(\d+)(?:\s*(?:-|to)\s*(\d+))?/g;

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
  for (const text of texts) for (const stretch of stretchesIn(text, index)) add(stretch);
  for (const text of texts) for (const fn of functionsIn(text, shown, index)) add(fn);
  return { excerpts, omitted };

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

/** The lines that a text names, in files of which there is one of that name. */
function stretchesIn(
  text: string,
  index: SourceIndex,
): Pick<GraphFunction, 'file' | 'line' | 'endLine'>[] {
  return [...text.matchAll(PLACE)].flatMap(([, named = '', first = '', last]) => {
    const files = index.files.filter((file) => file === named || file.endsWith(`/${named}`));
    const [file] = files;
    if (file === undefined || (files.length > 1 && !files.includes(named))) return [];
    const exact = files.includes(named) ? named : file;
    const count = index.lines(exact).length;
    const from = last === undefined ? Number(first) - AROUND : Number(first);
    const to = Math.min(last === undefined ? Number(first) + AROUND : Number(last), count);
    const line = Math.max(1, from);
    return line > to ? [] : [{ file: exact, line, endLine: Math.min(to, line + MAX_STRETCH - 1) }];
  });
}

/** The short functions that a text names, where the name means one. */
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
    const [fn, another] = near.length > 0 ? near : all;
    return fn === undefined || another !== undefined || fn.endLine - fn.line >= WHOLE ? [] : [fn];
  });

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
