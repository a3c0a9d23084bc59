import type { Expr, LoweredFunction } from '../../../code/c/ir/ast.ts';
import { constantOf } from '../../../code/c/ir/constants.ts';
import { isErrorName } from '../../../code/c/ir/standard-names.ts';
import { expressionsIn, expressionsOf } from '../../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../../code/c/unit.ts';

/** What a C function compares with, and mentions; the more telling first, each once. */
export interface Constants {
  readonly integers: readonly bigint[];
  /** Those of long tables, in their order: each is tried once, where those above are tried again and again. */
  readonly tabled: readonly bigint[];
  readonly floats: readonly number[];
  /** String literals, without their terminator. */
  readonly words: readonly Uint8Array[];
  /** Bytes that are compared, written as characters, or in short strings such as `" \t,"`. */
  readonly characters: readonly number[];
}

/** Of longer tables numbers are tried one by one: those of a checksum are no inputs, those of ranges of characters are. */
const INTEGERS_OF_A_TABLE = 64;
/** Of all long tables together. */
const MAX_TABLED = 1024;
/** Longer strings are messages; their single characters say nothing. */
const SHORT = 24;
/** Past this a number of the syntax tree has lost its last digits. */
const EXACT = 2 ** 53;

/**
 * The constants of a function and of what it calls in its own unit: literals, case labels, array
 * sizes, macros and enum constants by their values, and what the tables hold that it mentions.
 * Empty for a function that the unit does not define.
 * @param tables variables that it mentions in macros of headers, which the text of the unit does not show
 */
export function constantsOf(
  unit: TranslationUnit,
  name: string,
  tables: readonly string[] = [],
): Constants {
  const found = new ConstantCollector(unit);
  const functions = reachable(unit, name);
  for (const fn of functions) found.compared(fn);
  for (const fn of functions) found.mentioned(fn);
  for (const table of tables) found.table(table);
  return found.constants();
}

/** The function and those that it calls, in the order in which they are reached. */
function reachable(unit: TranslationUnit, name: string): readonly LoweredFunction[] {
  const seen = new Set<LoweredFunction>();
  const visit = (wanted: string): void => {
    const fn = unit.functionsByName.get(wanted);
    if (fn === undefined || seen.has(fn)) return;
    seen.add(fn);
    for (const expr of expressionsOf(fn.blocks)) if (expr.kind === 'call') visit(expr.name);
  };
  visit(name);
  return [...seen];
}

const COMPARISON = /^(?:[<>=!]=|[<>])$/;

class ConstantCollector {
  private readonly unit: TranslationUnit;
  private readonly exact: ReadonlyMap<number, bigint>;
  private readonly integers = new Set<bigint>();
  private readonly tabled = new Set<bigint>();
  private readonly floats = new Set<number>();
  private readonly words = new Map<string, Uint8Array>();
  private readonly characters = new Set<number>();
  private readonly tables = new Set<string>();

  constructor(unit: TranslationUnit) {
    this.unit = unit;
    this.exact = longIntegers(unit.tree.text);
  }

  /** Operands of comparisons, and case labels. */
  compared(fn: LoweredFunction): void {
    for (const expr of expressionsOf(fn.blocks))
      if (expr.kind === 'binary' && COMPARISON.test(expr.op))
        for (const side of [expr.left, expr.right]) {
          this.number(side);
          if (!this.isErrorNumber(side)) this.character(constantOf(side));
        }
    for (const mark of marksOf(fn)) this.words.set(mark.toString('latin1'), Uint8Array.from(mark));
    for (const { end } of fn.blocks)
      if (end.kind === 'switch')
        for (const { low, high } of end.cases)
          for (const label of [low, high]) if (label !== undefined) this.label(label);
  }

  mentioned(fn: LoweredFunction): void {
    for (const { steps } of fn.blocks)
      for (const step of steps)
        if (step.kind === 'declare' && step.variable.type.kind === 'array')
          this.value(step.variable.type.length ?? 0);
    for (const expr of expressionsOf(fn.blocks)) this.expression(expr);
  }

  constants(): Constants {
    return {
      integers: [...this.integers],
      tabled: [...this.tabled].slice(0, MAX_TABLED),
      floats: [...this.floats],
      words: [...this.words.values()],
      characters: [...this.characters],
    };
  }

  private expression(expr: Expr): void {
    this.number(expr);
    if (expr.kind === 'string') this.word(expr.value);
    if (expr.kind === 'name' && expr.variable !== undefined) this.table(expr.variable.name);
  }

  private label(value: number): void {
    this.value(value);
    this.character(value);
  }

