import type { SyntaxNode } from '../../syntax/syntax.ts';
import type { RustType } from '../items/types.ts';
import { type IntegerRange, joinRanges } from '../ranges/integer-range.ts';
import {
  assuming,
  NOTHING_ASSUMED,
  type RustAssumption,
  type RustAssumptions,
} from './assumptions.ts';
import { type Condition, NOTHING_LEARNT } from './facts.ts';
import { joinTaint, type RustTaint } from './taint.ts';

/** A lock (or `RefCell` borrow) that is held as long as its guard lives. */
export interface LockGuard {
  readonly kind: 'std' | 'async' | 'cell';
  readonly mode: 'exclusive' | 'shared';
  /** The place of the lock itself; empty where the text does not show it. */
  readonly place: string;
  /** The lock as written, for messages. */
  readonly lock: string;
  readonly node: SyntaxNode;
}

/** A value put together by a chain of calls: `Command::new(..).arg(..)`. Grows as the chain does. */
export interface Builder {
  readonly path: string;
  readonly node: SyntaxNode;
  readonly arguments: readonly RustValue[];
  readonly steps: { readonly method: string; readonly arguments: readonly RustValue[] }[];
}

/** What is known of the result of an expression. */
export interface RustValue {
  readonly taint: RustTaint | undefined;
  readonly type: RustType | undefined;
  /** The place it was read from, such as `#3.name`; empty where it is no variable or field. */
  readonly place: string;
  /** Whether the program's text fixes it. */
  readonly constant: boolean;
  readonly number: number | undefined;
  /** Text that the program fixes, with `\0` for each part it does not. */
  readonly text: string | undefined;
  readonly variant: 'some' | 'none' | undefined;
  /** The resolved path, or `.method`, of the call that made it. */
  readonly made: string;
  /** The places it was made from: the receiver and the arguments of that call. */
  readonly from: readonly string[];
  readonly builder: Builder | undefined;
  readonly guard: LockGuard | undefined;
  readonly condition: Condition;
  /** How many elements it has, where the text shows it. */
  readonly length: number | undefined;
  /**
   * The integers that it may be, whatever facts say of its place: see `rangeAt`. Undefined for what is no integer, or
   * may be any of its type.
   */
  readonly range: IntegerRange | undefined;
  /** Whether its place may hold another integer, as before a cast, so that facts of the place say nothing of it. */
  readonly isConverted: boolean;
  /** The depth of branches at which it becomes each number of its range in turn, as a counter of a loop does. */
  readonly attains: number | undefined;
  /** Of `a..b`: what a and b, which is left out, may be. */
  readonly ends: RangeEnds | undefined;
  /** What was assumed on the way to what is known of it. */
  readonly assumed: RustAssumptions;
}

/** The ends of `from..to`; undefined where nothing is known, or where the end is left open. */
export interface RangeEnds {
  readonly from: IntegerRange | undefined;
  readonly to: IntegerRange | undefined;
}

export const UNKNOWN: RustValue = {
  taint: undefined,
  type: undefined,
  place: '',
  constant: false,
  number: undefined,
  text: undefined,
  variant: undefined,
  made: '',
  from: [],
  builder: undefined,
  guard: undefined,
  condition: NOTHING_LEARNT,
  length: undefined,
  range: undefined,
  isConverted: false,
  attains: undefined,
  ends: undefined,
  assumed: NOTHING_ASSUMED,
};

/** What is known of an integer of which nothing is. */
export const UNKNOWN_NUMBER = {
  range: undefined,
  isConverted: false,
  attains: undefined,
  ends: undefined,
} as const;

export function constantValue(part: Partial<RustValue>): RustValue {
  return { ...UNKNOWN, constant: true, ...part };
}

/** Longer texts tell no rule more, and could double with every statement. */
const MAX_TEXT = 4096;

export function truncateText(text: string): string {
  return text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
}

/** A value of which one thing more was assumed. */
export function withAssumed(value: RustValue, assumption: RustAssumption): RustValue {
  return { ...value, assumed: value.assumed | assuming(assumption) };
}

/** All that was assumed of some values. */
export function assumedOf(values: readonly RustValue[]): RustAssumptions {
  return values.reduce((set, { assumed }) => set | assumed, NOTHING_ASSUMED);
}

/** What a value has of those that it is made from: the places they stem from, and what was assumed of them. */
export function madeFrom(values: readonly RustValue[]): Pick<RustValue, 'from' | 'assumed'> {
  return { from: origins(values), assumed: assumedOf(values) };
}

/** What is known of a variable that other code may have written to. @param how it may have been written */
export function afterWriting(value: RustValue, how: RustAssumption): RustValue {
  const isNull = /(?:^|::)null(?:_mut)?$/.test(value.made);
  return {
    ...value,
    constant: false,
    text: undefined,
    number: undefined,
    variant: undefined,
    // What is written to an array, it has as many elements.
    length: value.type?.kind === 'array' ? value.length : undefined,
    ...UNKNOWN_NUMBER,
    made: isNull ? '' : value.made,
    assumed: value.assumed | assuming(how),
  };
}

/** The value of an expression that is one or the other. */
export function joinValues(left: RustValue, right: RustValue): RustValue {
  if (left === right) return left;
  const same = <T>(a: T, b: T): T | undefined => (a === b ? a : undefined);
  return {
    taint: joinTaint(left.taint, right.taint),
    type: left.type ?? right.type,
    place: left.place === right.place ? left.place : '',
    constant: left.constant && right.constant,
    number: same(left.number, right.number),
    text: same(left.text, right.text),
    variant: same(left.variant, right.variant),
    made: left.made === right.made ? left.made : '',
    from: [...new Set([...left.from, ...right.from])].slice(0, MAX_ORIGINS),
    builder: left.builder ?? right.builder,
    guard: left.guard ?? right.guard,
    condition: NOTHING_LEARNT,
    length: same(left.length, right.length),
    range: left.range && right.range && joinRanges(left.range, right.range),
    isConverted: left.isConverted || right.isConverted,
    attains: undefined,
    ends: undefined,
    assumed: left.assumed | right.assumed,
  };
}

const MAX_ORIGINS = 8;

/** The places a value stems from, itself included. */
export function origins(values: readonly RustValue[]): string[] {
  const places = new Set<string>();
  for (const value of values) {
    if (value.place !== '') places.add(value.place);
    for (const place of value.from) if (places.size < MAX_ORIGINS) places.add(place);
  }
  return [...places];
}
