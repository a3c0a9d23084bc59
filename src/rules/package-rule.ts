import type { CRule } from './c/c-rule.ts';
import type { RustRule } from './rust/rust-rule.ts';

/** A rule that does not come with the program. */
export type PackageRule = CRule | RustRule;

/** Whether a rule is for Rust; it is for C and C++ otherwise. */
export function isRustRule(rule: PackageRule): rule is RustRule {
  return 'check' in rule;
}
