import type { Slot, SlotLimits } from '../../cases/case.ts';
import { inputTags, recordOfTag } from '../../cases/choice.ts';
import type { CaseValue, Shape } from '../../cases/shape.ts';
import { elementLimits, fieldLimits, integerRange, lengthRange, wrapInto } from './bounds.ts';
import { withComputedLengths } from './computed-lengths.ts';
import { type Elements, elementsFrom, elementsOf, isByte, resized, valuesOf } from './elements.ts';
import { fitsSlots, isAnyByte, lengthOf } from './fits.ts';
import { lengthIn, withSmallLengths } from './record-lengths.ts';
import { withPlaces } from './record-places.ts';
import { toAllowedList } from './text-limits.ts';

/**
 * Values of the shapes of their slots, brought within the limits of each and those between them;
 * what fits already stays as it is. Limits that contradict each other cannot be kept.
 */
export function fitToSlots(
  slots: readonly Slot[],
  values: readonly CaseValue[],
): readonly CaseValue[] {
  if (fitsSlots(slots, values)) return values;
  const own = slots.map(({ shape, limits }, at) => fitToShape(shape, limits, values[at] ?? null));
  const computed = withComputedLengths(slots, own, ({ shape }, limits) => {
    const list = shape.kind === 'nullable' ? shape.of : shape;
    return list.kind === 'list' ? simplestValue(list.of, limits) : null;
  });
  const related = sameLengths(slots, computed);
  return slots.map(({ limits }, at) => {
    const value = related[at] ?? null;
    const room = lengthOf(limits?.within, slots, related);
    // The end of the list rather than any index: it is where code goes wrong.
    return room !== undefined && typeof value === 'bigint' && value > BigInt(room)
      ? BigInt(room)
      : value;
  });
}

/** The simplest value of a shape: zeros, and no more elements than there must be. */
export function simplestValue(shape: Shape, limits?: SlotLimits): CaseValue {
  return fitToShape(shape, limits, null);
}

/** A value of the shape, made from one that is nearly of it. */
function fitToShape(shape: Shape, limits: SlotLimits | undefined, value: CaseValue): CaseValue {
  switch (shape.kind) {
    case 'integer': {
      const integer = typeof value === 'bigint' ? value : 0n;
      return oneOf(shape.only, wrapInto(integerRange(shape, limits), integer));
    }
    case 'float': {
      const number = typeof value === 'number' ? value : 0;
      return shape.bits === 32 ? Math.fround(number) : number;
    }
    case 'boolean':
      return value === true;
    case 'nullable':
      return value === null ? null : fitToShape(shape.of, limits, value);
    case 'array':
    case 'list': {
      const inner = elementLimits(limits, shape.of);
      const old = elementsOf(value) ?? [];
      const { least, most } = lengthRange(shape, limits);
      const length = Math.min(most, Math.max(least, old.length));
      const given = isByte(shape.of) ? bytesOf(shape.of, old) : valuesOf(shape.of, old);
      const all = resized(given, length, simplestValue(shape.of, inner));
      const elements = isAnyByte(shape.of)
        ? all
        : elementsFrom(
            shape.of,
            valuesOf(shape.of, all).map((each) => fitToShape(shape.of, inner, each)),
          );
      return toAllowedList(limits, elements);
    }
    case 'choice': {
      const old = elementsOf(value) ?? [];
      const tag = typeof old[0] === 'bigint' ? old[0] : 0n;
      const own = oneOf(inputTags(shape), tag);
      return fitToShape(recordOfTag(shape, own), limits, own === tag ? value : [own]);
    }
    case 'record': {
      const old = elementsOf(value) ?? [];
      const fields = old instanceof Uint8Array ? [] : old;
      const all = shape.fields.map((field, at) =>
        fitToShape(field.shape, fieldLimits(limits, field.shape), fields[at] ?? null),
      );
      if (shape.fields.every(({ length }) => length === undefined)) return withPlaces(shape, all);
      const { most } = fieldLimits(limits, shape).length ?? { most: 0 };
      const small = withSmallLengths(shape, all, most);
      const sized = shape.fields.map((field, at) => {
        const length = lengthIn(shape, small, at, most);
        if (length === undefined) return small[at] ?? null;
        return fitToShape(
          field.shape,
          { ...fieldLimits(limits, field.shape), length: { least: length, most: length } },
          small[at] ?? null,
        );
      });
      return withPlaces(shape, sized);
    }
  }
}

/** The integer, or another of those that are allowed. */
function oneOf(only: readonly bigint[] | undefined, value: bigint): bigint {
  if (only === undefined || only.includes(value)) return value;
  return only[Number(BigInt.asUintN(32, value)) % only.length] ?? value;
}

function bytesOf(of: Shape, elements: Elements): Elements {
  return elements instanceof Uint8Array ? elements : elementsFrom(of, elements);
}

/** Lists that are as long as another take its length; all of them one that each can have. */
function sameLengths(slots: readonly Slot[], values: readonly CaseValue[]): readonly CaseValue[] {
  const groups = groupsByLength(slots);
  const result = [...values];
  for (const group of groups) {
    const members = group.filter((at) => elementsOf(result[at] ?? null) !== undefined);
    const [first] = members;
    if (first === undefined) continue;
    const room = spaceNeeded(slots, group);
    let least = room;
    let most = Number.MAX_SAFE_INTEGER;
    for (const at of members) {
      const own = ownLengths(slots[at]);
      least = Math.max(least, own.least);
      most = Math.min(most, own.most);
    }
    const wanted = elementsOf(result[first] ?? null)?.length ?? 0;
    const length = Math.min(most, Math.max(least, wanted));
    for (const at of members) {
      const slot = slots[at];
      const elements = elementsOf(result[at] ?? null);
      const list = slot?.shape.kind === 'nullable' ? slot.shape.of : slot?.shape;
      if (list?.kind !== 'list' || elements === undefined) continue;
      const filler = simplestValue(list.of, elementLimits(slot?.limits, list.of));
      const longer = resized(elements, length, filler);
      result[at] = toAllowedList(slot?.limits, longer);
    }
  }
  return result;
}

/** The slots of each group that has one length, the one that the others refer to first. */
function groupsByLength(slots: readonly Slot[]): readonly (readonly number[])[] {
  const rootOf = (at: number): number => {
    let root = at;
    for (let hops = 0; hops < slots.length; hops += 1) {
      const name = slots[root]?.limits?.sameLengthAs;
      const next = name === undefined ? -1 : slots.findIndex((slot) => slot.name === name);
      if (next < 0) break;
      root = next;
    }
    return root;
  };
  const groups = new Map<number, number[]>();
  for (const at of slots.keys()) {
    const root = rootOf(at);
    const group = groups.get(root) ?? [root];
    if (at !== root) group.push(at);
    groups.set(root, group);
  }
  return [...groups.values()];
}

/** The largest smallest value among the indexes into a group's lists. */
function spaceNeeded(slots: readonly Slot[], group: readonly number[]): number {
  const names = new Set(group.map((at) => slots[at]?.name));
  let room = 0;
  for (const { shape, limits } of slots)
    if (limits?.within !== undefined && names.has(limits.within) && shape.kind === 'integer')
      room = Math.max(room, Number(integerRange(shape, limits).least));
  return room;
}

function ownLengths(slot: Slot | undefined): { readonly least: number; readonly most: number } {
  const list = slot?.shape.kind === 'nullable' ? slot.shape.of : slot?.shape;
  return list?.kind === 'list' || list?.kind === 'array'
    ? lengthRange(list, slot?.limits)
    : { least: 0, most: Number.MAX_SAFE_INTEGER };
}
