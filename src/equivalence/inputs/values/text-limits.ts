import { isUtf8 } from 'node:buffer';
import type { SlotLimits } from '../../cases/case.ts';
import type { Elements } from './elements.ts';

/** What stands for a zero byte in a text. */
const NOT_ZERO = 1;

/** Whether bytes are what a slot allows: no zero in a text, and valid UTF-8 where it must be. */
function isAllowedText(limits: SlotLimits | undefined, bytes: Uint8Array): boolean {
  return (
    (limits?.isText !== true || !bytes.includes(0)) && (limits?.isUtf8 !== true || isUtf8(bytes))
  );
}

/** As many bytes, with those replaced that the slot does not allow. */
export function toAllowedText(limits: SlotLimits | undefined, bytes: Uint8Array): Uint8Array {
  if (isAllowedText(limits, bytes)) return bytes;
  const valid = limits?.isUtf8 === true ? withAscii(bytes) : bytes;
  return limits?.isText === true ? valid.map((byte) => (byte === 0 ? NOT_ZERO : byte)) : valid;
}

/** The same of any elements: a text of wide characters ends with a zero as well. */
export function isAllowedList(limits: SlotLimits | undefined, elements: Elements): boolean {
  if (elements instanceof Uint8Array) return isAllowedText(limits, elements);
  return limits?.isText !== true || !elements.includes(0n);
}

/** As many elements, with those replaced that the slot does not allow. */
export function toAllowedList(limits: SlotLimits | undefined, elements: Elements): Elements {
  if (elements instanceof Uint8Array) return toAllowedText(limits, elements);
  if (isAllowedList(limits, elements)) return elements;
  return elements.map((one) => (one === 0n ? BigInt(NOT_ZERO) : one));
}

/** Bytes that begin no UTF-8 sequence lose their highest bit. */
function withAscii(bytes: Uint8Array): Uint8Array {
  const result = Uint8Array.from(bytes);
  for (let at = 0; at < result.length; ) {
    const width = sequenceWidth(result[at] ?? 0);
    if (width > 0 && at + width <= result.length && isUtf8(result.subarray(at, at + width)))
      at += width;
    else {
      result[at] = (result[at] ?? 0) & 0x7f;
      at += 1;
    }
  }
  return result;
}

/** How many bytes a first byte announces; 0 for one that is no first byte. */
function sequenceWidth(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc0) return 0;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}
