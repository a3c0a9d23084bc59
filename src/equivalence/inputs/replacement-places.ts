import type { Case } from '../cases/case.ts';
import type { CaseValue } from '../cases/shape.ts';
import { elementsOf, resized, spliced } from './values/elements.ts';
import { namesOfLength } from './values/names.ts';

/** Places of a value in one list. */
const MAX_PLACES = 64;

/** Where in a case something is to be replaced. */
export interface ReplacementPlace extends ReplacementSpot {
  readonly step: number;
  readonly slot: number;
}

/**
 * Where values stand in the inputs of one case. The C compares the same two values again and again, as
 * loops do: each pair is looked for once.
 */
export class ReplacementPlaces {
  private readonly steps: Case['steps'];
  private readonly found = new Map<bigint, Map<bigint, readonly ReplacementPlace[]>>();
  private parts: CaseParts | undefined;

  constructor({ steps }: Case) {
    this.steps = steps;
  }

  /** All places of a value that another one is to take. */
  of(from: bigint, to: bigint): readonly ReplacementPlace[] {
    const ofValue = this.found.get(from) ?? new Map<bigint, readonly ReplacementPlace[]>();
    this.found.set(from, ofValue);
    const known = ofValue.get(to);
    if (known !== undefined) return known;
    const places = this.search(from, to);
    ofValue.set(to, places);
    return places;
  }

  /** Where a text has a name of so many bytes, or where one could stand between two others of its characters. */
  names(length: number): readonly ReplacementPlace[] {
    this.parts ??= partsOf(this.steps);
    return this.parts.texts.flatMap(({ place, value }) =>
      namesOfLength(value, length).map((at) => ({ ...place, at })),
    );
  }

  /** Lists of bytes, and whole inputs that are lists, of so many elements. */
  lists(
    length: number,
    isList: (step: number, slot: number) => boolean,
  ): readonly ReplacementPlace[] {
    this.parts ??= partsOf(this.steps);
    const bytes = this.parts.texts.flatMap(({ place, value }) =>
      value.length === length ? [place] : [],
    );
    const whole = this.steps.flatMap(({ inputs }, step) =>
      inputs.flatMap((value, slot): ReplacementPlace[] => {
        const isOther = value instanceof Uint8Array || !isList(step, slot);
        if (isOther || elementsOf(value)?.length !== length) return [];
        return [{ path: [], at: 0, bytes: NO_BYTES, step, slot }];
      }),
    );
    return [...bytes, ...whole];
  }

  private search(from: bigint, to: bigint): readonly ReplacementPlace[] {
    this.parts ??= partsOf(this.steps);
    const { numbers, texts } = this.parts;
    const equal = numbers.get(from) ?? NOWHERE;
    // The lowest byte of a value is in each of its forms, and a search for one byte is quick.
    const lowest = Number(from & 0xffn);
    const likely = texts.filter(({ value }) => value.includes(lowest));
    if (likely.length === 0) return equal.map(({ place }) => place);
    const forms = formsOf(from, to);
    const within = likely.flatMap(({ order, place, value }) =>
      placesIn(value, forms).map((found) => ({ order, place: { ...place, ...found } })),
    );
    return [...equal, ...within].sort((a, b) => a.order - b.order).map(({ place }) => place);
  }
}

/** A part of a value, and how many parts of the case are before it. */
interface OrderedPlace {
  readonly order: number;
  readonly place: ReplacementPlace;
}

/** What a case is made of, as far as something in it can be replaced. */
interface CaseParts {
  readonly numbers: ReadonlyMap<bigint, readonly OrderedPlace[]>;
  readonly texts: readonly (OrderedPlace & { readonly value: Uint8Array })[];
}

const NOWHERE: readonly OrderedPlace[] = [];

