import type { Expr } from '../../code/c/ir/ast.ts';
import { visitFunction } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule, ReportHit } from './c-rule.ts';

export const assignmentInCondition: CRule = {
  id: 'assignment_in_condition',
  title: 'An assignment stands where a comparison was meant',
  category: 'error_handling',
  cwe: [481, 783],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: '`if (x = 0)` sets x and then tests the value it was set to, so that the condition never depends on what x was. Where the assignment is meant, a second pair of parentheses or a comparison says so.',
  suggestion: 'Write `==`, or put the assignment on a line of its own.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `int allowed(int role, int guest) {
  if (role = 1) return 1; // defect
  while (guest = 0) role++; // defect
  if (role = guest) return 2; // defect
  return 0;
}`,
    ],
    good: [
      `#include <stdio.h>
int count(FILE *in) {
  int letter, total = 0;
  while ((letter = getc(in)) != EOF) total++;
  return total;
}`,
      `struct node { struct node *next; };
int length(struct node *at) {
  int total = 0;
  while ((at = at->next)) total++;
  return total;
}`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions) {
      for (const { end } of fn.blocks)
        if (end.kind === 'branch') inCondition(unit, end.condition, report);
      visitFunction(fn, (expr) => {
        if (expr.kind === 'conditional') inCondition(unit, expr.condition, report);
      });
    }
  },
};

function inCondition(unit: TranslationUnit, condition: Expr, report: ReportHit): void {
  const inner = withoutCasts(condition);
  if (inner.kind === 'binary' && (inner.op === '&&' || inner.op === '||')) {
    inCondition(unit, inner.left, report);
    inCondition(unit, inner.right, report);
    return;
  }
  if (inner.kind === 'unary' && inner.op === '!') return inCondition(unit, inner.operand, report);
  if (inner.kind !== 'assign' || inner.op !== '=') return;
  const text = unit.tree.textOf(inner);
  // Code from a macro carries the place of its use, which shows no assignment.
  if (!text.includes('=')) return;
  const value = withoutCasts(inner.value);
  const constant = value.kind === 'number' || value.kind === 'string';
  const doubled = isParenthesised(unit.tree.text, inner.start);
  if (doubled && !constant) return;
  const called = value.kind === 'call' || value.kind === 'assign' || value.kind === 'new';
  report(inner, `\`${text}\` assigns; the condition tests what was just assigned`, {
    confidence: constant ? (doubled ? 0.55 : 0.9) : called ? 0.4 : 0.8,
  });
}

/** Whether two brackets open before a position, as in `if ((`. */
function isParenthesised(text: string, start: number): boolean {
  return (
    /\(\s*\(\s*$/.test(text.slice(Math.max(0, start - 20), start)) ||
    /(?:&&|\|\||!|;)\s*\(\s*$/.test(text.slice(Math.max(0, start - 20), start))
  );
}
