import { C_RULES } from './c-rules.ts';
import { CHANGE_RULES } from './change/index.ts';
import type { RuleDescription } from './rule.ts';
import { RUST_RULES } from './rust/index.ts';
import { RUST_CHANGE_RULES } from './rust-change/index.ts';

/** Every rule, by id. */
export const RULES: readonly RuleDescription[] = [
  ...C_RULES,
  ...CHANGE_RULES,
  ...RUST_CHANGE_RULES,
  ...RUST_RULES,
].sort((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
