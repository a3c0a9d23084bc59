import type { GraphFunction } from '../../code/graph/call-graph.ts';
import { isTestPath } from '../../workspace/files/test-paths.ts';
import { areOfOneType, asDeclared, declaredTypes } from './member-types.ts';
import { hunksWithin } from './source-change.ts';
import type { SourceIndex } from './source-index.ts';
import { typeOfVariable } from './variable-type.ts';

/** Fields whose uses are looked for. */
const MAX_FIELDS = 2;

/** Lines that are shown of one field. */
const MAX_LINES = 14;

/** A field that stands on more lines than these is of many records. */
const MAX_KNOWN = 400;

/** A line is looked at up to here: generated code has lines as long as files. */
const MAX_LINE = 400;

/** Of one line. */
const MAX_TEXT = 140;

/** Where a field is used that a place sets or looks at. */
export interface FieldUses {
  readonly field: string;
  /** The type of the variable that it is reached from, where the code tells. */
  readonly type: string | undefined;
  /** `src/a.c:12 in f: code`, those of the nearest files first. */
  readonly lines: readonly string[];
  /** Uses that there was no room for. */
  readonly left: number;
  /** The functions that set it, nearest first, where a change took a check of it away. */
  readonly setters: readonly FieldSetter[];
}

/** A function that sets a field, and the lines on which it does. */
interface FieldSetter {
  readonly fn: GraphFunction;
  readonly lines: readonly number[];
}

/** A line of a function that uses a field. */
interface FieldUse {
  readonly user: GraphFunction;
  readonly line: number;
  /** The line as far as it is shown. */
  readonly text: string;
}

/**
 * Where else the fields are used that lines of a function set, or that were checked on lines that a change
 * took away there: a value that is wrong now, or a buffer that is too small, does its harm where it is used.
 * A field of another record with the same name is left out as far as the types of the variables tell.
 * @param focus lines of the function
 */
export function fieldUses(
  fn: GraphFunction,
  focus: readonly number[],
  index: SourceIndex,
): FieldUses[] {
  const code = index.code(fn.file);
  const lines = focus.map((line) => (code[line - 1] ?? '').slice(0, MAX_LINE));
  const hunks = hunksWithin(index.change, fn);
  const removed = hunks.flatMap((hunk) => hunk.removed.map((line) => line.slice(0, MAX_LINE)));
  const own = code.slice(fn.line - 1, fn.endLine).map((line) => line.slice(0, MAX_LINE));
  const body = own.join('\n');
  // What stands elsewhere now has only moved.
  const lost = removed.filter((line) => !isAdded(line.trim(), index));
  const checked = lost.flatMap(checkedFields);
  const set = new Set(own.flatMap(setFields).map(({ field }) => field));
  const unset = lost.flatMap(setFields).filter(({ field }) => !set.has(field));
  const fields = [
    ...allocatedFields(own, lines),
    // What nothing sets any more decides before what is set as it was.
    ...unset,
    ...[...lines, ...lost].flatMap(setFields),
    ...checked,
  ];
  const seen = new Set<string>();
  return fields.flatMap((wanted): FieldUses[] => {
    const { base, field } = wanted;
    if (seen.has(field) || seen.size === MAX_FIELDS) return [];
    seen.add(field);
    const type = typeOfVariable(base, body);
    const uses = usesOf(wanted, type, fn, index);
    if (uses.length === 0 || uses.length > MAX_KNOWN) return [];
    const shown = inTurn(uses, MAX_LINES);
    const isChecked = checked.some((one) => one.field === field);
    return [
      {
        ...{ field, type },
        lines: shown.map(({ user, line, text }) => `${user.file}:${line} in ${user.name}: ${text}`),
        left: uses.length - shown.length,
        setters: isChecked ? settersIn(uses, field) : [],
      },
    ];
  });
}

/** So many uses, those of each function in turn and the nearest functions first, in the order that they were in. */
function inTurn(uses: readonly FieldUse[], most: number): readonly FieldUse[] {
  const lists = [...Map.groupBy(uses, ({ user }) => user).values()];
  const taken = new Set<FieldUse>();
  for (let round = 0; taken.size < Math.min(most, uses.length); round += 1) {
    for (const list of lists) {
      const use = list[round];
      if (use !== undefined && taken.size < most) taken.add(use);
    }
  }
  return uses.filter((use) => taken.has(use));
}

function settersIn(uses: readonly FieldUse[], field: string): FieldSetter[] {
  const isSet = new RegExp(`(?:->|\\.)\\s*${field}\\s*=(?!=)`);
  const setting = uses.filter(({ text }) => isSet.test(text));
  return [...Map.groupBy(setting, ({ user }) => user)].map(([fn, all]) => {
    return { fn, lines: all.map(({ line }) => line) };
  });
}

interface FieldOfBase {
  /** The variable that the field is reached from. */
  readonly base: string;
  /** The member that it is a field of, where that is not the variable itself. */
  readonly parent: string | undefined;
  readonly field: string;
}

