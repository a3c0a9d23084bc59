import { endOfDirective } from '../../code/c/declarations/macro-definitions.ts';
import type { ClangGlobal, ClangTypeDeclaration, ClangUnit } from '../../code/clang/unit.ts';
import type { CDefinition } from './c-definitions.ts';

/** The text of a file of the project; undefined when it cannot be read. */
export type ReadSourceText = (file: string) => string | undefined;

const MAX_CONTEXT_CHARACTERS = 40_000;
const MAX_USERS_CHARACTERS = 6000;

const LINES_AROUND = 3;

function linesOf(text: string, from: number, to: number): string {
  return text
    .split('\n')
    .slice(from - 1, to)
    .join('\n');
}

/** With the comment that stands right before it. */
export function textWithComment(text: string, startLine: number, endLine: number): string {
  const lines = text.split('\n');
  let first = startLine;
  const isComment = (line: string | undefined) => /^\s*(?:\/\/|\/\*|\*)|\*\/\s*$/.test(line ?? '');
  while (first > 1 && isComment(lines[first - 2])) first -= 1;
  return linesOf(text, first, endLine);
}

export function callText(
  { function: { name, range } }: CDefinition,
  callee: string,
  read: ReadSourceText,
): string {
  const lines = linesOf(read(range.file) ?? '', range.startLine, range.endLine).split('\n');
  const at = lines.findIndex((line) => new RegExp(`\\b${callee}\\b`).test(line));
  const from = Math.max(0, at - LINES_AROUND);
  const shown = lines.slice(from, at + LINES_AROUND + 1).join('\n');
  return `/* ${name}, ${range.file}:${range.startLine + from} */\n${shown}`;
}

const MAX_MACRO_CALLERS = 4;

/**
 * Macros with parameters that call a function, as those who use a library may: what they do around the call
 * is part of what its users see.
 */
export function macroCallers(
  { unit, function: { name } }: CDefinition,
  read: ReadSourceText,
): string[] {
  const isCall = new RegExp(`\\b${name}\\s*\\(`);
  const found = filesOf(unit).flatMap((file) => {
    const text = read(file) ?? '';
    return [...text.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)\(/gm)].flatMap((one) => {
      const macro = text.slice(one.index, endOfDirective(text, one.index)).trim();
      const line = text.slice(0, one.index).split('\n').length;
      const isCaller = one[1] !== name && isCall.test(macro.slice(one[0].trim().length));
      return isCaller ? [`/* ${file}:${line} */\n${macro}`] : [];
    });
  });
  return [...new Set(found)].slice(0, MAX_MACRO_CALLERS);
}

/** The types, macros and globals that a function uses, and those that these are made of. */
export function contextOf(
  { unit, function: fn }: CDefinition,
  units: readonly ClangUnit[],
  read: ReadSourceText,
): string {
  const types = typesOf({ unit, function: fn }).map(({ range: { file, startLine, endLine } }) => {
    return `/* ${file}:${startLine} */\n${linesOf(read(file) ?? '', startLine, endLine)}`;
  });
  // A record and the typedef around it stand on the same lines.
  const parts = [...new Set(types)];
  for (const name of fn.globals) {
    const global = globalOf(name, unit, units);
    if (global === undefined) continue;
    const { file, startLine, endLine } = global.range;
    parts.push(`/* ${file}:${startLine} */\n${linesOf(read(file) ?? '', startLine, endLine)}`);
  }
  const inParts = parts.flatMap(namesIn);
  const { file, startLine, endLine } = fn.range;
  const own = linesOf(read(file) ?? '', startLine, endLine);
  // Those of its own text for a function that a macro makes of the macros it is given.
  const named = [...namesIn(own), ...inParts, ...conditionNames(own), ...fn.macros];
  parts.push(...macroTexts(named, filesOf(unit), read));
  let length = 0;
  const kept = parts.filter((part) => {
    length += part.length;
    return length <= MAX_CONTEXT_CHARACTERS;
  });
  return kept.join('\n\n');
}

/** The macros that the text of a unit's type names, and those that these are made of. */
export function macrosIn(text: string, unit: ClangUnit, read: ReadSourceText): string[] {
  return macroTexts(namesIn(text), filesOf(unit), read);
}

function namesIn(text: string): string[] {
  return withoutComments(text).match(/\b[A-Za-z_]\w*\b/g) ?? [];
}

/** The types of a function, and those that these are made of. */
export function typesOf({
  unit,
  function: fn,
}: Pick<CDefinition, 'unit' | 'function'>): ClangTypeDeclaration[] {
  const found = new Map<string, ClangTypeDeclaration>();
  const pending = [...fn.types];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    for (const type of unit.types.filter((one) => one.name === name)) {
      const place = `${type.range.file}:${type.range.startLine} ${type.name}`;
      if (found.has(place)) continue;
      found.set(place, type);
      pending.push(...type.types);
    }
  }
  return [...found.values()];
}

