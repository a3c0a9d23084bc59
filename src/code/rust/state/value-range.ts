import {
  ANY_INTEGER,
  type IntegerRange,
  meetRanges,
  rangeOfType,
} from '../ranges/integer-range.ts';
import type { EventContext } from './events.ts';
import type { FactSet } from './facts.ts';
import type { RustValue } from './value.ts';

/**
 * The integers that a value may be at a point, by its type, by what made it and by the checks on the way. Undefined
 * where nothing bounds it, and where checks contradict each other, since nothing gets there.
 */
export function rangeAt(facts: FactSet, value: RustValue): IntegerRange | undefined {
  const range = narrowed(facts, value, value.place);
  return range && facts.has('nonzero', value.place) ? withoutZero(range) : range;
}

/**
 * The same for claims that something is wrong for certain: of checks only those of whole variables count, since calls
 * may write to fields and elements.
 */
export function certainRange(facts: FactSet, value: RustValue): IntegerRange | undefined {
  return narrowed(facts, value, /^#\d+$/.test(value.place) ? value.place : '');
}

/** Whether a value is each number of its range in turn, by the time that an event was there as often as it can be. */
export function isAttained(value: RustValue, { depth }: EventContext): boolean {
  return value.attains !== undefined && value.attains === depth;
}

/** Numbers up to this count as small: what a mask leaves, or a check against a constant. */
const SMALL = 4096n;

/** Whether something keeps a variable number small: not only that it was cast from a type of 8 bits. */
export function isSmallNumber(facts: FactSet, value: RustValue): boolean {
  const range = rangeAt(facts, value);
  if (range === undefined || range.lo < 0n || range.hi > SMALL) return false;
  if (range.lo === range.hi) return false;
  return /^[&%]$/.test(value.made) || (range.hi !== 127n && range.hi !== 255n);
}

function narrowed(facts: FactSet, value: RustValue, place: string): IntegerRange | undefined {
  let range = value.range ?? rangeOfType(value.type);
  if (place === '' || value.isConverted) return range;
  for (const kind of ['min', 'above'] as const) {
    const bound = facts.get(kind, place)?.bound;
    if (bound === undefined) continue;
    if (bound > ANY_INTEGER.hi) return undefined;
    range = meetRanges(range ?? ANY_INTEGER, { lo: bound, hi: ANY_INTEGER.hi });
    if (range === undefined) return undefined;
  }
  for (const kind of ['max', 'below'] as const) {
    const bound = facts.get(kind, place)?.bound;
    if (bound === undefined) continue;
    if (bound < ANY_INTEGER.lo) return undefined;
    range = meetRanges(range ?? ANY_INTEGER, { lo: ANY_INTEGER.lo, hi: bound });
    if (range === undefined) return undefined;
  }
  return range;
}

/** Zero can be left out where it is an end. */
function withoutZero({ lo, hi }: IntegerRange): IntegerRange | undefined {
  if (lo === 0n) return hi === 0n ? undefined : { lo: 1n, hi };
  return hi === 0n ? { lo, hi: -1n } : { lo, hi };
}
