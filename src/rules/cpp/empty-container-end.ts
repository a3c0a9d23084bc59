import { successors } from '../../code/c/cfg/control-flow.ts';
import type { BasicBlock, CallExpr, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { constantOf } from '../../code/c/ir/constants.ts';
import { expressionsIn, expressionsOf, topLevelExpressions } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import type { CRule } from '../c/c-rule.ts';
import { isSizedContainer, isText, TAKING } from './known-size.ts';

export const emptyContainerEnd: CRule = {
  id: 'empty_container_end',
  title: 'The last element is used of what may have none',
  category: 'cpp',
  cwe: [125, 191, 787],
  severity: 'high',
  event: 'shape',
  precision: 'medium',
  help: '`back()`, `front()` and `pop_back()` of a container without elements read or write memory that is not its own, and `size() - 1` of one is the greatest number there is. A line that is read can be empty, and an operator can come before its operands.',
  suggestion: 'Ask `empty()` first, or compare with `i + 1 < size()`.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <iostream>
#include <string>
#include <vector>
int evaluate(const std::string &text) {
  std::vector<int> values;
  for (char c : text) {
    if (c >= '0' && c <= '9') {
      values.push_back(c - '0');
    } else {
      int last = values.back(); // defect
      values.pop_back();
      values.back() += last;
    }
  }
  return values.empty() ? 0 : values.back();
}
int lines(std::istream &in) {
  std::string line;
  int count = 0;
  while (std::getline(in, line)) {
    if (line[line.size() - 1] == '\\r') count++; // defect
  }
  return count;
}
int rising(const std::vector<int> &all) {
  int count = 0;
  for (size_t i = 0; i < all.size() - 1; i++) // defect
    if (all[i] < all[i + 1]) count++;
  return count;
}`,
    ],
    good: [
      `#include <iostream>
#include <string>
#include <vector>
int evaluate(const std::string &text) {
  std::vector<int> values;
  for (char c : text) {
    if (c >= '0' && c <= '9') {
      values.push_back(c - '0');
    } else {
      if (values.size() < 2) return -1;
      int last = values.back();
      values.pop_back();
      values.back() += last;
    }
  }
  return values.empty() ? 0 : values.back();
}
int lines(std::istream &in) {
  std::string line;
  int count = 0;
  while (std::getline(in, line)) {
    if (!line.empty() && line[line.size() - 1] == '\\r') count++;
  }
  return count;
}
int rising(const std::vector<int> &all) {
  int count = 0;
  if (all.empty()) return 0;
  for (size_t i = 0; i < all.size() - 1; i++)
    if (all[i] < all[i + 1]) count++;
  std::vector<int> made(5, 1), given = all;
  made.push_back(3);
  return count + made.back() + given.back();
}`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    for (const fn of unit.functions) {
      const told = new Set<Variable>();
      for (const { expr, variable, how } of endsOf(fn)) {
        if (told.has(variable) || !isSizedContainer(variable, unit.tree.text)) continue;
        const filled = fillingOf(fn, variable, unit);
        if (filled === 'other' || !isReachedUnasked(fn, variable, expr)) continue;
        told.add(variable);
        const name = `\`${variable.name}\``;
        report(
          expr,
          how === 'loop'
            ? `\`${unit.tree.textOf(expr)}\` is the greatest number there is where ${name} is empty, and that is not asked before`
            : `${name} may be empty here, and has no last element then`,
          {
            confidence: filled === 'given' ? (how === 'loop' ? 0.55 : 0.45) : 0.65,
            cwe: how === 'loop' ? 191 : 125,
          },
        );
      }
    }
  },
};

interface End {
  readonly expr: Expr;
  readonly variable: Variable;
  readonly how: 'element' | 'loop';
}

/** Where a function uses the last element of a container, or one less than its size as the end of a loop. */
function endsOf(fn: LoweredFunction): readonly End[] {
  const conditions = new Set(fn.loops.flatMap(({ condition }) => condition ?? []));
  return fn.blocks.flatMap((block) =>
    topLevelExpressions(block).flatMap((root) =>
      expressionsIn(root).flatMap((expr): End[] => {
        if (expr.kind === 'call' && TAKING.test(expr.name) && expr.args.length === 0) {
          const variable = receiverOf(expr);
          return variable === undefined ? [] : [{ expr, variable, how: 'element' }];
        }
        if (expr.kind === 'index') {
          const variable = lastOf(expr.index);
          const base = withoutCasts(expr.base);
          const isSame = base.kind === 'name' && base.variable === variable;
          return variable === undefined || !isSame ? [] : [{ expr, variable, how: 'element' }];
        }
        if (expr.kind !== 'binary' || !/^<=?$/.test(expr.op) || !conditions.has(root)) return [];
        const variable = lastOf(expr.right);
        const isUnsigned = expr.left.type.kind !== 'int' || !expr.left.type.signed;
        return variable === undefined || !(isUnsigned || withoutCasts(expr.right) === expr.right)
          ? []
          : [{ expr: expr.right, variable, how: 'loop' }];
      }),
    ),
  );
}

