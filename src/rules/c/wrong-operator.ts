import type { Expr } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { expressionsIn } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { sameExpression } from './support/expressions/same-expression.ts';

export const wrongOperator: CRule = {
  id: 'wrong_operator',
  title: 'A condition does not ask what it seems to ask',
  category: 'error_handling',
  cwe: [480],
  furtherCwe: [783, 597, 570, 571],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: 'Some conditions are always true or always false by their operators alone: `flags & A == B` compares first, `c < 0 && c > 9` holds for no number, `c != 1 || c != 2` for every one, and `text == "name"` compares addresses. A check that is written so checks nothing.',
  suggestion: 'Write the parentheses, the other operator, or strcmp.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#define ADMIN 4
int allowed(unsigned flags, const char *user, int level) {
  if (flags & ADMIN == ADMIN) return 1; // defect
  if (user == "root") return 1; // defect
  if (level < 0 && level > 9) return 0; // defect
  if (level != 1 || level != 2) return 0; // defect
  if (!flags & ADMIN) return 0; // defect
  return 2;
}`,
    ],
    good: [
      `#include <string.h>
#define ADMIN 4
int allowed(unsigned flags, const char *user, int level) {
  if ((flags & ADMIN) == ADMIN) return 1;
  if (strcmp(user, "root") == 0) return 1;
  if (level < 0 || level > 9) return 0;
  if (level != 1 && level != 2) return 0;
  if (!(flags & ADMIN)) return 0;
  return level > 0 && level < 9;
}`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions)
      for (const { end } of fn.blocks)
        if (end.kind === 'branch')
          for (const part of expressionsIn(end.condition)) check(part, unit, report);
  },
};

function check(expr: Expr, unit: TranslationUnit, report: ReportHit): void {
  if (expr.kind !== 'binary') return;
  const text = unit.tree.textOf(expr);
  // Code from a macro carries the place of its use.
  if (!text.includes(expr.op)) return;
  const { left, right } = expr;
  if (/^[&|]$/.test(expr.op)) {
    const compared = [left, right].find(
      (side) => side.kind === 'binary' && /^[!=]=$/.test(side.op),
    );
    const other = compared === left ? right : left;
    if (compared?.kind === 'binary' && !isTruth(other) && isBare(compared, unit) && isNumber(other))
      report(
        expr,
        `\`${unit.tree.textOf(compared)}\` is worked out first, and its truth is combined with the number`,
        {
          confidence: 0.85,
          cwe: 783,
        },
      );
    else if (expr.op === '&' && isNegated(left, unit) && (constantOf(right) ?? 0) > 1)
      report(expr, `\`!\` comes before \`&\`, so that the bit is never found`, {
        confidence: 0.85,
        cwe: 783,
      });
    return;
  }
  if (/^[!=]=$/.test(expr.op)) {
    const literal = [left, right].map(withoutCasts).find(({ kind }) => kind === 'string');
    const other = withoutCasts(literal === withoutCasts(left) ? right : left);
    const isPointer = other.type.kind === 'pointer' && other.type.reference !== true;
    if (literal !== undefined && isPointer && other.kind !== 'string')
      report(expr, 'two addresses are compared here, and not two texts', {
        confidence: 0.85,
        cwe: 597,
      });
    return;
  }
  if (expr.op !== '&&' && expr.op !== '||') return;
  const one = boundOf(left);
  const two = boundOf(right);
  if (one === undefined || two === undefined || !sameExpression(one.of, two.of)) return;
  if (expr.op === '&&' && isUpsideDown(one, two))
    report(expr, 'no number is both, so that the condition never holds', {
      confidence: 0.85,
      cwe: 570,
    });
  if (expr.op === '||' && one.op === '!=' && two.op === '!=' && one.value !== two.value)
    report(expr, 'every number is one of the two, so that the condition always holds', {
      confidence: 0.85,
      cwe: 571,
    });
}

interface Bound {
  readonly of: Expr;
  readonly op: string;
  readonly value: number;
}

/** `x < 3` and the like, of something that a look does not change. */
function boundOf(expr: Expr): Bound | undefined {
  const bare = withoutCasts(expr);
  if (bare.kind !== 'binary' || !/^(?:[<>]=?|!=)$/.test(bare.op)) return undefined;
  const value = constantOf(bare.right);
  const of = withoutCasts(bare.left);
  const isPlain = of.kind === 'name' || of.kind === 'member' || of.kind === 'index';
  return value === undefined || !isPlain ? undefined : { of, op: bare.op, value };
}

/** `x < 0` and `x > 9`: below the lower and above the upper end at once. */
function isUpsideDown(one: Bound, two: Bound): boolean {
  const below = [one, two].find(({ op }) => op.startsWith('<'));
  const above = [one, two].find(({ op }) => op.startsWith('>'));
  return below !== undefined && above !== undefined && below.value < above.value;
}

/** Whether a comparison stands without parentheses of its own. */
function isBare(compared: Expr, { tree }: TranslationUnit): boolean {
  const before = tree.text.slice(Math.max(0, compared.start - 3), compared.start).trimEnd();
  return !before.endsWith('(') && !tree.textOf(compared).startsWith('(');
}

function isNegated(expr: Expr, { tree }: TranslationUnit): boolean {
  return expr.kind === 'unary' && expr.op === '!' && tree.textOf(expr).startsWith('!');
}

function isTruth(expr: Expr): boolean {
  const bare = withoutCasts(expr);
  if (bare.kind === 'unary') return bare.op === '!';
  if (bare.kind === 'binary') return /^(?:[<>]=?|[!=]=|&&|\|\||[&|])$/.test(bare.op);
  return bare.kind === 'call' || (bare.type.kind === 'int' && bare.type.boolean === true);
}

function isNumber(expr: Expr): boolean {
  const bare = withoutCasts(expr);
  return bare.kind === 'name' || bare.kind === 'member' || bare.kind === 'index';
}
