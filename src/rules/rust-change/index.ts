import { checkedAccessRemoved } from './checked-access-removed.ts';
import { constantTimeRemoved } from './constant-time-removed.ts';
import { deriveReplacesImpl } from './derive-replaces-impl.ts';
import { failureIgnored } from './failure-ignored.ts';
import { forgetRemoved } from './forget-removed.ts';
import { lifetimeLoosened } from './lifetime-loosened.ts';
import { limitRemoved } from './limit-removed.ts';
import { movedBeforeCheck } from './moved-before-check.ts';
import { optionsEndRemoved } from './options-end-removed.ts';
import { overflowCheckRemoved } from './overflow-check-removed.ts';
import { refusalRemoved } from './refusal-removed.ts';
import type { RustChangeRule } from './rust-change-rule.ts';
import { rustCheckRemoved } from './rust-check-removed.ts';
import { traitBoundRemoved } from './trait-bound-removed.ts';
import { validationRemoved } from './validation-removed.ts';

/** The rules that compare two versions of a Rust file, by id. */
export const RUST_CHANGE_RULES: readonly RustChangeRule[] = [
  checkedAccessRemoved,
  constantTimeRemoved,
  deriveReplacesImpl,
  failureIgnored,
  forgetRemoved,
  lifetimeLoosened,
  limitRemoved,
  movedBeforeCheck,
  optionsEndRemoved,
  overflowCheckRemoved,
  refusalRemoved,
  rustCheckRemoved,
  traitBoundRemoved,
  validationRemoved,
];
