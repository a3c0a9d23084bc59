import type { Slot } from '../cases/case.ts';
import {
  type LengthExpression,
  lengthText,
  namesInLength,
  parseLength,
} from '../cases/length-expression.ts';
import { isLengthNameFor, isSizeName } from '../name-matching.ts';
import { NotComparable } from '../not-comparable.ts';
import type { Mapping } from '../pairing/mapping.ts';
import type { CArgument } from '../plan/comparison-plan.ts';
import type { NamedParam } from './named-param.ts';

/**
 * Bounds lists and integers by each other: lists without a length of their own are as long as one
 * that has it; integers that a mapping measures a list by lie within it, those that are named like
 * sizes within the first list.
 */
export function limitSlots(
  slots: readonly Slot[],
  c: readonly CArgument[],
  mapping: Mapping,
): readonly Slot[] {
  const lengths = c.filter((one) => one.kind === 'length' || one.kind === 'inside');
  const lists = c.filter(
    (one) => one.kind === 'elements' && !one.isText && one.pair.kind === 'list',
  );
  const measured = lists.filter(({ name }) => lengths.some(({ of }) => of === name));
  const [first] = measured;
  return slots.map((slot) => {
    const role = mapping.c[slot.name];
    if (c.some((one) => one.kind === 'elements' && one.isText && one.name === slot.name)) {
      return { ...slot, limits: { ...slot.limits, isText: true } };
    }
    const isList = lists.some(({ name }) => name === slot.name);
    if (isList && role?.role === 'elements' && typeof role.length === 'number') {
      const length = { least: role.length, most: role.length };
      return { ...slot, limits: { ...slot.limits, length } };
    }
    if (isList && role?.role === 'elements' && typeof role.length === 'string') {
      // Two lists of one length: the C looks no further than the parameter that tells it.
      const computed = parseLength(role.length);
      if (computed !== undefined && computed.kind !== 'name') {
        return {
          ...slot,
          limits: { ...slot.limits, lengthFrom: ofSlots(computed, slot.name, slots) },
        };
      }
      const of = lengths.find(({ name }) => name === role.length)?.of;
      if (of === undefined || of === slot.name || !lists.some(({ name }) => name === of)) {
        return slot;
      }
      return { ...slot, limits: { ...slot.limits, sameLengthAs: of } };
    }
    const isMeasured = measured.some(({ name }) => name === slot.name);
    if (isList && !isMeasured && first !== undefined) {
      return { ...slot, limits: { ...slot.limits, sameLengthAs: first.name } };
    }
    // A count beyond the list, which the mapping measures by it, is nothing that a caller gives.
    const counted = lists.find(({ name }) => {
      const other = mapping.c[name];
      return other?.role === 'elements' && other.length === slot.name;
    });
    if (slot.shape.kind === 'integer' && counted !== undefined) {
      return { ...slot, limits: { ...slot.limits, within: counted.name } };
    }
    const room = slot.shape.kind === 'integer' ? roomTold(slot.name, c, mapping) : undefined;
    // It may well be larger than any list that is read: what is written often is.
    if (room !== undefined) return { ...slot, limits: { ...slot.limits, room } };
    const of = (lists[0] ?? c.find((one) => one.kind === 'elements' && one.isText))?.name;
    // A pointer into the list of a record has one.
    const into = of ?? c.find((one) => one.kind === 'inside')?.of;
    if (slot.shape.kind === 'integer' && into !== undefined && isSizeName(slot.name)) {
      return { ...slot, limits: { ...slot.limits, within: into } };
    }
    return slot;
  });
}

/**
 * The number of elements that an output has room for, where an integer tells that: as the mapping says, or by its name
 * and its place behind the pointer.
 */
function roomTold(name: string, c: readonly CArgument[], mapping: Mapping): number | undefined {
  const told = c.find((one) => {
    const role = mapping.c[one.name];
    return role?.role === 'output' && role.room === name;
  });
  const at = c.findIndex((one) => one.name === name);
  const before = c.slice(0, at).findLast(({ kind }) => kind === 'output' || kind === 'elements');
  const isNamed = isSizeName(name) || isLengthNameFor(name, before?.name ?? '', true);
  const output = told ?? (isNamed ? before : undefined);
  return output?.kind === 'output' && output.room > 1 ? output.room : undefined;
}

/** @throws NotComparable where Rust has no parameter for a part of a length, so that nothing decides it */
function ofSlots(length: LengthExpression, list: string, slots: readonly Slot[]): LengthExpression {
  const isInput = (name: string) =>
    slots.some((slot) => slot.name === name && slot.shape.kind === 'integer');
  const missing = namesInLength(length).find((name) => !isInput(name));
  if (missing === undefined) return length;
  throw new NotComparable(
    `${list} has ${lengthText(length)} elements, and Rust has no integer parameter for ${missing}`,
  );
}

/** A list of plain `char` whose length no parameter tells, nor bounds, ends with a zero. */
export function markTexts(
  params: readonly NamedParam[],
  all: readonly CArgument[],
  slots: readonly Slot[],
): CArgument[] {
  const hasIndex = slots.some(({ shape, name }) => shape.kind === 'integer' && isSizeName(name));
  return all.map((argument, at) => {
    const type = params[at]?.type;
    const isChar =
      type?.kind === 'pointer' &&
      type.to.kind === 'integer' &&
      type.to.isCharacter &&
      type.to.signed;
    if (argument.kind !== 'elements' || argument.pair.kind !== 'list' || !isChar) return argument;
    const isMeasured = all.some(
      (one) =>
        (one.kind === 'length' || (one.kind === 'inside' && one.pair === undefined)) &&
        one.of === argument.name,
    );
    return isMeasured || hasIndex ? argument : { ...argument, isText: true };
  });
}
