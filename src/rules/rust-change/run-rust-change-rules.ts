import { rustChange } from '../../code/change/rust/rust-change.ts';
import type { SyntaxTree } from '../../code/syntax/syntax.ts';
import { type ChangeHit, SurestHits } from '../change/support/surest-hits.ts';
import { pathWeight } from '../test-code.ts';
import { RUST_CHANGE_RULES } from './index.ts';

const TEST_DISCOUNT = 0.6;

/**
 * Runs the rules that compare two versions of a Rust file.
 * @param path of head, relative to the root
 * @returns one hit for each rule and line of head, the surest, in the order of the file
 */
export function runRustChangeRules(
  base: SyntaxTree,
  head: SyntaxTree,
  path: string,
): readonly ChangeHit[] {
  const change = rustChange(base, head, path);
  const found = new SurestHits();
  for (const rule of RUST_CHANGE_RULES) {
    rule.compare(change, ({ span, message, confidence, isTest, in: within }) => {
      const location = head.location(span);
      const named = { rule: rule.id, location, function: within?.name ?? '' };
      const weight = pathWeight(path) * (isTest ? TEST_DISCOUNT : 1);
      found.add({ ...named, message, confidence, trace: [] }, weight);
    });
  }
  return found.inOrder();
}
