import type { RustFunction } from '../../../code/rust/items/items.ts';

/** Whether code outside of the crate can call a function by its name: other crates, or C. */
export function isExposed({ isPublic, attributes }: RustFunction): boolean {
  return isPublic || attributes.some((one) => /\b(?:no_mangle|export_name)\b/.test(one));
}
