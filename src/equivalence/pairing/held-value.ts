import type { ClangCType } from '../../code/clang/types.ts';
import { NotComparable } from '../not-comparable.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';
import type { CallbackFacts } from './callback-facts.ts';
import type { HeldValue, Pair } from './pair.ts';
import { scalarBehindVoid } from './scalar-behind-void.ts';

/**
 * The field of a C record that is what Rust has in place of the whole record: the value that a link of a list or a node of a
 * tree holds. A field is one only where no other can be.
 * @param c what a callback is given a pointer to
 * @throws NotComparable where several fields can be what Rust has
 */
export function heldValue(
  c: ClangCType,
  rust: RustApiType,
  { name, definitions, pairOf }: CallbackFacts,
): { readonly held: HeldValue; readonly pair: Pair } | undefined {
  if (c.kind !== 'record' || !['integer', 'float', 'array'].includes(rust.kind)) return undefined;
  const record = definitions.records.get(c.id);
  const found = (record?.fields ?? []).flatMap(({ name: field, type }) => {
    const isPointer = type.kind === 'pointer';
    if (isPointer && type.to.kind === 'record') return [];
    const value = isPointer && type.to.kind === 'void' ? scalarBehindVoid(rust) : type;
    try {
      return [{ held: { record: c, field, isPointer }, pair: pairOf(value, rust) }];
    } catch (thrown) {
      if (thrown instanceof NotComparable) return [];
      throw thrown;
    }
  });
  if (found.length > 1) {
    const fields = found.map(({ held }) => held.field).join(' and ');
    throw new NotComparable(
      `${name} is given a ${record?.name ?? 'record'}, of which ${fields} may be what Rust is given`,
    );
  }
  return found[0];
}