/** The container of which an expression is the size less a number. */
function lastOf(expr: Expr): Variable | undefined {
  if (expr.kind !== 'binary' || expr.op !== '-' || (constantOf(expr.right) ?? 0) < 1)
    return undefined;
  const { left } = expr;
  return left.kind === 'call' && /^(?:size|length)$/.test(left.name) ? receiverOf(left) : undefined;
}

function receiverOf({ receiver }: CallExpr): Variable | undefined {
  const bare = receiver && withoutCasts(receiver);
  return bare?.kind === 'name' && /^(?:local|parameter)$/.test(bare.variable?.scope ?? '')
    ? bare.variable
    : undefined;
}

/** Where a container has its elements from: a caller, a line that was read or its own pushes, or else anything. */
function fillingOf(
  fn: LoweredFunction,
  variable: Variable,
  { tree }: TranslationUnit,
): 'given' | 'own' | 'other' {
  // A lambda may fill what it refers to, whenever it is called; a handler is reached from anywhere in its block.
  if (/\[\s*&|\btry\b/.test(tree.text.slice(variable.end, fn.end))) return 'other';
  if (variable.scope === 'parameter') return 'given';
  const declared = fn.blocks
    .flatMap(({ steps }) => steps)
    .find((step) => step.kind === 'declare' && step.variable === variable);
  if (declared?.kind !== 'declare') return 'other';
  const { init } = declared;
  const isBare = init === undefined || (init.kind === 'opaque' && init.parts.length === 0);
  const behind = tree.text.slice(variable.end, variable.end + 3);
  return isBare && /^\s*[;,]/.test(behind) ? 'own' : 'other';
}

/** Whether some way leads to a place on which the container is neither asked nor filled. */
function isReachedUnasked(fn: LoweredFunction, variable: Variable, place: Expr): boolean {
  // Behind a loop that fills the container, it is taken to have gone round.
  const filling = new Set(
    fn.loops
      .filter(({ body }) => {
        const inside = expressionsOf(body.flatMap((id) => fn.blocks[id] ?? []));
        return !inside.includes(place) && inside.some((one) => isNameOf(one, variable));
      })
      .map(({ header }) => header),
  );
  const seen = new Set([0]);
  const work = [0];
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    const block = fn.blocks[id];
    if (block === undefined || filling.has(id)) continue;
    const first = firstUse(block, variable, place);
    if (first === 'place') return true;
    if (first === 'other') continue;
    for (const next of successors(block.end)) {
      if (seen.has(next)) continue;
      seen.add(next);
      work.push(next);
    }
  }
  return false;
}

/** Which comes first in a block: the place itself, or a use that may ask or fill the container. */
function firstUse(block: BasicBlock, variable: Variable, place: Expr): 'place' | 'other' | 'none' {
  for (const root of topLevelExpressions(block)) {
    const parts = expressionsIn(root);
    if (parts.includes(place)) return asksBefore(root, variable, place) ? 'other' : 'place';
    if (parts.some((part) => isNameOf(part, variable)) && !isLineRead(root, variable))
      return 'other';
  }
  return 'none';
}

function isNameOf(expr: Expr, variable: Variable): boolean {
  return expr.kind === 'name' && expr.variable === variable;
}

/** Whether a test that is made first, as in `!x.empty() && x.back()`, asks in the same expression. */
function asksBefore(root: Expr, variable: Variable, place: Expr): boolean {
  const isNamed = (test: Expr): boolean =>
    expressionsIn(test).some((one) => isNameOf(one, variable));
  return expressionsIn(root).some((part) => {
    if (part.kind === 'conditional')
      return !expressionsIn(part.condition).includes(place) && isNamed(part.condition);
    const isDecided = part.kind === 'binary' && /^(?:&&|\|\|)$/.test(part.op);
    return isDecided && expressionsIn(part.right).includes(place) && isNamed(part.left);
  });
}

/** `getline(in, text)` leaves a text that may be empty; a loop tests the stream and not the text. */
function isLineRead(root: Expr, variable: Variable): boolean {
  if (!isText(variable)) return false;
  const bare = withoutCasts(root);
  const call = expressionsIn(bare).find(
    (part) => part.kind === 'call' && /getline$/.test(part.name),
  );
  return call !== undefined;
}
