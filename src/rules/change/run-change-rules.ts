import type { Span } from '../../code/c/ir/ast.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { unitChange } from '../../code/change/unit-change.ts';
import type { HitOptions } from '../c/c-rule.ts';
import type { Hit } from '../rule.ts';
import { pathWeight } from '../test-code.ts';
import type { ChangeRule } from './change-rule.ts';
import { CHANGE_RULES } from './index.ts';

const MIN_CONFIDENCE = 0.4;

/** What a change rule says of head. */
export interface ChangeHit extends Hit {
  readonly rule: string;
}

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
  const found = new Map<string, ChangeHit>();
  for (const rule of rules) {
    const report = (span: Span, message: string, options: HitOptions) => {
      const { trace = [], cwe } = options;
      const confidence = Math.max(
        MIN_CONFIDENCE,
        Math.round(options.confidence * weight * 100) / 100,
      );
      const location = head.tree.location(span);
      const key = `${rule.id}:${location.line}`;
      const known = found.get(key);
      if (known !== undefined && known.confidence >= confidence) return;
      found.set(key, {
        rule: rule.id,
        location,
        function:
          head.functions.find((fn) => fn.start <= span.start && span.start <= fn.end)?.name ?? '',
        message,
        confidence,
        trace,
        ...(cwe === undefined ? {} : { cwe }),
      });
    };
    rule.compare(change, report, path);
  }
  return [...found.values()].sort(
    (a, b) =>
      a.location.line - b.location.line ||
      a.location.column - b.location.column ||
      (a.rule < b.rule ? -1 : 1),
  );
}
