import type { RustChange } from '../../code/change/rust/rust-change.ts';
import type { RustFunction } from '../../code/rust/items/items.ts';
import type { RuleDescription } from '../rule.ts';

/** What a rule says of head. */
interface ProposedRustChange {
  /** In the text of head. */
  readonly span: { readonly start: number; readonly end: number };
  /** The function of head that it stands in; missing for items. */
  readonly in?: RustFunction;
  readonly isTest: boolean;
  readonly message: string;
  /** From 0.4 to 0.95. */
  readonly confidence: number;
}

/**
 * A rule for two versions of a Rust file: it says what the change took away. Its examples are
 * differences: lines of base alone begin with `-`, those of head alone with `+`, all others with a blank.
 */
export interface RustChangeRule extends RuleDescription {
  readonly compare: (change: RustChange, report: (hit: ProposedRustChange) => void) => void;
}