/**
 * The other functions that use records of a function, in full as far as there is room, the rest by their
 * heads: what a type has to hold is seen from all of them.
 */
export function typeUsersOf(
  own: CDefinition,
  all: readonly CDefinition[],
  read: ReadSourceText,
): string {
  const places = (one: CDefinition) =>
    typesOf(one).map(({ range }) => `${range.file}:${range.startLine}`);
  const isRecord = ({ range: { file, startLine, endLine } }: ClangTypeDeclaration) =>
    linesOf(read(file) ?? '', startLine, endLine).includes('{');
  const wanted = new Set(
    typesOf(own)
      .filter(isRecord)
      .map(({ range }) => `${range.file}:${range.startLine}`),
  );
  if (wanted.size === 0) return '';
  let length = 0;
  const users = all.filter((one) => one !== own && places(one).some((at) => wanted.has(at)));
  return users
    .map(({ function: { range } }) => {
      const text = linesOf(read(range.file) ?? '', range.startLine, range.endLine);
      const shown = length + text.length <= MAX_USERS_CHARACTERS ? text : headOf(text);
      length += shown.length;
      return `/* ${range.file}:${range.startLine} */\n${shown}`;
    })
    .join('\n\n')
    .slice(0, 2 * MAX_USERS_CHARACTERS);
}

/** Of all functions that are called, and of one of them. */
const MAX_CALLED_CHARACTERS = 8000;
const MAX_CALLED_FUNCTION = 4000;

/** Functions that are called, in full where they are short: what a caller gives depends on them. */
export function calledText(called: readonly CDefinition[], read: ReadSourceText): string {
  let length = 0;
  return called
    .map(({ function: { range } }) => {
      const text = linesOf(read(range.file) ?? '', range.startLine, range.endLine);
      const hasRoom =
        text.length <= MAX_CALLED_FUNCTION && length + text.length <= MAX_CALLED_CHARACTERS;
      const shown = hasRoom ? text : headOf(text);
      length += shown.length;
      return `/* ${range.file}:${range.startLine} */\n${shown}`;
    })
    .join('\n\n')
    .slice(0, 2 * MAX_CALLED_CHARACTERS);
}

function headOf(text: string): string {
  return `${text.slice(0, Math.max(0, text.indexOf('{'))).trim()};`;
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '');
}

/** A variable that a unit mentions: its own, or that of the unit that others may take it from. */
function globalOf(
  name: string,
  unit: ClangUnit,
  units: readonly ClangUnit[],
): ClangGlobal | undefined {
  const isIt = (one: ClangGlobal) => one.name === name && one.within === undefined;
  const own = unit.globals.find(isIt);
  if (own !== undefined) return own;
  const all = units.flatMap(({ globals }) => globals);
  return all.find((one) => isIt(one) && !one.isStatic);
}

/** The files of the project that a unit is known to consist of. */
function filesOf(unit: ClangUnit): string[] {
  const ranges = [...unit.functions, ...unit.globals, ...unit.types].map(({ range }) => range.file);
  return [...new Set([unit.file, ...ranges, ...unit.prototypes.map(({ file }) => file)])];
}

/** The names on which lines of a text depend: no compiler tells of macros that only `#if` uses. */
function conditionNames(text: string): string[] {
  const directives = text.match(/^[ \t]*#[ \t]*(?:el)?if(?:n?def)?\b.*$/gm) ?? [];
  const words = directives.flatMap((line) => line.match(/\b[A-Za-z_]\w*\b/g) ?? []);
  return [...new Set(words.filter((word) => !/^(?:el)?if(?:n?def)?$|^defined$/.test(word)))];
}

function macroTexts(
  names: readonly string[],
  files: readonly string[],
  read: ReadSourceText,
): string[] {
  const definitions = new Map<string, string>();
  for (const file of files) {
    const text = read(file) ?? '';
    for (const found of text.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)/gm)) {
      const [, name = ''] = found;
      if (definitions.has(name)) continue;
      definitions.set(name, text.slice(found.index, endOfDirective(text, found.index)).trim());
    }
  }
  const wanted = [...names];
  const texts = new Map<string, string>();
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    const text = definitions.get(name);
    if (text === undefined || texts.has(name)) continue;
    texts.set(name, text);
    wanted.push(...(text.match(/\b[A-Za-z_]\w*\b/g) ?? []).filter((word) => word !== name));
  }
  return [...texts.values()].reverse();
}
