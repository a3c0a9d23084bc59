import type { TranslationUnit } from '../../code/c/unit.ts';
import { CHANGE_RULES as RULES } from '../../rules/change/index.ts';
import { runChangeRules } from '../../rules/change/run-change-rules.ts';
import type { RuleDescription } from '../../rules/rule.ts';
import type { RuleHit } from '../candidates/file-analysis.ts';

/** Rules that compare two versions of a C or C++ file. */
export interface ChangeRules {
  readonly descriptions: readonly RuleDescription[];
  /**
   * Runs all of them on one pair of files.
   * @param path of the head, relative to the root
   * @returns what the change brings about, at places of the head
   */
  run(base: TranslationUnit, head: TranslationUnit, path: string): readonly RuleHit[];
}

/** Those that every review runs. */
export const CHANGE_RULES: ChangeRules = { descriptions: RULES, run: runChangeRules };