/** A variable, the last member on the way, and the field. */
const CHAIN =
  /([A-Za-z_]\w*)(?:\[[^\]]*\])*(?:(?:->|\.)(\w+)(?:\[[^\]]*\])*)*(?:->|\.)([A-Za-z_]\w*)/;

function fieldsBy(pattern: RegExp, line: string): FieldOfBase[] {
  return [...line.matchAll(pattern)].map(([, base = '', parent, field = '']) => {
    return { base, parent, field };
  });
}

/** Whether the change has put a line of the base somewhere else. */
function isAdded(text: string, index: SourceIndex): boolean {
  return index.files.some((file) =>
    (index.change?.hunks(file) ?? []).some(({ start, count }) =>
      index
        .code(file)
        .slice(start - 1, start - 1 + count)
        .some((line) => line.trim() === text),
    ),
  );
}

const SET = new RegExp(`${CHAIN.source}\\s*(?:[-+*/|&]|<<|>>)?=(?!=)`, 'g');
const NOT_CALLED = new RegExp(`${CHAIN.source}(?!\\w*\\s*\\()`, 'g');

/** `uri->port = …`, also where it is set by what it is handed to. */
function setFields(line: string): FieldOfBase[] {
  return fieldsBy(SET, line);
}

/** Fields that receive an allocation whose size the lines work out: what is written there must fit. */
function allocatedFields(body: readonly string[], lines: readonly string[]): FieldOfBase[] {
  const sizes = lines.flatMap((line) =>
    [...line.matchAll(/([A-Za-z_]\w*)\s*[-+*]?=(?!=)/g)].map(([, name = '']) => name),
  );
  return body
    .filter((line) => /alloc\w*\s*\(/i.test(line))
    .filter((line) => sizes.some((name) => new RegExp(`\\b${name}\\b`).test(line)))
    .flatMap(setFields);
}

/** Fields in a condition. */
function checkedFields(line: string): FieldOfBase[] {
  const plain = line.replaceAll('->', '.');
  if (!/\bif\s*\(|\bwhile\s*\(|&&|\|\||[<>]=?|[!=]=/.test(plain)) return [];
  return fieldsBy(NOT_CALLED, line);
}

/** What a field on a line is reached from. */
interface Use {
  readonly line: string;
  /** The function around it. */
  readonly body: string;
}

/** Whether a field on a line may be the wanted one: not where its variable or member is declared with another type. */
function mayMean(
  { field, parent }: FieldOfBase,
  type: string | undefined,
  { line, body }: Use,
  index: SourceIndex,
): boolean {
  const pattern = new RegExp(
    `(->|\\.)?\\s*([A-Za-z_]\\w*)(?:\\[[^\\]]*\\])*(?:->|\\.)\\s*${field}\\b`,
    'g',
  );
  const bases = [...line.matchAll(pattern)];
  if (type === undefined || bases.length === 0) return true;
  const isNested = parent !== undefined;
  return bases.some(([, link, base = '']) => {
    if (link !== undefined) {
      return isNested
        ? parent === base || areOfOneType(declaredTypes(parent, index), declaredTypes(base, index))
        : areOfOneType([asDeclared(type, body)], declaredTypes(base, index));
    }
    const own = typeOfVariable(base, body);
    if (own === undefined) return true;
    return isNested
      ? areOfOneType([asDeclared(own, body)], declaredTypes(parent, index))
      : own === type;
  });
}

/** The lines of functions that use a field, nearest first; tests are left out unless the place is in one. */
function usesOf(
  wanted: FieldOfBase,
  type: string | undefined,
  fn: GraphFunction,
  index: SourceIndex,
): FieldUse[] {
  const { field } = wanted;
  const folder = fn.file.replace(/[^/]*$/, '');
  const distance = (file: string) => (file === fn.file ? 0 : file.startsWith(folder) ? 1 : 2);
  const inTest = isTestPath(fn.file);
  const pattern = new RegExp(`(?:->|\\.)\\s*${field}\\b(?!\\s*\\()`);
  const word = type === undefined ? undefined : new RegExp(`\\b${type}\\b`);
  const files = index.files
    .filter((file) => inTest || !isTestPath(file))
    .toSorted((a, b) => distance(a) - distance(b));
  const found: FieldUse[] = [];
  for (const file of files) {
    if (found.length > MAX_KNOWN) break;
    const code = index.code(file);
    // Most files name no such field.
    const at = code.flatMap((line, row) =>
      pattern.test(line.slice(0, MAX_LINE)) ? [row + 1] : [],
    );
    for (const [user, lines] of Map.groupBy(at, (line) => index.functionAt(file, line))) {
      if (user === undefined || user === fn) continue;
      // A function that does not name the type uses a field of another record.
      const own = code.slice(user.line - 1, user.endLine).join('\n');
      if (word?.test(own) === false) continue;
      const shown = index.shown(file);
      const meant = lines.filter((line) =>
        mayMean(
          wanted,
          type,
          { line: (code[line - 1] ?? '').slice(0, MAX_LINE), body: own },
          index,
        ),
      );
      found.push(
        ...meant.map((line) => {
          return { user, line, text: shown.at(line).trim().slice(0, MAX_TEXT) };
        }),
      );
    }
  }
  return found;
}
