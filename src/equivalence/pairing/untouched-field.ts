import type { ClangField, ClangRecord } from '../../code/clang/types.ts';
import { NotComparable } from '../not-comparable.ts';
import type { RustApiStruct, RustApiType } from '../rust-api/rust-type.ts';
import type { PairingDefinitions } from './definitions.ts';
import type { Pair } from './pair.ts';

/*
 * Fields that neither side looks at, where both have nothing in common: they are given as nothing.
 */

/**
 * The pair of a field; where there is none, and the C never touches the field, it is given as nothing.
 * @throws NotComparable where it is touched, or Rust has no value that is nothing
 */
export function orUntouched(
  { name }: ClangField,
  rust: RustApiType,
  { usesField }: PairingDefinitions,
  isTouched: () => boolean,
  make: () => Pair,
): Pair {
  try {
    return make();
  } catch (thrown) {
    if (!(thrown instanceof NotComparable) || usesField(name)) throw thrown;
    const nothing = nothingOf(rust) ?? (isTouched() ? undefined : zeroOf(rust));
    if (nothing === undefined) throw thrown;
    return { kind: 'untouched', rust: nothing, because: thrown.message };
  }
}

/**
 * The pair of a field that Rust alone has: it is given as nothing where the Rust never touches it.
 * @throws NotComparable where it may, or there is no value that is nothing
 */
export function fieldOfRust(
  record: ClangRecord,
  path: string | undefined,
  { name, type }: RustApiStruct['fields'][number],
  { usesRustField }: PairingDefinitions,
): Pair {
  const because = `${path ?? 'the tuple'} has the field ${name}, and ${record.name} has none of that name`;
  const nothing = nothingOf(type) ?? zeroOf(type);
  if (path === undefined || nothing === undefined || usesRustField(path, name)) {
    throw new NotComparable(because);
  }
  return { kind: 'untouched', rust: nothing, because, isOfRust: true };
}

/** A Rust expression for a number, or a reference, that nothing looks at. */
function zeroOf(rust: RustApiType): string | undefined {
  if (rust.kind === 'integer') return '0';
  if (rust.kind === 'float') return '0.0';
  if (rust.kind === 'boolean') return 'false';
  if (rust.kind !== 'reference') return undefined;
  if (rust.to.kind === 'str' && !rust.mutable) return '""';
  return rust.to.kind === 'slice' ? `&${rust.mutable ? 'mut ' : ''}[]` : undefined;
}

/** A Rust expression for a value that is nothing; undefined for a type that has none. */
function nothingOf(rust: RustApiType): string | undefined {
  switch (rust.kind) {
    case 'option':
      return 'None';
    case 'vec':
      return 'Vec::new()';
    case 'string':
      return 'String::new()';
    default:
      return undefined;
  }
}
