import type { ClangTypeDeclaration } from '../../code/clang/unit.ts';
import type { CDefinition } from './c-definitions.ts';
import type { StepSources } from './step-sources.ts';

const MAX_USERS_CHARACTERS = 6000;

const LINES_AROUND = 3;

/** A longer comment tells of more than what stands below it. */
const MAX_COMMENT_LINES = 60;

/** With the comments that stand right before it. */
export function textWithComment(
  lines: readonly string[],
  startLine: number,
  endLine: number,
): string {
  return lines.slice(firstLineOf(lines, startLine) - 1, endLine).join('\n');
}

/** The line, from 1, on which the comments begin that stand right before a line; that line where there are none. */
export function firstLineOf(lines: readonly string[], startLine: number): number {
  let first = startLine - 1;
  for (let next = commentAbove(lines, first); next < first; next = commentAbove(lines, first)) {
    first = next;
  }
  return first + 1;
}

/** Where the comment begins that ends on the line before; the line itself where there is none. @param at from 0 */
function commentAbove(lines: readonly string[], at: number): number {
  const above = lines[at - 1] ?? '';
  if (/^\s*\/\//.test(above)) return at - 1;
  if (!/\*\/\s*$/.test(above)) return at;
  const end = Math.max(0, at - MAX_COMMENT_LINES);
  for (let begin = at - 1; begin >= end; begin -= 1) {
    const line = lines[begin] ?? '';
    if (/^\s*\/\*/.test(line)) return begin;
    // It begins behind code, or another one ends here: it is not about what stands below.
    if (line.includes('/*') || (begin < at - 1 && line.includes('*/'))) break;
  }
  return at;
}

export function callText(
  { function: { name, range } }: CDefinition,
  callee: string,
  sources: StepSources,
): string {
  const lines = sources.lines(range.file).slice(range.startLine - 1, range.endLine);
  const isCall = new RegExp(`\\b${callee}\\b`);
  const at = lines.findIndex((line) => isCall.test(line));
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
  sources: StepSources,
): string[] {
  const isCall = new RegExp(`\\b${name}\\s*\\(`);
  const found = sources
    .macrosWithParameters(unit)
    .filter((macro) => macro.name !== name && isCall.test(macro.body))
    .map(({ file, line, text }) => `/* ${file}:${line} */\n${text}`);
  return [...new Set(found)].slice(0, MAX_MACRO_CALLERS);
}

/**
 * The other functions that use records of a function, in full as far as there is room, the rest by their
 * heads: what a type has to hold is seen from all of them.
 */
export function typeUsersOf(
  own: CDefinition,
  all: Iterable<CDefinition>,
  sources: StepSources,
): string {
  const placeOf = ({ range }: ClangTypeDeclaration) => `${range.file}:${range.startLine}`;
  const isRecord = ({ range: { file, startLine, endLine } }: ClangTypeDeclaration) =>
    sources.between(file, startLine, endLine).includes('{');
  const wanted = new Set(sources.typesOf(own).filter(isRecord).map(placeOf));
  if (wanted.size === 0) return '';
  const users: string[] = [];
  let length = 0;
  for (const one of all) {
    if (one === own || !sources.typesOf(one).some((type) => wanted.has(placeOf(type)))) continue;
    const { file, startLine, endLine } = one.function.range;
    const text = sources.between(file, startLine, endLine);
    const shown = length + text.length <= MAX_USERS_CHARACTERS ? text : headOf(text);
    length += shown.length;
    users.push(`/* ${file}:${startLine} */\n${shown}`);
    if (length > 2 * MAX_USERS_CHARACTERS) break;
  }
  return users.join('\n\n').slice(0, 2 * MAX_USERS_CHARACTERS);
}

/** Of all functions that are called, and of one of them. */
const MAX_CALLED_CHARACTERS = 8000;
const MAX_CALLED_FUNCTION = 4000;

/** Functions that are called, in full where they are short: what a caller gives depends on them. */
export function calledText(called: readonly CDefinition[], sources: StepSources): string {
  let length = 0;
  return called
    .map(({ function: { range } }) => {
      const text = sources.between(range.file, range.startLine, range.endLine);
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
