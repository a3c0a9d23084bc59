import { directiveEnd } from '../code/c/macro-definitions.ts';
import type { CFunction, CUnit } from '../code/clang/c-unit.ts';
import { componentsOf } from '../code/flow/components.ts';
import type { CSource, Step } from './transpile/step.ts';

/** The text of a file of the project; undefined when it cannot be read. */
export type ReadText = (file: string) => string | undefined;

/** A C function, and the unit that defines it. */
export interface Definition {
  /** Its name; with its file before it where several have that name. */
  readonly id: string;
  readonly unit: CUnit;
  readonly function: CFunction;
}

const CONTEXT_CHARACTERS = 40_000;
const CALLERS = 3;
const LINES_AROUND = 3;

/** The functions of a project, each once, though a header with bodies is part of several units. */
export function definitionsOf(units: readonly CUnit[]): Definition[] {
  const places = new Map<string, { unit: CUnit; function: CFunction }>();
  for (const unit of units) {
    for (const one of unit.functions) {
      const { file, startLine } = one.range;
      const place = `${file}:${startLine} ${one.name}`;
      if (one.name !== 'main' && !places.has(place)) places.set(place, { unit, function: one });
    }
  }
  const all = [...places.values()];
  const counts = Map.groupBy(all, (one) => one.function.name);
  return all.map((one) => {
    const { name, range } = one.function;
    return { ...one, id: (counts.get(name)?.length ?? 0) > 1 ? `${range.file}:${name}` : name };
  });
}

/** Steps in which functions come after those that they call; a cycle is one step. */
export function stepsOf(definitions: readonly Definition[], read: ReadText): Step[] {
  const callees = new Map(definitions.map((one) => [one, calleesOf(one, definitions)]));
  const components = componentsOf(definitions, (one) => callees.get(one) ?? []);
  const files = new Map<string, string | undefined>();
  const text: ReadText = (file) => {
    if (!files.has(file)) files.set(file, read(file));
    return files.get(file);
  };
  const order = new Map(definitions.map((one, at) => [one, at]));
  return components.map((members) => ({
    functions: members
      .sort((left, right) => (order.get(left) ?? 0) - (order.get(right) ?? 0))
      .map((one) => sourceOf(one, callees, text)),
  }));
}

/** The definition that a name means in a unit: its own `static` one before those of others. */
function calleesOf(
  { unit, function: { calls, addressTaken } }: Definition,
  all: readonly Definition[],
) {
  return [...new Set([...calls, ...addressTaken])].flatMap((name) => {
    const known = all.filter((one) => one.function.name === name);
    const own = known.find((one) => one.unit === unit);
    return own ?? known.find((one) => !one.function.isStatic) ?? [];
  });
}

function sourceOf(
  one: Definition,
  callees: ReadonlyMap<Definition, readonly Definition[]>,
  read: ReadText,
): CSource {
  const { function: fn, id } = one;
  const { file, startLine, endLine } = fn.range;
  const called = (callees.get(one) ?? []).filter((other) => other !== one);
  const callers = [...callees].flatMap(([caller, list]) =>
    caller !== one && list.includes(one) ? [caller] : [],
  );
  const params = fn.params.map(({ name, spelled }) => `${spelled} ${name}`.trim()).join(', ');
  const projectNames = new Set([...callees.keys()].map((each) => each.function.name));
  return {
    ...{ name: id, file, startLine, endLine },
    signature: `${fn.isStatic ? 'static ' : ''}${fn.returnSpelled} ${fn.name}(${params || 'void'})`,
    returnsVoid: fn.returns.kind === 'void',
    text: textWithComment(read(file) ?? '', startLine, endLine),
    context: contextOf(one, read),
    callers: callers
      .slice(0, CALLERS)
      .map((caller) => callText(caller, fn.name, read))
      .join('\n\n'),
    callees: called.map((other) => other.id),
    libraryCalls: fn.calls.filter((name) => !projectNames.has(name)),
  };
}

function linesOf(text: string, from: number, to: number): string {
  return text
    .split('\n')
    .slice(from - 1, to)
    .join('\n');
}

/** With the comment that stands right before it. */
function textWithComment(text: string, startLine: number, endLine: number): string {
  const lines = text.split('\n');
  let first = startLine;
  const isComment = (line: string | undefined) => /^\s*(?:\/\/|\/\*|\*)|\*\/\s*$/.test(line ?? '');
  while (first > 1 && isComment(lines[first - 2])) first -= 1;
  return linesOf(text, first, endLine);
}

function callText(
  { function: { name, range } }: Definition,
  callee: string,
  read: ReadText,
): string {
  const lines = linesOf(read(range.file) ?? '', range.startLine, range.endLine).split('\n');
  const at = lines.findIndex((line) => new RegExp(`\\b${callee}\\b`).test(line));
  const from = Math.max(0, at - LINES_AROUND);
  const shown = lines.slice(from, at + LINES_AROUND + 1).join('\n');
  return `/* ${name}, ${range.file}:${range.startLine + from} */\n${shown}`;
}

/** The types, macros and globals that a function uses, and those that these are made of. */
function contextOf({ unit, function: fn }: Definition, read: ReadText): string {
  const parts: string[] = [];
  const pending = [...fn.types];
  const seen = new Set<string>();
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    for (const type of unit.types.filter((one) => one.name === name)) {
      const place = `${type.range.file}:${type.range.startLine}`;
      if (seen.has(place)) continue;
      seen.add(place);
      const { file, startLine, endLine } = type.range;
      parts.push(`/* ${file}:${startLine} */\n${linesOf(read(file) ?? '', startLine, endLine)}`);
      pending.push(...type.types);
    }
  }
  for (const name of fn.globals) {
    const global = unit.globals.find((one) => one.name === name && one.within === undefined);
    if (global === undefined) continue;
    const { file, startLine, endLine } = global.range;
    parts.push(`/* ${file}:${startLine} */\n${linesOf(read(file) ?? '', startLine, endLine)}`);
  }
  parts.push(...macroTexts(fn.macros, filesOf(unit), read));
  let length = 0;
  const kept = parts.filter((part) => {
    length += part.length;
    return length <= CONTEXT_CHARACTERS;
  });
  return kept.join('\n\n');
}

/** The files of the project that a unit is known to consist of. */
function filesOf(unit: CUnit): string[] {
  const ranges = [...unit.functions, ...unit.globals, ...unit.types].map(({ range }) => range.file);
  return [...new Set([unit.file, ...ranges, ...unit.prototypes.map(({ file }) => file)])];
}

function macroTexts(names: readonly string[], files: readonly string[], read: ReadText): string[] {
  const definitions = new Map<string, string>();
  for (const file of files) {
    const text = read(file) ?? '';
    for (const found of text.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)/gm)) {
      const [, name = ''] = found;
      if (definitions.has(name)) continue;
      definitions.set(name, text.slice(found.index, directiveEnd(text, found.index)).trim());
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
