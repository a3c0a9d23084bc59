import type { Case, SideResult, Slot } from '../cases/case.ts';
import { recordOfChoice } from '../cases/choice.ts';
import type { CaseValue, ChoiceShape, Shape } from '../cases/shape.ts';
import { type Difference, isSameValue } from './compare.ts';
import { rustFloatLiteral } from './rust-numbers.ts';

const MAX_ELEMENTS = 24;
const MAX_TEXT = 160;
/** So many bytes of what is written are kept; behind them stands how many there were, and a checksum of them. */
const MAX_KEPT = 32_768;
/** Of a longer record, the fields that are the same are counted. */
const MAX_FIELDS = 6;
/** Elements shown before the first that differs. */
const LEAD = 4;

/** What a side gave where it differs from the other, in one line; of a long list, the part that differs. */
export function describeSide(
  { steps }: Case,
  side: SideResult,
  other: SideResult,
  { step, slot }: Difference,
  outputs: readonly (readonly Slot[])[],
): string {
  if (side.kind === 'hung') return 'it does not come to its end';
  if (side.kind === 'stopped') return `it stops: ${side.message}`;
  if (side.kind === 'ended' && step === side.step) {
    const of = (outputs[steps[step]?.call ?? 0] ?? []).filter(
      (one) => one.outlivesProcess === true,
    );
    const left = of.map((one, at) => describeSlot(one, side.left[at] ?? null));
    return [`it ends the process with ${statusText(side.status)}`, ...left].join(', ');
  }
  const slots = outputs[steps[step]?.call ?? 0] ?? [];
  const values = side.steps[step] ?? [];
  const shown = slot === undefined ? [...slots.keys()] : [slot];
  return shown
    .map((at) => {
      const of = slots[at];
      const theirs = 'steps' in other ? other.steps[step]?.[at] : undefined;
      return of === undefined ? '' : describeSlot(of, values[at] ?? null, theirs);
    })
    .join(', ');
}

function describeSlot(
  { name, shape, outlivesProcess }: Slot,
  value: CaseValue,
  other?: CaseValue,
): string {
  const isWritten = outlivesProcess === true && value instanceof Uint8Array;
  return `${name} = ${isWritten ? writtenText(value, other) : describeValue(shape, value, other)}`;
}

/** What was written, as text. @param other what it is not: then the part is shown where they differ */
function writtenText(bytes: Uint8Array, other: CaseValue = null): string {
  const text = Buffer.from(bytes).toString('latin1');
  const differs = other instanceof Uint8Array ? firstDifferentByte(bytes, other) : 0;
  const isShown = differs >= MAX_TEXT && differs < MAX_KEPT;
  const from = isShown ? differs - LEAD * LEAD : 0;
  const shown = text.slice(from, from + MAX_TEXT);
  const before = from > 0 ? `… ${from} bytes the same, then ` : '';
  const isCut = from > 0 || from + shown.length < text.length;
  return `${before}${JSON.stringify(shown)}${isCut ? ` … ${text.length} bytes in all` : ''}`;
}

function firstDifferentByte(one: Uint8Array, other: Uint8Array): number {
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return at === -1 ? one.length : at;
}

function statusText(status: number): string {
  return status > 256 ? `signal ${status - 256}` : `status ${status}`;
}

/**
 * A value in one line; long lists are cut.
 * @param other what it is not: then the part of a list is shown where they differ
 */
export function describeValue(shape: Shape, value: CaseValue, other?: CaseValue): string {
  if (value === null) return 'nothing';
  if (shape.kind === 'nullable') return describeValue(shape.of, value, other);
  if (shape.kind === 'float' && typeof value === 'number')
    return rustFloatLiteral(shape.bits, value);
  if (typeof value !== 'object') return String(value);
  if (shape.kind === 'choice') return describeChoice(shape, value, other);
  const theirs = typeof other === 'object' && other !== null ? other : undefined;
  if (shape.kind === 'record') {
    const all = shape.fields.map((field, at) => ({ field, at }));
    const isLong = theirs !== undefined && all.length > MAX_FIELDS;
    const told = isLong
      ? all.filter(
          ({ field, at }) => !isSameValue(field.shape, partAt(value, at), partAt(theirs, at)),
        )
      : all;
    const same = all.length - told.length;
    const fields = told.map(({ field, at }) => {
      const part = describeValue(field.shape, partAt(value, at), theirs && partAt(theirs, at));
      return `${field.name}: ${part}`;
    });
    return `{ ${[...fields, ...(same > 0 ? [`… ${same} the same`] : [])].join(', ')} }`;
  }
  const of = shape.kind === 'list' || shape.kind === 'array' ? shape.of : shape;
  const differs = theirs === undefined ? 0 : firstDifferent(of, value, theirs);
  const from = differs < MAX_ELEMENTS ? 0 : differs - LEAD;
  const shown = Math.min(value.length - from, MAX_ELEMENTS);
  const parts = Array.from({ length: shown }, (_, at) =>
    describeValue(of, partAt(value, from + at), theirs && partAt(theirs, from + at)),
  );
  const before = from > 0 ? [`… ${from} the same`] : [];
  const isCut = from + shown < value.length || from > 0;
  const rest = isCut ? [`… ${value.length} in all`] : [];
  return `[${[...before, ...parts, ...rest].join(', ')}]`;
}

/** `Num { 0: 5 }`; a number of no choice as it is. */
function describeChoice(
  shape: ChoiceShape,
  value: Exclude<CaseValue, bigint | number | boolean | null>,
  other: CaseValue | undefined,
): string {
  const record = recordOfChoice(shape, value);
  const [tag, ...fields] = record.fields;
  const name = shape.choices.find((choice) => choice.tag === value[0])?.name;
  if (name === undefined || tag === undefined) return `a value with the tag ${value[0]}`;
  if (fields.length === 0) return name;
  const isAlike = Array.isArray(other) && other[0] === value[0];
  const theirs = isAlike ? other.slice(1) : undefined;
  const rest = { ...record, fields };
  return `${name} ${describeValue(rest, Array.from(value, (part) => part ?? null).slice(1), theirs)}`;
}

/** The index of the first element that differs; the shorter length where one goes on. */
function firstDifferent(of: Shape, one: List, other: List): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    if (!isSameValue(of, partAt(one, at), partAt(other, at))) return at;
  }
  return length;
}

type List = Uint8Array | readonly CaseValue[];

function partAt(value: List, at: number): CaseValue {
  const part = value[at];
  return typeof part === 'number' && value instanceof Uint8Array ? BigInt(part) : (part ?? null);
}
