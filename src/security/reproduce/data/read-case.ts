import type { DataInput } from './data-input.ts';
import { MAX_BYTES } from './data-input.ts';

/** What one case gives for an input that is tried. */
export type CaseValue =
  | { readonly kind: 'number'; readonly number: bigint }
  | { readonly kind: 'bytes'; readonly count: number; readonly bytes: Buffer };

/**
 * Reads the case that the kit wrote before it ran it. A program of the repository could have written anything there:
 * undefined where that is no case.
 * @param tried the inputs that differ from case to case, in their order
 */
export function readCase(file: Buffer, tried: readonly DataInput[]): CaseValue[] | undefined {
  if (file.length < 8 || file.readBigUInt64LE(0) === 0n) return undefined;
  const values: CaseValue[] = [];
  let at = 8;
  for (const input of tried) {
    if (input.kind === 'number') {
      if (at + 8 > file.length) return undefined;
      const number = file.readBigUInt64LE(at);
      values.push({ kind: 'number', number });
      at += 8;
      continue;
    }
    if (at + 4 > file.length) return undefined;
    const count = file.readUInt32LE(at);
    const size = count * (input.kind === 'bytes' ? input.elementSize : 1);
    at += 4;
    if (size > MAX_BYTES || at + size > file.length) return undefined;
    values.push({ kind: 'bytes', count, bytes: Buffer.from(file.subarray(at, at + size)) });
    at += size;
  }
  return values;
}
