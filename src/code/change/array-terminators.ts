import type { Expr, InitListExpr, Variable } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import type { CType } from '../c/ir/types.ts';
import type { TranslationUnit } from '../c/unit.ts';
import { isTakenAway } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** An array whose last element ended it in base, and that head ends with another one. */
export interface UnterminatedArray {
  readonly variable: Variable;
  readonly last: Expr;
  readonly terminator: Expr;
}

interface InitialisedArray {
  readonly variable: Variable;
  readonly init: InitListExpr;
  readonly function: string;
}

const TERMINATOR_NAME = /(?:^|_)(?:END|TERMINATOR|SENTINEL)(?:\(.*\))?$/is;
/** What names a number of elements: `sizeof`, `ARRAY_SIZE`, `nitems`. */
const COUNTS = 'sizeof|\\w*(?:size|count|elem|items|len|dim|num)\\w*';

/** The arrays of a file and its functions that lost the element that ended them. */
export function unterminatedArrays(change: UnitChange): readonly UnterminatedArray[] {
  const before = new Map(arraysOf(change.base).map((array) => [keyOf(array), array]));
  return arraysOf(change.head).flatMap((array): UnterminatedArray[] => {
    const was = before.get(keyOf(array));
    const last = array.init.items.at(-1)?.value;
    const terminator = was?.init.items.at(-1)?.value;
    if (last === undefined || terminator === undefined) return [];
    if (!isTakenAway(change, terminator)) return [];
    if (!isTerminator(terminator, change.base) || isTerminator(last, change.head)) return [];
    // What is left of an array that is longer than its initialiser is zero.
    const { type } = array.variable;
    if (type.kind === 'array' && isLonger(type, array.init)) return [];
    if (hasConditional(array.init, change.head) || isCounted(array.variable, change.head))
      return [];
    return [{ variable: array.variable, last, terminator }];
  });
}

function keyOf({ variable, function: name }: InitialisedArray): string {
  return `${name} ${variable.name}`;
}

function arraysOf(unit: TranslationUnit): InitialisedArray[] {
  const globals = unit.globals.flatMap(({ variable, init }) => arrayOf(variable, init, ''));
  const locals = unit.functions.flatMap((fn) =>
    fn.blocks.flatMap(({ steps }) =>
      steps.flatMap((step) =>
        step.kind === 'declare' ? arrayOf(step.variable, step.init, fn.qualifiedName) : [],
      ),
    ),
  );
  return [...globals, ...locals];
}

function arrayOf(variable: Variable, init: Expr | undefined, name: string): InitialisedArray[] {
  const { type } = variable;
  if (init?.kind !== 'initlist') return [];
  if (type.kind !== 'array') return listsIn(variable, init, name);
  // Among numbers a zero is a number as others.
  if (type.of.kind === 'int' || type.of.kind === 'float') return [];
  return [{ variable, init, function: name }];
}

function isLonger(type: CType & { readonly kind: 'array' }, init: InitListExpr): boolean {
  return type.length !== undefined && type.length > init.items.length;
}

/** The lists of records in the initialiser of a record, which nothing counts there: `{ { 0 }, { {a}, {b}, {0} } }`. */
function listsIn(variable: Variable, init: InitListExpr, name: string): InitialisedArray[] {
  if (init.items.some(({ value }) => (knownNumber(value) ?? 0) > 0)) return [];
  return init.items.flatMap(({ value }, index): InitialisedArray[] => {
    if (value.kind !== 'initlist') return [];
    const { type } = value;
    if (type.kind !== 'unknown' && (type.kind !== 'array' || isLonger(type, value))) return [];
    const isOfRecords = value.items.every((item) => item.value.kind === 'initlist');
    return isOfRecords ? [{ variable, init: value, function: `${name} ${index}` }] : [];
  });
}

function isTerminator(value: Expr, { tree }: TranslationUnit): boolean {
  return TERMINATOR_NAME.test(tree.textOf(value).trim()) || isNothing(value);
}

/** Null, zero, or a list that begins with such and holds nothing else, or begins with the name of an end. */
function isNothing(value: Expr): boolean {
  if (value.kind === 'cast') return isNothing(value.operand);
  if (value.kind === 'name') return /^(?:NULL|nullptr)$/.test(value.name);
  if (value.kind !== 'initlist') return knownNumber(value) === 0;
  const [first] = value.items;
  if (first?.value.kind === 'name' && TERMINATOR_NAME.test(first.value.name)) return true;
  return value.items.every((item) => isNothing(item.value));
}

/** Where a part of the list stands under `#if` its last element is not known. */
function hasConditional(init: InitListExpr, { tree }: TranslationUnit): boolean {
  return /^[ \t]*#/m.test(tree.textOf(init));
}

function isCounted({ name }: Variable, { tree }: TranslationUnit): boolean {
  return new RegExp(`\\b(?:${COUNTS})\\s*\\(?\\s*\\(?\\s*${name}\\b(?!\\s*\\[)`, 'i').test(
    tree.text,
  );
}
