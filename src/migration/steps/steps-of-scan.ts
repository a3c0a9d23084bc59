import { endOfDirective } from '../../code/c/declarations/macro-definitions.ts';
import type { ClangFunction, ClangGlobal, ClangUnit } from '../../code/clang/unit.ts';
import type { OrderStep } from '../artifacts/order.ts';
import type { CFunctionSymbol, CSymbol } from '../artifacts/symbol.ts';
import type { CFunctionSource, MigrationStep } from './step.ts';

/** The text of a file of the project; undefined when it cannot be read. */
export type ReadSourceText = (file: string) => string | undefined;

/** A C function, and the unit that defines it. */
export interface CDefinition {
  /** Its name; with its file before it where several have that name. */
  readonly id: string;
  readonly unit: ClangUnit;
  readonly function: ClangFunction;
  readonly symbol: CFunctionSymbol;
}

const MAX_CONTEXT_CHARACTERS = 40_000;
const MAX_CALLERS = 3;
const LINES_AROUND = 3;

/** What a scan knows of the C: see `scanProject`. */
export interface ScannedC {
  readonly units: readonly ClangUnit[];
  readonly symbols: readonly CSymbol[];
  readonly steps: readonly OrderStep[];
}

/** The functions of a scan that are to be carried over, by their ids there; `main` is not among them. */
export function cDefinitionsOf({ units, symbols }: ScannedC): Map<string, CDefinition> {
  const functions = symbols.filter((one) => one.category === 'function' && one.name !== 'main');
  const counts = Map.groupBy(functions, ({ name }) => name);
  return new Map(
    functions.flatMap((symbol) => {
      const { id, name, file, start_line } = symbol;
      for (const unit of units) {
        const found = unit.functions.find(
          ({ name: other, range }) =>
            other === name && range.file === file && range.startLine === start_line,
        );
        if (found === undefined || symbol.category !== 'function') continue;
        const isAlone = counts.get(name)?.length === 1;
        return [[id, { id: isAlone ? name : `${file}:${name}`, unit, function: found, symbol }]];
      }
      return [];
    }),
  );
}

/** The steps of a scan, with all that a translator has to see of the sources. */
export function migrationStepsOf(scan: ScannedC, read: ReadSourceText): MigrationStep[] {
  const definitions = cDefinitionsOf(scan);
  const files = new Map<string, string | undefined>();
  const text: ReadSourceText = (file) => {
    if (!files.has(file)) files.set(file, read(file));
    return files.get(file);
  };
  const all = [...definitions.values()];
  const callees = new Map(
    all.map((one) => {
      const ids = new Set([...one.symbol.calls, ...one.symbol.may_call]);
      return [one, [...ids].flatMap((id) => definitions.get(id) ?? [])];
    }),
  );
  const steps = scan.steps.map(({ ids }) => ({
    functions: ids.flatMap((id) => {
      const one = definitions.get(id);
      return one === undefined ? [] : [cFunctionSourceOf(one, callees, scan.units, text)];
    }),
  }));
  return steps.filter(({ functions }) => functions.length > 0);
}

function cFunctionSourceOf(
  one: CDefinition,
  callees: ReadonlyMap<CDefinition, readonly CDefinition[]>,
  units: readonly ClangUnit[],
  read: ReadSourceText,
): CFunctionSource {
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
    context: contextOf(one, units, read),
    callers: callers
      .slice(0, MAX_CALLERS)
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
export function textWithComment(text: string, startLine: number, endLine: number): string {
  const lines = text.split('\n');
  let first = startLine;
  const isComment = (line: string | undefined) => /^\s*(?:\/\/|\/\*|\*)|\*\/\s*$/.test(line ?? '');
  while (first > 1 && isComment(lines[first - 2])) first -= 1;
  return linesOf(text, first, endLine);
}

function callText(
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

/** The types, macros and globals that a function uses, and those that these are made of. */
function contextOf(
  { unit, function: fn }: CDefinition,
  units: readonly ClangUnit[],
  read: ReadSourceText,
): string {
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
    const global = globalOf(name, unit, units);
    if (global === undefined) continue;
    const { file, startLine, endLine } = global.range;
    parts.push(`/* ${file}:${startLine} */\n${linesOf(read(file) ?? '', startLine, endLine)}`);
  }
  const { file, startLine, endLine } = fn.range;
  const conditions = conditionNames(linesOf(read(file) ?? '', startLine, endLine));
  parts.push(...macroTexts([...conditions, ...fn.macros], filesOf(unit), read));
  let length = 0;
  const kept = parts.filter((part) => {
    length += part.length;
    return length <= MAX_CONTEXT_CHARACTERS;
  });
  return kept.join('\n\n');
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
