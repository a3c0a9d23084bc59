import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { isBuiltinName } from './builtin-names.ts';
import { definitionsOf } from './definitions.ts';
import type { FieldUses } from './field-uses.ts';
import { hunksWithin } from './source-change.ts';
import type { SourceIndex } from './source-index.ts';
import { linesWithoutComments } from './without-comments.ts';

/** Variables whose uses are shown, and lines of each. */
const MAX_VARIABLES = 2;
const MAX_LINES = 8;

/** Calls from the function, and functions that are looked at. */
const MAX_LEVELS = 3;
const MAX_FUNCTIONS = 120;

/** A line is looked at up to here: generated code has lines as long as files. */
const MAX_LINE = 400;
const MAX_TEXT = 140;

/** Names that the lines which a change took away from one function have, at most. */
const MAX_NAMES = 20;

/**
 * Where what a function calls, and what that calls, uses a variable outside of it that lines which the change took away from it
 * tested or set: these relied on what is gone, and nothing that is passed to them tells it.
 */
export async function reachedUses(fn: GraphFunction, index: SourceIndex): Promise<FieldUses[]> {
  const names = namesTakenAway(fn, index);
  if (names.length === 0) return [];
  const defined = await definitionsOf(new Set(names), fn.file, index);
  const known = new Set(defined.flatMap((one) => one.names));
  const wanted = names.filter((name) => known.has(name)).slice(0, MAX_VARIABLES);
  if (wanted.length === 0) return [];
  const reached = reachedFrom(fn, index);
  return wanted.flatMap((name) => usesOf(name, reached, index));
}

/** Names on lines that are gone which are neither called, nor members, nor constants, nor declared in the function. */
function namesTakenAway(fn: GraphFunction, index: SourceIndex): string[] {
  const hunks = hunksWithin(index.change, fn);
  // The rest of a comment whose beginning stands above.
  const removed = hunks.flatMap((hunk) => linesWithoutComments(hunk.removed)).filter(isCode);
  const own = [...index.code(fn.file).slice(fn.line - 1, fn.endLine), ...removed].join('\n');
  const names = removed.flatMap((line) =>
    [
      ...line
        .slice(0, MAX_LINE)
        .replaceAll(/"(?:\\.|[^"\\])*"/g, '')
        .matchAll(/(?<![\w.>])([A-Za-z_]\w{2,})\b(?!\s*\()/g),
    ].map(([, name = '']) => name),
  );
  return [...new Set(names)]
    .filter((name) => !isBuiltinName(name) && !/^[A-Z0-9_]+$/.test(name))
    .slice(0, MAX_NAMES)
    .filter((name) => !isDeclaredIn(own, name));
}

function isCode(line: string): boolean {
  return !/^\s*\*(?:\s|$)/.test(line);
}

function isDeclaredIn(code: string, name: string): boolean {
  const declared = `(?:\\b(?!(?:return|else|case|goto|delete|throw|sizeof)\\b)\\w+\\s+|\\w\\s*\\*+\\s*)${name}\\s*(?:[,;=)\\[]|$)`;
  return new RegExp(declared, 'm').test(code);
}

/** The functions that one calls, then those that these call, each once. */
function reachedFrom(fn: GraphFunction, index: SourceIndex): readonly GraphFunction[] {
  const reached = new Set<GraphFunction>();
  let level = [fn];
  for (let depth = 0; depth < MAX_LEVELS; depth += 1) {
    const next = level
      .flatMap((one) => index.graph.callees(one))
      .flatMap(({ definitions }) => (definitions.length === 1 ? definitions : []))
      .filter((one) => one !== fn && !reached.has(one));
    level = [...new Set(next)].slice(0, MAX_FUNCTIONS - reached.size);
    for (const one of level) reached.add(one);
  }
  return [...reached];
}

function usesOf(name: string, reached: readonly GraphFunction[], index: SourceIndex): FieldUses[] {
  // A member of that name is none of it.
  const pattern = new RegExp(`(?<![\\w.>])${name}\\b`);
  const uses = reached.flatMap((fn) => {
    const code = index.code(fn.file);
    const shown = index.shown(fn.file);
    const all = Array.from({ length: fn.endLine - fn.line }, (_, at) => fn.line + at + 1);
    return all
      .filter((line) => pattern.test((code[line - 1] ?? '').slice(0, MAX_LINE)))
      .map(
        (line) => `${fn.file}:${line} in ${fn.name}: ${shown.at(line).trim().slice(0, MAX_TEXT)}`,
      );
  });
  if (uses.length === 0) return [];
  const lines = uses.slice(0, MAX_LINES);
  return [{ field: name, type: undefined, lines, left: uses.length - lines.length, setters: [] }];
}
