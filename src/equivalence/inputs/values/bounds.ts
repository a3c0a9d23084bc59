import type { SlotLimits } from '../../cases/case.ts';
import type { IntegerShape, Shape } from '../../cases/shape.ts';
import { type IntegerRange, typeRange } from './type-range.ts';

/** Lists without a limit of their own grow to this: past every width of 8 bits, and quick to make. */
const MAX_ELEMENTS = 1024;
/** Lists of records or of lists. */
const MAX_COMPOUND_ELEMENTS = 64;
/** Lists of numbers in records: past every width of 8 bits, too. */
const MAX_FIELD_ELEMENTS = 300;
/** Lists of records or of lists in records: tables grow when they have 64, and have 128 then. */
const MAX_FIELD_COMPOUND_ELEMENTS = 136;
/** Lists in lists: their sizes multiply. */
const MAX_INNER_ELEMENTS = 8;

/** What an integer of a slot may be. An index starts at zero unless its range says otherwise. */
export function integerRange(shape: IntegerShape, limits: SlotLimits | undefined): IntegerRange {
  const type = typeRange(shape.bits, shape.signed);
  const least =
    shape.range?.least ?? (limits?.within === undefined ? type.least : beforeFirst(shape));
  const most = shape.range?.most ?? type.most;
  const held = (value: bigint): bigint => {
    if (value < type.least) return type.least;
    return value > type.most ? type.most : value;
  };
  return { least: held(least), most: held(most) };
}

/** How many elements a list of a slot may have; an array always has its own number. */
export function lengthRange(
  shape: Extract<Shape, { kind: 'list' | 'array' }>,
  limits: SlotLimits | undefined,
): { readonly least: number; readonly most: number } {
  if (shape.kind === 'array') return { least: shape.length, most: shape.length };
  const usual = isScalar(shape.of) ? MAX_ELEMENTS : MAX_COMPOUND_ELEMENTS;
  const { least = 0, most = usual } = limits?.length ?? {};
  const room = shape.most ?? Number.MAX_SAFE_INTEGER;
  return { least: Math.min(least, room), most: Math.min(Math.max(least, most), room) };
}

function isScalar({ kind }: Shape): boolean {
  return kind === 'integer' || kind === 'float' || kind === 'boolean';
}

/** What holds for each element of a slot's list: values that are likely, and short lists in it. */
export function elementLimits(limits: SlotLimits | undefined, of: Shape): SlotLimits {
  const { likely } = limits ?? {};
  return {
    length: { least: 0, most: isText(of) ? MAX_COMPOUND_ELEMENTS : MAX_INNER_ELEMENTS },
    ...textLimits(of),
    ...(likely === undefined ? {} : { likely }),
  };
}

/** What holds for each field of a slot's record: none of its limits but that of lengths. */
export function fieldLimits(limits: SlotLimits | undefined, of: Shape): SlotLimits {
  const length = limits?.length ?? { least: 0, most: mostInField(of) };
  return { length, ...textLimits(of) };
}

function mostInField(shape: Shape): number {
  if (shape.kind === 'nullable') return mostInField(shape.of);
  return shape.kind === 'list' && isScalar(shape.of)
    ? MAX_FIELD_ELEMENTS
    : MAX_FIELD_COMPOUND_ELEMENTS;
}

/** What a list of bytes must be by its own shape. */
function textLimits(shape: Shape): SlotLimits {
  if (shape.kind === 'nullable') return textLimits(shape.of);
  if (shape.kind !== 'list' || shape.text === undefined) return {};
  return { isText: true, isUtf8: shape.text === 'utf8' };
}

function isText(shape: Shape): boolean {
  return textLimits(shape).isText === true;
}

/** The integer itself, or the one in the range that is the same modulo the size of the range. */
export function wrapInto({ least, most }: IntegerRange, value: bigint): bigint {
  if (value >= least && value <= most) return value;
  if (most <= least) return least;
  const size = most - least + 1n;
  return least + ((((value - least) % size) + size) % size);
}

/** The index before the first, where the type has it: code may say that there is nothing. */
function beforeFirst({ signed }: IntegerShape): bigint {
  return signed ? -1n : 0n;
}
