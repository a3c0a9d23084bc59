import { NotComparable } from '../not-comparable.ts';
import type { PairingDefinitions } from '../pairing/definitions.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';

/**
 * The Rust pattern for what a mapping names: a variant with any fields, a literal, or anything.
 * @throws NotComparable where an enum of the crate has no such variant
 */
export function variantPattern(
  pattern: string,
  rust: RustApiType,
  known: PairingDefinitions,
): string {
  const item = rust.kind === 'item' ? known.crate.item(rust.path) : undefined;
  if (item?.kind !== 'enum') {
    if (/^(?:_|true|false|-?\d+)$/.test(pattern) || rust.kind === 'option') return pattern;
    return '_';
  }
  if (pattern === '_') return pattern;
  const name = pattern.replace(/\s*[({].*$/s, '').replace(/^.*::/, '');
  if (!item.variants.some((variant) => variant.name === name)) {
    throw new NotComparable(`${item.path} has no variant ${name}, which the mapping names`);
  }
  return `subject::${item.path}::${name} { .. }`;
}
