import type { ClangCType } from '../../code/clang/types.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';
import type { PairingDefinitions } from './definitions.ts';
import type { Pair } from './pair.ts';

/**
 * What Rust keeps together of numbers that stand one after the other in C: `[[u8; 4]; 4]` or `[(f32, f32)]`
 * against `uint8_t *`, `float *`; undefined where Rust has a number, too.
 * @param next pairs a number of the C
 */
export function flatGroup(
  c: ClangCType,
  rust: RustApiType,
  definitions: PairingDefinitions,
  next: (c: ClangCType, rust: RustApiType) => Pair,
): Pair | undefined {
  if (c.kind !== 'integer' && c.kind !== 'float') return undefined;
  if (rust.kind === 'array') {
    const of = flatGroup(c, rust.of, definitions, next) ?? next(c, rust.of);
    return { kind: 'array', of, length: rust.length, isFlat: true };
  }
  const item = rust.kind === 'item' ? definitions.crate.item(rust.path) : undefined;
  const types =
    rust.kind === 'tuple'
      ? rust.items.map((type, at) => ({ name: `${at}`, type }))
      : item?.kind === 'struct'
        ? item.fields
        : [];
  if (types.length === 0) return undefined;
  const fields = types.map(({ name, type }, at) => ({
    c: `${at}`,
    rust: name,
    pair: next(c, type),
  }));
  const path = item?.path;
  return { kind: 'record', c: 'a group', path, fields, dropped: [], isFlat: true };
}

/** How many elements of the C list one of the Rust list is. */
export function groupSize(pair: Pair): number {
  if (pair.kind === 'array' && pair.isFlat === true) return pair.length * groupSize(pair.of);
  if (pair.kind === 'record' && pair.isFlat === true) return pair.fields.length;
  return 1;
}
