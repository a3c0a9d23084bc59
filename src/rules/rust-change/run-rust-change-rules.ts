import { rustChange } from '../../code/change/rust/rust-change.ts';
import type { SyntaxTree } from '../../code/syntax/syntax.ts';
import type { ChangeHit } from '../change/run-change-rules.ts';
import { pathWeight } from '../test-code.ts';
import { RUST_CHANGE_RULES } from './index.ts';

const MIN_CONFIDENCE = 0.4;
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
  const found = new Map<string, ChangeHit>();
  for (const rule of RUST_CHANGE_RULES) {
    rule.compare(change, (hit) => {
      const weight = pathWeight(path) * (hit.isTest ? TEST_DISCOUNT : 1);
      const confidence = Math.max(MIN_CONFIDENCE, Math.round(hit.confidence * weight * 100) / 100);
      const location = head.location(hit.span);
      const key = `${rule.id}:${location.line}`;
      const known = found.get(key);
      if (known !== undefined && known.confidence >= confidence) return;
      const { message } = hit;
      const named = { rule: rule.id, location, function: hit.in?.name ?? '' };
      found.set(key, { ...named, message, confidence, trace: [] });
    });
  }
  return [...found.values()].sort(
    (a, b) =>
      a.location.line - b.location.line ||
      a.location.column - b.location.column ||
      (a.rule < b.rule ? -1 : 1),
  );
}
