import type { TraceStep } from '../../syntax/location.ts';
import { type Assumptions, NO_ASSUMPTIONS } from './assumptions.ts';
import type { SourceStep } from './source-step.ts';
import type { Taint } from './taint.ts';
import { sameValue, type Value } from './value.ts';

/** What a resource is, and so what gives it back. */
export type Family =
  | 'malloc'
  | 'new'
  | 'new[]'
  | 'file'
  | 'descriptor'
  | 'directory'
  | 'pipe'
  | 'mapping'
  | 'socket'
  | 'other';

/**
 * A piece of memory, or another resource that must be given back. Immutable.
 * Objects stand for: a variable, the result of an allocation, a string literal,
 * or what a pointer of unknown origin points to.
 */
export interface MemoryObject {
  readonly id: number;
  readonly kind: 'variable' | 'static' | 'heap' | 'literal' | 'unknown' | 'resource';
  readonly name: string;
  /** Size in bytes; undefined where it is not known. */
  readonly size: Value | undefined;
  readonly family: Family | undefined;
  readonly lifetime: 'live' | 'freed' | 'maybe-freed' | 'moved' | 'gone';
  /** Reachable from outside the function: returned, stored, or handed to unknown code. */
  readonly escaped: boolean;
  readonly allocatedAt: SourceStep | undefined;
  readonly freedAt: TraceStep | undefined;
  /** What bytes hold that were never written. */
  readonly initial: 'uninitialised' | 'zero' | 'unknown';
  /** Whether text in it ends in NUL. */
  readonly terminated: 'yes' | 'no' | 'unknown';
  /** The longest text it can hold now, in characters without NUL. */
  readonly maxLength: number;
  /** The length of the text that begins at offset 0, once it was computed. */
  readonly length: Value | undefined;
  /** The same of the text further on that was measured last, such as the value behind `name=`. */
  readonly tail: TextTail | undefined;
  /** What untrusted source its content came from. */
  readonly taint: Taint | undefined;
  /** Text that is known to stand at its beginning, such as the head of an SQL statement. */
  readonly text: string | undefined;
  /** What was assumed on the way to what is known of it. */
  readonly assumed: Assumptions;
}

/** A text that begins in the middle of an object. */
interface TextTail {
  /** How many bytes after the beginning of the object. */
  readonly at: Value;
  /** In characters without NUL. */
  readonly length: Value;
}

/** The least that holds of an object on both paths. */
export function joinObjects(a: MemoryObject, b: MemoryObject): MemoryObject {
  if (a === b) return a;
  const state =
    a.lifetime === b.lifetime
      ? a.lifetime
      : a.lifetime === 'live' && b.lifetime === 'live'
        ? 'live'
        : joinLifetimes(a.lifetime, b.lifetime);
  return {
    ...a,
    lifetime: state,
    size:
      a.size !== undefined && b.size !== undefined && sameValue(a.size, b.size)
        ? a.size
        : undefined,
    escaped: a.escaped || b.escaped,
    freedAt: a.freedAt ?? b.freedAt,
    initial: a.initial === b.initial ? a.initial : 'unknown',
    terminated: joinTerminated(a.terminated, b.terminated),
    maxLength: Math.max(a.maxLength, b.maxLength),
    length:
      a.length !== undefined && b.length !== undefined && sameValue(a.length, b.length)
        ? a.length
        : undefined,
    tail: isSameTail(a.tail, b.tail) ? a.tail : undefined,
    taint: a.taint ?? b.taint,
    text: a.text === b.text ? a.text : undefined,
    assumed: a.assumed | b.assumed,
  };
}

function isSameTail(a: TextTail | undefined, b: TextTail | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return sameValue(a.at, b.at) && sameValue(a.length, b.length);
}

/** Whether text ends in NUL where paths differ: one that does not end it is the one that counts. */
export function joinTerminated(
  a: MemoryObject['terminated'],
  b: MemoryObject['terminated'],
): MemoryObject['terminated'] {
  if (a === b) return a;
  return a === 'no' || b === 'no' ? 'no' : 'unknown';
}

/** What became of an object where paths differ: bad news stays, as a possibility. */
function joinLifetimes(
  a: MemoryObject['lifetime'],
  b: MemoryObject['lifetime'],
): MemoryObject['lifetime'] {
  const either = (state: MemoryObject['lifetime']): boolean => a === state || b === state;
  if (either('freed') || either('maybe-freed')) return 'maybe-freed';
  return either('moved') ? 'moved' : 'live';
}

/** Whether two objects say the same, but for where it was learnt. */
export function sameObject(a: MemoryObject, b: MemoryObject): boolean {
  return (
    a === b ||
    (a.lifetime === b.lifetime &&
      a.escaped === b.escaped &&
      a.initial === b.initial &&
      a.terminated === b.terminated &&
      a.maxLength === b.maxLength &&
      a.size?.root === b.size?.root &&
      a.size?.add === b.size?.add &&
      a.length?.root === b.length?.root &&
      a.length?.add === b.length?.add &&
      isSameTail(a.tail, b.tail) &&
      a.taint?.kind === b.taint?.kind &&
      a.text === b.text)
  );
}

/** Memory of which nothing is known. */
export function unknownObject(id: number, taint: Taint | undefined): MemoryObject {
  return {
    id,
    kind: 'unknown',
    name: '',
    size: undefined,
    family: undefined,
    lifetime: 'live',
    escaped: true,
    allocatedAt: undefined,
    freedAt: undefined,
    initial: 'unknown',
    terminated: 'unknown',
    maxLength: Number.POSITIVE_INFINITY,
    length: undefined,
    tail: undefined,
    taint,
    text: undefined,
    assumed: NO_ASSUMPTIONS,
  };
}
