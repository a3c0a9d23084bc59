import type { CaseValue, IntegerShape, Shape } from '../../cases/shape.ts';

/** What a list or an array holds: bytes where its elements have 8 bits. */
export type Elements = Uint8Array | readonly CaseValue[];

export function isByte(shape: Shape): shape is IntegerShape {
  return shape.kind === 'integer' && shape.bits === 8;
}

/** The elements of a list, an array or a record's fields; of anything else undefined. */
export function elementsOf(value: CaseValue): Elements | undefined {
  if (value === null || (typeof value !== 'object' && typeof value !== 'string')) return undefined;
  return value;
}

/** A value's place in a list of one shape: bytes if they are bytes. */
export function elementsFrom(of: Shape, values: readonly CaseValue[]): Elements {
  if (!isByte(of)) return values;
  return Uint8Array.from(values, (value) => Number(BigInt.asUintN(8, toBigInt(value))));
}

/** As values of their own shape: a byte of a signed type is negative from 128 on. */
export function valuesOf(of: Shape, elements: Elements): readonly CaseValue[] {
  if (!(elements instanceof Uint8Array)) return elements;
  const isSigned = of.kind === 'integer' && of.signed;
  return Array.from(elements, (byte) => (isSigned ? BigInt.asIntN(8, BigInt(byte)) : BigInt(byte)));
}

/** So many elements: cut short, or repeated from the start; `filler` where there is nothing to repeat. */
export function resized(elements: Elements, length: number, filler: CaseValue): Elements {
  if (elements.length === length) return elements;
  if (elements.length > length) return elements.slice(0, length);
  if (elements instanceof Uint8Array) {
    const longer = new Uint8Array(length);
    const byte = elements.length === 0 ? Number(BigInt.asUintN(8, toBigInt(filler))) : 0;
    for (let at = 0; at < length; at += 1)
      longer[at] = elements.length === 0 ? byte : (elements[at % elements.length] ?? 0);
    return longer;
  }
  return Array.from({ length }, (_, at) => elements[at % elements.length] ?? filler);
}

/** `elements` with those from `start` to before `end` replaced. */
export function spliced(
  elements: Elements,
  start: number,
  end: number,
  middle: Elements,
): Elements {
  if (elements instanceof Uint8Array) {
    const bytes = middle instanceof Uint8Array ? middle : new Uint8Array();
    const result = new Uint8Array(start + bytes.length + Math.max(0, elements.length - end));
    result.set(elements.subarray(0, start));
    result.set(bytes, start);
    result.set(elements.subarray(end), start + bytes.length);
    return result;
  }
  const values = middle instanceof Uint8Array ? [] : middle;
  return [...elements.slice(0, start), ...values, ...elements.slice(end)];
}

function toBigInt(value: CaseValue): bigint {
  return typeof value === 'bigint' ? value : 0n;
}
