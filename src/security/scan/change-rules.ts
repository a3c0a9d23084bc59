import type { TranslationUnit } from '../../code/c/unit.ts';
import type { SyntaxTree } from '../../code/syntax/syntax.ts';
import { CHANGE_RULES as RULES } from '../../rules/change/index.ts';
import { runChangeRules } from '../../rules/change/run-change-rules.ts';
import type { RuleDescription } from '../../rules/rule.ts';
import { RUST_CHANGE_RULES } from '../../rules/rust-change/index.ts';
import { runRustChangeRules } from '../../rules/rust-change/run-rust-change-rules.ts';
import type { RuleHit } from '../candidates/file-analysis.ts';

/** Rules that compare two versions of a file. */
export interface ChangeRules {
  readonly descriptions: readonly RuleDescription[];
  /**
   * Runs those for C and C++ on one pair of files.
   * @param path of the head, relative to the root
   * @returns what the change brings about, at places of the head
   */
  run(base: TranslationUnit, head: TranslationUnit, path: string): readonly RuleHit[];
  /** The same for Rust. */
  runRust(base: SyntaxTree, head: SyntaxTree, path: string): readonly RuleHit[];
}

/** Those that every review runs. */
export const CHANGE_RULES: ChangeRules = {
  descriptions: [...RULES, ...RUST_CHANGE_RULES],
  run: runChangeRules,
  runRust: runRustChangeRules,
};
