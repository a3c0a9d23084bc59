import type { RustFunction } from '../../../code/rust/items/items.ts';
import type { RustFacts } from '../../../code/rust/transfer/analyse-file.ts';

/** Whether code outside of the crate can call a function by its name: other crates, or C. */
export function isExposed({ isPublic, attributes }: RustFunction): boolean {
  return isPublic || attributes.some((one) => /\b(?:no_mangle|export_name)\b/.test(one));
}

/**
 * Whether what a function is given may be anything: what other crates or C pass, or what the rest of the
 * program does, where it stands beside its `main`. Elsewhere the crate keeps what its own functions rely on.
 */
export function takesAnything(facts: RustFacts, fn: RustFunction): boolean {
  return isExposed(fn) || isProgram(facts);
}

/** Whether a file holds the `main` of a program. */
export function isProgram({ file }: RustFacts): boolean {
  return file.functions.some(({ name, owner }) => name === 'main' && owner === '');
}