function partsOf(steps: Case['steps']): CaseParts {
  const numbers = new Map<bigint, OrderedPlace[]>();
  const texts: (OrderedPlace & { readonly value: Uint8Array })[] = [];
  let order = 0;
  const visit = (value: CaseValue, step: number, slot: number, path: readonly number[]) => {
    const place = { path, at: 0, bytes: NO_BYTES, step, slot };
    if (typeof value === 'bigint') {
      const same = numbers.get(value);
      const one = { order: order++, place };
      if (same === undefined) numbers.set(value, [one]);
      else same.push(one);
    } else if (value instanceof Uint8Array) {
      texts.push({ order: order++, place, value });
    } else if (value !== null && typeof value === 'object') {
      for (const [index, part] of value.entries()) visit(part, step, slot, [...path, index]);
    }
  };
  for (const [step, { inputs }] of steps.entries()) {
    for (const [slot, value] of inputs.entries()) visit(value, step, slot, []);
  }
  return { numbers, texts };
}

const NO_BYTES = new Uint8Array();

/** The value with another one at a spot of it. */
export function replacedAt(
  value: CaseValue,
  { path, at, bytes }: ReplacementSpot,
  to: bigint,
): CaseValue {
  return changed(value, path, (part) =>
    typeof part === 'bigint' ? to : withBytes(part, at, bytes),
  );
}

/** The value with other bytes for so many that are at a spot of it. */
export function splicedAt(
  value: CaseValue,
  { path, at }: ReplacementSpot,
  length: number,
  bytes: Uint8Array,
): CaseValue {
  return changed(value, path, (part) =>
    part instanceof Uint8Array ? spliced(part, at, at + length, bytes) : part,
  );
}

/** The value with so many elements in a list of it: cut short, or repeated from the start. */
export function resizedAt(value: CaseValue, { path }: ReplacementSpot, length: number): CaseValue {
  return changed(value, path, (part) => {
    const elements = elementsOf(part);
    return elements === undefined ? part : resized(elements, length, 0n);
  });
}

/** How two values stand in bytes: in as many as both need, in either order. */
interface Form {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

/** The widest form says most, and comes first: a short one is found by chance. */
function formsOf(from: bigint, to: bigint): Form[] {
  const [fromBytes, toBytes] = [littleEndian(from), littleEndian(to)];
  const forms: Form[] = [];
  for (const { width, size } of WIDTHS) {
    if (from >= size || to >= size) continue;
    const [a, b] = [fromBytes.subarray(0, width), toBytes.subarray(0, width)];
    if (width > 1) forms.push({ from: a.toReversed(), to: b.toReversed() });
    forms.push({ from: a, to: b });
  }
  return forms;
}

/** Widths of a value in bytes, each with the first value that does not fit. */
const WIDTHS = [8, 4, 2, 1].map((width) => ({ width, size: 1n << BigInt(8 * width) }));

/** The eight bytes of a value, the lowest first. */
function littleEndian(value: bigint): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigUint64(0, value, true);
  return new Uint8Array(bytes.buffer);
}

/** Where in a value something is to be replaced: the way through lists, and for bytes the offset. */
interface ReplacementSpot {
  readonly path: readonly number[];
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** Where in bytes a value stands, in the first of its forms that is there. */
function placesIn(
  value: Uint8Array,
  forms: readonly Form[],
): readonly Pick<ReplacementSpot, 'at' | 'bytes'>[] {
  const buffer = Buffer.from(value.buffer, value.byteOffset, value.length);
  for (const form of forms) {
    if (form.from.length > buffer.length) continue;
    const offsets = offsetsOf(buffer, form.from);
    if (offsets.length > 0) return offsets.map((at) => ({ at, bytes: form.to }));
  }
  return [];
}

function offsetsOf(bytes: Buffer, wanted: Uint8Array): number[] {
  const found: number[] = [];
  let at = bytes.indexOf(wanted);
  while (at >= 0 && found.length < MAX_PLACES) {
    found.push(at);
    at = bytes.indexOf(wanted, at + 1);
  }
  return found;
}

function changed(
  value: CaseValue,
  path: readonly number[],
  change: (part: CaseValue) => CaseValue,
): CaseValue {
  const [index, ...rest] = path;
  if (index === undefined) return change(value);
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  return value.map((part, at) => (at === index ? changed(part, rest, change) : part));
}

function withBytes(value: CaseValue, at: number, bytes: Uint8Array): CaseValue {
  if (!(value instanceof Uint8Array)) return value;
  const copy = Uint8Array.from(value);
  copy.set(bytes, at);
  return copy;
}