  /** A constant variable's elements: those of any global may be compared with. */
  table(name: string): void {
    if (this.tables.has(name)) return;
    this.tables.add(name);
    const init = this.unit.globals.find(({ variable }) => variable.name === name)?.init;
    if (init === undefined) return;
    const parts = expressionsIn(init);
    if (init.kind === 'initlist') this.mark(init.items.map(({ value }) => value));
    const isLong = parts.length > INTEGERS_OF_A_TABLE;
    for (const part of parts) {
      if (!isLong || part.kind === 'string') this.expression(part);
      else this.longTable(part);
    }
    if (init.kind === 'initlist') this.value(init.items.length);
  }

  private longTable(part: Expr): void {
    const value = constantOf(part);
    if (value === undefined || part.type.kind === 'float' || !Number.isInteger(value)) return;
    this.tabled.add(Math.abs(value) < EXACT ? BigInt(value) : this.exactly(value));
  }

  /** A list of bytes may be the mark that a format begins with. */
  private mark(items: readonly Expr[]): void {
    const values = items.map((part) => constantOf(part));
    const bytes = values.filter((value) => value !== undefined && value >= -128 && value < 256);
    const isMark = bytes.length === items.length && bytes.length > 1 && bytes.length <= SHORT;
    if (isMark) this.words.set(`${bytes}`, Uint8Array.from(bytes));
  }

  private number(expr: Expr): void {
    const value = constantOf(expr);
    if (value === undefined || this.isErrorNumber(expr)) return;
    if (expr.type.kind === 'float') this.floats.add(value);
    else this.value(value);
    if (this.unit.tree.text[expr.start] === "'") this.character(value);
  }

  /** `EEXIST` is what a function answers, and nothing that it is given. */
  private isErrorNumber(expr: Expr): boolean {
    return expressionsIn(expr).some((part) => isErrorName(this.unit.tree.textOf(part)));
  }

  private value(value: number): void {
    if (!Number.isFinite(value)) return;
    if (!Number.isInteger(value)) this.floats.add(value);
    else this.integers.add(Math.abs(value) < EXACT ? BigInt(value) : this.exactly(value));
  }

  private exactly(value: number): bigint {
    const size = this.exact.get(Math.abs(value)) ?? BigInt(Math.abs(value));
    return value < 0 ? -size : size;
  }

  private character(value: number | undefined): void {
    if (value !== undefined && Number.isInteger(value) && value >= -128 && value < 256)
      this.characters.add(value & 0xff);
  }

  /** A literal may have been written in UTF-8 or with escapes: both readings are kept where they differ. */
  private word(text: string): void {
    const isWide = /[^\0-\xff]/.test(text);
    const readings = isWide ? [Buffer.from(text, 'utf8')] : bothReadings(text);
    for (const bytes of readings) {
      if (bytes.length === 0) continue;
      this.words.set(bytes.toString('latin1'), Uint8Array.from(bytes));
      if (bytes.length <= SHORT) for (const byte of bytes) this.characters.add(byte);
    }
  }
}

/**
 * Bytes that are compared one by one at places beside each other, as formats begin: two or more of
 * `s[0] == 'P' && s[1] == 'K'`.
 */
function marksOf(fn: LoweredFunction): readonly Buffer[] {
  const compared = new Map<string, Map<number, number>>();
  for (const expr of expressionsOf(fn.blocks)) {
    if (expr.kind !== 'binary' || !/^[!=]=$/.test(expr.op)) continue;
    const [place, other] =
      expr.left.kind === 'index' ? [expr.left, expr.right] : [expr.right, expr.left];
    if (place.kind !== 'index' || place.base.kind !== 'name') continue;
    const [at, byte] = [constantOf(place.index), constantOf(other)];
    if (at === undefined || byte === undefined || byte < -128 || byte > 255) continue;
    const bytes = compared.get(place.base.name) ?? new Map<number, number>();
    compared.set(place.base.name, bytes);
    if (!bytes.has(at)) bytes.set(at, byte & 0xff);
  }
  return [...compared.values()].flatMap((bytes) => {
    const first = Math.min(...bytes.keys());
    const mark: number[] = [];
    for (let at = first; bytes.has(at); at += 1) mark.push(bytes.get(at) ?? 0);
    return mark.length > 1 ? [Buffer.from(mark)] : [];
  });
}

function bothReadings(text: string): readonly Buffer[] {
  return /[\x80-\xff]/.test(text)
    ? [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf8')]
    : [Buffer.from(text, 'latin1')];
}

/** The integers of a text that a double cannot hold, by the double next to each. */
function longIntegers(text: string): ReadonlyMap<number, bigint> {
  const found = new Map<number, bigint>();
  for (const [digits] of text.matchAll(/\b(?:0[xX][0-9a-fA-F]{14,16}|[1-9][0-9]{15,19})/g)) {
    const value = BigInt(digits);
    if (value >= BigInt(EXACT)) found.set(Number(value), value);
  }
  return found;
}
