import { forgetRemoved } from './forget-removed.ts';
import type { RustChangeRule } from './rust-change-rule.ts';
import { rustCheckRemoved } from './rust-check-removed.ts';
import { traitBoundRemoved } from './trait-bound-removed.ts';

/** The rules that compare two versions of a Rust file, by id. */
export const RUST_CHANGE_RULES: readonly RustChangeRule[] = [
  forgetRemoved,
  rustCheckRemoved,
  traitBoundRemoved,
];
