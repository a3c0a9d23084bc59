import type { Slot, SlotLimits } from '../../cases/case.ts';
import { inputTags, recordOfChoice } from '../../cases/choice.ts';
import type { CaseValue, Shape } from '../../cases/shape.ts';
import { elementLimits, fieldLimits, integerRange, lengthRange } from './bounds.ts';
import { haveComputedLengths } from './computed-lengths.ts';
import { type Elements, elementsOf, isByte, valuesOf } from './elements.ts';
import { hasLengths } from './record-lengths.ts';
import { hasPlaces, listWithPlaces } from './record-places.ts';
import { isAllowedList } from './text-limits.ts';

/** Whether values are of the shapes of their slots, within the limits of each and those between them. */
export function fitsSlots(slots: readonly Slot[], values: readonly CaseValue[]): boolean {
  return (
    slots.length === values.length &&
    slots.every((slot, at) => {
      const value = values[at];
      return value !== undefined && fitsSlot(slot.shape, slot.limits, value);
    }) &&
    slots.every((slot, at) => isRelated(slot, values[at], slots, values)) &&
    haveComputedLengths(slots, values)
  );
}

/** The limits of a list's integers are those of the slot. */
function fitsSlot(shape: Shape, limits: SlotLimits | undefined, value: CaseValue): boolean {
  switch (shape.kind) {
    case 'integer': {
      const { least, most } = integerRange(shape, limits);
      return (
        typeof value === 'bigint' &&
        value >= least &&
        value <= most &&
        (shape.only === undefined || shape.only.includes(value))
      );
    }
    case 'float':
      return (
        typeof value === 'number' && (shape.bits === 64 || Object.is(Math.fround(value), value))
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'nullable':
      return value === null || fitsSlot(shape.of, limits, value);
    case 'array':
    case 'list': {
      const elements = elementsOf(value);
      if (elements === undefined || isByte(shape.of) !== elements instanceof Uint8Array)
        return false;
      const { least, most } = lengthRange(shape, limits);
      return (
        elements.length >= least &&
        elements.length <= most &&
        isAllowedList(limits, elements) &&
        (isAnyByte(shape.of) || everyFits(shape.of, elementLimits(limits, shape.of), elements))
      );
    }
    case 'choice': {
      const record = recordOfChoice(shape, value);
      const [tag] = record.fields;
      const own = tag?.shape.kind === 'integer' ? tag.shape.only : undefined;
      return (
        own?.some((one) => inputTags(shape).includes(one)) === true &&
        fitsSlot(record, limits, value)
      );
    }
    case 'record': {
      const fields = elementsOf(value);
      return (
        fields !== undefined &&
        !(fields instanceof Uint8Array) &&
        fields.length === shape.fields.length &&
        shape.fields.every((field, at) => {
          const each = fields[at];
          return (
            each !== undefined && fitsSlot(field.shape, fieldLimits(limits, field.shape), each)
          );
        }) &&
        hasLengths(shape, fields) &&
        hasPlaces(shape, fields)
      );
    }
  }
}

/** Every byte is of its shape: long lists are looked at only where it is narrower. */
export function isAnyByte(of: Shape): boolean {
  return isByte(of) && of.range === undefined && of.only === undefined;
}

function everyFits(of: Shape, limits: SlotLimits, elements: Elements): boolean {
  return valuesOf(of, elements).every((each) => fitsSlot(of, limits, each));
}

/** How many elements the list of a slot has; undefined where there is no list to count. */
export function lengthOf(
  name: string | undefined,
  slots: readonly Slot[],
  values: readonly CaseValue[],
): number | undefined {
  const at = name === undefined ? -1 : slots.findIndex((slot) => slot.name === name);
  const value = values[at];
  if (value === undefined) return undefined;
  const { shape } = slots[at] ?? {};
  if (shape?.kind !== 'record') return elementsOf(value)?.length;
  // Of a record, that list is counted into which its own places lead.
  const list = listWithPlaces(shape);
  const fields = elementsOf(value);
  const own = list === undefined || fields instanceof Uint8Array ? undefined : fields?.[list];
  return own === undefined ? undefined : elementsOf(own)?.length;
}

function isRelated(
  { limits }: Slot,
  value: CaseValue | undefined,
  slots: readonly Slot[],
  values: readonly CaseValue[],
): boolean {
  const room = lengthOf(limits?.within, slots, values);
  if (room !== undefined && typeof value === 'bigint' && value > BigInt(room)) return false;
  const same = lengthOf(limits?.sameLengthAs, slots, values);
  const own = value === undefined ? undefined : elementsOf(value)?.length;
  return same === undefined || own === undefined || same === own;
}
