import { successors } from '../../code/c/cfg/control-flow.ts';
import type { BasicBlock, BinaryExpr, Expr, LoweredFunction } from '../../code/c/ir/ast.ts';
import { expressionText } from '../../code/c/ir/expression-text.ts';
import { expressionsIn, expressionsOf, topLevelExpressions } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { reachable } from '../../code/graph/reachability.ts';
import type { CRule } from './c-rule.ts';

export const lateGrowth: CRule = {
  id: 'late_growth',
  title: 'An array grows one element too late',
  category: 'memory',
  cwe: [193],
  furtherCwe: [787],
  severity: 'high',
  event: 'shape',
  precision: 'high',
  help: 'The array is made larger where the number of its elements is greater than the room. Where it is full they are equal, so that the next element is written behind the array.',
  suggestion: 'Let it grow where the number is equal to the room as well (`>=`).',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
struct line { char *text; size_t length, room; };
int line_add(struct line *line, char letter) {
  if (line->length > line->room) { // defect
    size_t room = line->room * 2;
    char *text = realloc(line->text, room);
    if (text == NULL) return -1;
    line->text = text;
    line->room = room;
  }
  line->text[line->length++] = letter;
  return 0;
}`,
    ],
    good: [
      `#include <stdlib.h>
struct line { char *text; size_t length, room; };
int line_add(struct line *line, char letter) {
  if (line->length >= line->room) {
    if (line->room > 1 << 20) return -1;
    size_t room = line->room * 2;
    char *text = realloc(line->text, room);
    if (text == NULL) return -1;
    line->text = text;
    line->room = room;
  }
  line->text[line->length++] = letter;
  return 0;
}
int line_end(struct line *line, size_t length) {
  if (length > 1 << 20) return -1;
  if (length > line->room) {
    char *text = realloc(line->text, length + 1);
    if (text == NULL) return -1;
    line->text = text;
    line->room = length;
  }
  line->text[length] = 0;
  return 0;
}`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions)
      for (const condition of lateGrowths(fn)) {
        const [count, room] = sidesOf(condition);
        report(
          condition,
          `nothing grows where ${expressionText(count)} is ${expressionText(room)}, and the element behind is written then`,
          { confidence: 0.8 },
        );
      }
  },
};

/** The greater and the lesser of a comparison by `>` or `<`. */
function sidesOf({ op, left, right }: BinaryExpr): readonly [Expr, Expr] {
  const [count, room] = op === '>' ? [left, right] : [right, left];
  return [withoutCasts(count), withoutCasts(room)];
}

function lateGrowths(fn: LoweredFunction): BinaryExpr[] {
  return fn.blocks.flatMap(({ end }) => {
    if (end.kind !== 'branch') return [];
    const condition = withoutCasts(end.condition);
    if (condition.kind !== 'binary' || !/^[<>]$/.test(condition.op)) return [];
    const [count, room] = sidesOf(condition);
    if (![count, room].every(({ kind }) => kind === 'name' || kind === 'member')) return [];
    const names = { count: expressionText(count), room: expressionText(room) };
    const growing = onlyBehind(fn, end.then, end.otherwise);
    const isLate =
      growing.some((block) => grows(block, names.room)) &&
      !isAskedOtherwise(fn, condition, names) &&
      fn.blocks.some(
        (block) => !growing.includes(block) && storesAt(block, names.count, condition),
      );
    return isLate ? [condition] : [];
  });
}

/** The blocks that only one side of a branch leads to. */
function onlyBehind(fn: LoweredFunction, from: number, other: number): BasicBlock[] {
  const next = (id: number) => {
    const block = fn.blocks[id];
    return block === undefined ? [] : successors(block.end);
  };
  const [own, both] = [new Set(reachable([from], next)), new Set(reachable([other], next))];
  return fn.blocks.filter(({ id }) => own.has(id) && !both.has(id));
}

/** Whether a block sets the room. */
function grows(block: BasicBlock, room: string): boolean {
  return topLevelExpressions(block)
    .flatMap((root) => expressionsIn(root))
    .some((expr) => expr.kind === 'assign' && expressionText(withoutCasts(expr.target)) === room);
}

/** Whether the function compares the two in another way too, or allocates more than the room. */
function isAskedOtherwise(
  fn: LoweredFunction,
  condition: BinaryExpr,
  { count, room }: { readonly count: string; readonly room: string },
): boolean {
  let isAllocated = false;
  for (const expr of expressionsOf(fn.blocks)) {
    if (expr.kind === 'call' && /alloc/.test(expr.name)) {
      isAllocated = true;
      const sums = expr.args.flatMap((arg) => expressionsIn(arg));
      if (sums.some((part) => part.kind === 'binary' && part.op === '+')) return true;
    }
    if (expr.kind !== 'binary' || expr === condition) continue;
    if (!/^(?:[<>]=?|[!=]=)$/.test(expr.op)) continue;
    const sides = [expr.left, expr.right].map((side) => expressionText(withoutCasts(side)));
    if (sides.includes(count) && sides.includes(room)) return true;
  }
  return !isAllocated;
}

/** Whether a block writes the element behind as many as there are, below the comparison. */
function storesAt(block: BasicBlock, count: string, condition: BinaryExpr): boolean {
  return topLevelExpressions(block)
    .flatMap((root) => expressionsIn(root))
    .some((expr) => {
      if (expr.kind !== 'assign' || expr.start < condition.end) return false;
      let target = withoutCasts(expr.target);
      while (target.kind === 'member' && !target.arrow) target = withoutCasts(target.base);
      if (target.kind !== 'index') return false;
      const index = withoutCasts(target.index);
      const bare = index.kind === 'incdec' && !index.prefix ? withoutCasts(index.operand) : index;
      return expressionText(bare) === count;
    });
}
