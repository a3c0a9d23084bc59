import type { AssignExpr, BasicBlock, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionAtEnd, expressionsIn, topLevelExpressions } from '../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule, ReportHit } from './c-rule.ts';
import { sameExpression } from './support/expressions/same-expression.ts';

export const missingBreak: CRule = {
  id: 'missing_break',
  title: 'A case falls into one that overwrites what it has set',
  category: 'error_handling',
  cwe: [484],
  severity: 'medium',
  event: 'shape',
  precision: 'high',
  help: 'Without `break` the statements of a case are followed by those of the next one. Where that sets the same variable or field, the first value is lost: what was meant to refuse may allow.',
  suggestion:
    'End the case with break, or drop the assignment and write that the case falls through.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `struct right { int grant; int log; };
int decide(struct right *right, int word) {
  switch (word) {
  case 1:
    right->grant = 0; // defect
    right->log = 1;
  case 2:
    right->grant = 1;
    break;
  default:
    return -1;
  }
  return 0;
}
int width_of(int letter) {
  int width;
  switch (letter) {
  case 's': width = 2; // defect
  case 'l':
  case 'q':
    width = 8;
    break;
  default: width = 4;
  }
  return width;
}`,
    ],
    good: [
      `struct right { int grant; int log; };
void note(struct right *right);
int decide(struct right *right, int word) {
  switch (word) {
  case 1:
    right->grant = 0;
    right->log = 1;
    break;
  case 2:
    right->grant = 1;
    break;
  case 3:
    right->log = 1;
  case 4:
    right->grant = 1;
    break;
  case 5:
    right->grant = 2;
    note(right);
  case 6:
    right->grant = 0;
    break;
  case 7:
    right->grant = 1;
    /* FALLTHROUGH */
  case 8:
    right->grant = 0;
    break;
  case 9:
    right->grant = 1;
  case 10:
    right->grant = right->grant + 1;
    break;
  default:
    return -1;
  }
  return 0;
}`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions)
      for (const { end } of fn.blocks)
        if (end.kind === 'switch')
          fallsThrough(
            fn,
            new Set([...end.cases.map(({ to }) => to), end.otherwise]),
            unit,
            report,
          );
  },
};

const INTENDED = /fall|through|no\s*break/i;

function fallsThrough(
  fn: LoweredFunction,
  labels: ReadonlySet<number>,
  unit: TranslationUnit,
  report: ReportHit,
): void {
  for (const label of labels) {
    const block = fn.blocks[label];
    const next = block && followingCase(block, fn, labels);
    const last = block && topLevelExpressions(block).at(-1);
    const first = next && topLevelExpressions(next)[0];
    if (block === undefined || next === undefined || last === undefined || first === undefined)
      continue;
    // A jump backwards is none into the next case, and code between labels may be that of an #if.
    const between = unit.tree.text.slice(last.end, first.start);
    if (first.start < last.end || INTENDED.test(between) || /^\s*#/m.test(between)) continue;
    if (!/\b(?:case|default)\b/.test(between)) continue;
    const lost = lastingStores(block).find((store) => isOverwritten(store.target, next));
    if (lost !== undefined)
      report(
        lost,
        `no \`break\` follows, and the next case gives \`${unit.tree.textOf(lost.target)}\` another value`,
        { confidence: 0.8 },
      );
  }
}

/** The first block with statements behind the labels that a case runs into. */
function followingCase(
  block: BasicBlock,
  fn: LoweredFunction,
  labels: ReadonlySet<number>,
): BasicBlock | undefined {
  let at: BasicBlock | undefined = block;
  let isCase = false;
  for (let steps = 0; at?.end.kind === 'jump' && steps < 64; steps += 1) {
    const { to }: { to: number } = at.end;
    isCase ||= labels.has(to);
    if (!isCase) return undefined;
    at = fn.blocks[to];
    if (at !== undefined && topLevelExpressions(at).length > 0) return at;
  }
  return undefined;
}

/** The stores of a block that nothing in it reads. */
function lastingStores(block: BasicBlock): AssignExpr[] {
  let stores: AssignExpr[] = [];
  for (const expr of topLevelExpressions(block)) {
    stores = stores.filter(({ target }) => !mayRead(expr, target));
    if (isStore(expr)) stores.push(expr);
  }
  return stores;
}

function isOverwritten(target: Expr, block: BasicBlock): boolean {
  const last = expressionAtEnd(block);
  for (const expr of topLevelExpressions(block)) {
    if (expr === last) return false;
    if (isStore(expr) && sameExpression(expr.target, target)) return !mayRead(expr.value, target);
    if (mayRead(expr, target)) return false;
  }
  return false;
}

function isStore(expr: Expr): expr is AssignExpr {
  return (
    expr.kind === 'assign' && expr.op === '=' && /^(?:name|member|index)$/.test(expr.target.kind)
  );
}

/** Whether an expression may read a place, or write what leads to it. */
function mayRead(expr: Expr, place: Expr): boolean {
  return expressionsIn(expr).some((part) => {
    if (/^(?:call|opaque|incdec|throw|new|delete)$/.test(part.kind)) return true;
    if (part.kind === 'assign' && part.op !== '=') return true;
    return sameExpression(part, place) && !(isStore(expr) && part === expr.target);
  });
}
