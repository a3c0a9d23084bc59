import type { ClangCType } from '../../code/clang/types.ts';
import { isSameName, isSizeName } from '../name-matching.ts';
import { NotComparable } from '../not-comparable.ts';
import type { Mapping } from '../pairing/mapping.ts';
import { optionalNumber } from '../pairing/pair-of-types.ts';
import { cTypeText } from '../pairing/scalar-pair.ts';
import {
  behindReference,
  callbackInside,
  type RustApiFunction,
  type RustApiType,
  rustTypeText,
} from '../rust-api/rust-type.ts';
import type { NamedParam } from './named-param.ts';

/**
 * For each Rust parameter, the C parameter that it stands for: as the mapping says, else by name,
 * else the next one of a type that fits.
 */
export function matchParameters(
  params: readonly NamedParam[],
  rust: RustApiFunction,
  mapping: Mapping,
): NamedParam[] {
  const left = new Set(params);
  const take = (param: NamedParam | undefined) => {
    if (param !== undefined) left.delete(param);
    return param;
  };
  const byRole = rust.params.map(({ name }) => {
    const wanted = mapping.rust[name];
    if (wanted === undefined) return undefined;
    const param = params.find((one) => one.name === wanted);
    if (param !== undefined) return take(param);
    throw new NotComparable(`the mapping gives ${name} from ${wanted}, which is no C parameter`);
  });
  const byName = rust.params.map(
    ({ name, type }, at) =>
      byRole[at] ??
      take(
        [...left].find(
          (one) =>
            isSameName(one.name, name.replace(/^_+/, '')) &&
            (isCompatible(one.type, type) || mayBeList(one.type, type)),
        ),
      ),
  );
  return rust.params.map(({ name, type }, at) => {
    const same = [...left].filter((one) => isCompatible(one.type, type));
    const fitting = same.length > 0 ? same : [...left].filter((one) => mayBeList(one.type, type));
    // What is borrowed is a record sooner than a number behind a pointer.
    const isBorrowedItem = type.kind === 'reference' && type.to.kind === 'item';
    const record = isBorrowedItem ? fitting.find((one) => isRecordPointer(one.type)) : undefined;
    // A number that is named like a length is none of an enum's.
    const isChoice = type.kind === 'item' || type.kind === 'boolean';
    const choice = isChoice
      ? fitting.find((one) => one.type.kind !== 'integer' || !isSizeName(one.name))
      : undefined;
    const param = byName[at] ?? take(record ?? choice ?? fitting[0]);
    if (param !== undefined) return param;
    throw new NotComparable(noFit(name, type, [...left]));
  });
}

/** Says what was tried, so that who wrote the mapping need not guess. */
function noFit(name: string, type: RustApiType, left: readonly NamedParam[]): string {
  const what = `no C parameter fits the Rust parameter ${name} of the type ${rustTypeText(type)}`;
  if (left.length === 0) {
    const place = `; where it is a place in the memory that one of them leads to, name that one for both in the mapping ({ rust: { all: "p", ${name}: "p" } })`;
    return `${what}: each of the C has another one that stands for it${type.kind === 'integer' ? place : ''}`;
  }
  const others = left.map((one) => `${one.name} (${cTypeText(one.type)})`).join(', ');
  return `${what}; left of the C are ${others}: name one of them for it in the mapping, or take a type that fits`;
}

/** A pointer to a function, or a record that may hold one. */
function isCallable(c: ClangCType): boolean {
  if (c.kind === 'record') return true;
  return c.kind === 'pointer' && (c.to.kind === 'function' || c.to.kind === 'record');
}

function isRecordPointer(c: ClangCType): boolean {
  return c.kind === 'pointer' && c.to.kind === 'record';
}

/** Whether C has a record where Rust may have the list alone that the record leads to. */
function mayBeList(c: ClangCType, rust: RustApiType): boolean {
  const list = behindReference(rust);
  const inner = behindReference(list.kind === 'option' ? list.of : list);
  return c.kind === 'record' && ['vec', 'slice', 'str', 'string'].includes(inner.kind);
}

/** Whether values of a Rust type can be given for a C parameter, as far as the outer forms tell. */
function isCompatible(c: ClangCType, rust: RustApiType): boolean {
  if (callbackInside(rust) !== undefined) return isCallable(c);
  const option = behindReference(rust);
  const isDescriptor = c.kind === 'integer' && c.bits === 32 && c.signed;
  if (option.kind === 'file') return isDescriptor;
  if (option.kind === 'stream')
    return isDescriptor || isRecordPointer(c) || (option.does === 'reads' && isCallable(c));
  if (option.kind === 'path') return isDescriptor || c.kind === 'pointer';
  if (rust.kind === 'reference' && option.kind === 'option' && c.kind === 'pointer') {
    // The pointer that leads to the first of a list.
    if (isRecordPointer(c.to)) return isCompatible(c.to, option);
  }
  if (optionalNumber(c, rust) !== undefined) return true;
  if (option.kind === 'option') return c.kind === 'pointer' && isCompatible(c, option.of);
  if (['vec', 'slice', 'array', 'str', 'string'].includes(option.kind)) return c.kind === 'pointer';
  const pointee = c.kind === 'pointer' ? c.to : c;
  switch (option.kind) {
    case 'integer':
      if (c.kind === 'pointer' && c.to.kind === 'void') return true;
      return pointee.kind === 'integer' || pointee.kind === 'enum' || pointee.kind === 'boolean';
    case 'char':
    case 'boolean':
      return pointee.kind === 'integer' || pointee.kind === 'enum' || pointee.kind === 'boolean';
    case 'float':
      return pointee.kind === 'float' || (c.kind === 'pointer' && pointee.kind === 'void');
    case 'item':
      return pointee.kind === 'record' || pointee.kind === 'enum' || pointee.kind === 'integer';
    case 'tuple':
      return pointee.kind === 'record';
    default:
      return false;
  }
}
