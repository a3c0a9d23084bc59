import type { Span } from '../../code/c/ir/ast.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { unitChange } from '../../code/change/unit-change.ts';
import type { HitOptions } from '../c/c-rule.ts';
import { pathWeight } from '../test-code.ts';
import type { ChangeRule } from './change-rule.ts';
import { CHANGE_RULES } from './index.ts';
import { type ChangeHit, SurestHits } from './support/surest-hits.ts';

/**
 * Runs the rules that compare two versions of a C or C++ file.
 * @param path of head, relative to the root
 * @returns one hit for each rule and line of head, the surest, in the order of the file
 */
export function runChangeRules(
  base: TranslationUnit,
  head: TranslationUnit,
  path: string,
  rules: readonly ChangeRule[] = CHANGE_RULES,
): readonly ChangeHit[] {
  const change = unitChange(base, head);
  const weight = pathWeight(path);
  const found = new SurestHits();
  for (const rule of rules) {
    const report = (span: Span, message: string, options: HitOptions) => {
      const { trace = [], cwe, confidence } = options;
      const named = head.functions.find((fn) => fn.start <= span.start && span.start <= fn.end);
      // A function that `#if` cuts apart is not around all of its lines; the steps tell whose they are.
      const name = named?.name ?? trace.at(-1)?.function ?? '';
      const hit = {
        ...{ rule: rule.id, location: head.tree.location(span), function: name },
        ...{ message, confidence, trace },
        ...(cwe === undefined ? {} : { cwe }),
      };
      found.add(hit, weight);
    };
    rule.compare(change, report, path);
  }
  return found.inOrder();
}
