import { controlFlow } from '../../code/c/cfg/control-flow.ts';
import type { BasicBlock, Expr, LoweredFunction, Step, Variable } from '../../code/c/ir/ast.ts';
import { expressionsIn, partsOf, topLevelExpressions } from '../../code/c/ir/walk.ts';
import { solveLattice } from '../../code/graph/data-flow.ts';
import type { CRule } from '../c/c-rule.ts';

export const useAfterMove: CRule = {
  id: 'use_after_move',
  title: 'An object is used after it was moved from',
  category: 'cpp',
  cwe: [672],
  severity: 'medium',
  precision: 'high',
  help: '`std::move` lets another object take what this one holds. What is left is valid, but its value is unspecified: a string may be empty or not, and a pointer is null. Using it before it gets a new value gives results that differ between libraries.',
  suggestion: 'Use the object that took the value, or give this one a new value first.',
  languages: ['cpp'],
  examples: {
    bad: [
      `#include <string>
#include <utility>
#include <vector>
size_t add(std::vector<std::string> &names, std::string name) {
  names.push_back(std::move(name));
  return name.size(); // defect
}`,
      `#include <memory>
#include <utility>
struct Job { int id; };
void take(std::unique_ptr<Job> job);
int hand_over(std::unique_ptr<Job> job, bool now) {
  if (now) take(std::move(job));
  return job->id; // defect
}`,
      `#include <string>
#include <utility>
#include <vector>
void fill(std::vector<std::string> &all, std::string text, int count) {
  for (int i = 0; i < count; i++) {
    all.push_back(std::move(text)); // defect
  }
}`,
    ],
    good: [
      `#include <string>
#include <utility>
#include <vector>
void split(std::vector<std::string> &words, const std::string &line) {
  std::string word;
  for (char c : line) {
    if (c != ' ') { word += c; continue; }
    words.push_back(std::move(word));
    word.clear();
  }
  if (!word.empty()) words.push_back(std::move(word));
}`,
      `#include <memory>
#include <utility>
struct Job { int id; };
void take(std::unique_ptr<Job> job);
void hand_over(std::unique_ptr<Job> job, bool now) {
  if (now) {
    take(std::move(job));
    return;
  }
  if (!job) return;
  job = std::make_unique<Job>();
  take(std::move(job));
  if (job == nullptr) return;
}`,
    ],
  },
  inspect(unit, report) {
    if (unit.language !== 'cpp') return;
    for (const fn of unit.functions) {
      if (![...fn.blocks].some((block) => topLevelExpressions(block).some(hasMove))) continue;
      movedUses(fn, (expr, variable, sure) => {
        report(
          expr,
          `\`${variable.name}\` ${sure ? 'was' : 'may have been'} moved from before it is used here`,
          {
            confidence: sure ? 0.88 : 0.65,
          },
        );
      });
    }
  },
};

/** The variables that are moved from on every path to a point, or on some. */
type Moved = ReadonlyMap<Variable, 'always' | 'sometimes'>;
type OnUse = (expr: Expr, variable: Variable, sure: boolean) => void;

function hasMove(root: Expr): boolean {
  for (const expr of expressionsIn(root)) if (movedBy(expr) !== undefined) return true;
  return false;
}

/** The local object that `std::move(x)` gives away. Moving a number or a pointer only copies it. */
function movedBy(expr: Expr): Variable | undefined {
  if (expr.kind !== 'call' || expr.name !== 'move' || expr.args.length !== 1) return undefined;
  const [arg] = expr.args;
  const variable = arg?.kind === 'name' ? arg.variable : undefined;
  if (variable === undefined || !/^(?:local|parameter)$/.test(variable.scope)) return undefined;
  const { type } = variable;
  const of = type.kind === 'pointer' && type.reference === true ? type.to : type;
  return of.kind === 'record' || of.kind === 'unknown' ? variable : undefined;
}

/** Solves which variables are moved from before each block, a forward problem, and reports their uses. */
function movedUses(fn: LoweredFunction, onUse: OnUse): void {
  const graph = controlFlow(fn.blocks);
  const run = (id: number, before: Moved, onUse: OnUse): Moved => {
    const block = fn.blocks[id];
    return block === undefined ? before : transferBlock(block, before, onUse);
  };
  const inputs = solveLattice<Moved>(graph, {
    boundary: new Map(),
    join,
    equals: same,
    transfer: (id, before) => run(id, before, () => undefined),
  });
  for (const id of graph.order) {
    const before = inputs[id];
    if (before !== undefined) run(id, before, onUse);
  }
}

function join(a: Moved, b: Moved): Moved {
  const joined = new Map<Variable, 'always' | 'sometimes'>();
  for (const variable of new Set([...a.keys(), ...b.keys()])) {
    const sure = a.get(variable) === 'always' && b.get(variable) === 'always';
    joined.set(variable, sure ? 'always' : 'sometimes');
  }
  return joined;
}

function same(a: Moved, b: Moved): boolean {
  return a.size === b.size && [...a].every(([variable, how]) => b.get(variable) === how);
}

/** The transfer function of a block. */
function transferBlock(block: BasicBlock, state: Moved, onUse: OnUse): Moved {
  const moved = new Map(state);
  const run = (root: Expr): void => {
    const given = new Map<Variable, 'always' | 'sometimes'>();
    visit(root, moved, given, onUse, true);
    for (const [variable, how] of given) moved.set(variable, how);
    for (const variable of reinitialisedBy(root)) moved.delete(variable);
  };
  for (const step of block.steps) {
    for (const root of rootsOfStep(step)) run(root);
    if (step.kind === 'declare') moved.delete(step.variable);
  }
  const { end } = block;
  if (end.kind === 'branch') run(end.condition);
  else if (end.kind === 'switch') run(end.value);
  else if (end.kind === 'return' && end.value !== undefined) run(end.value);
  return moved;
}

function rootsOfStep(step: Step): readonly Expr[] {
  if (step.kind === 'eval') return [step.expr];
  return step.kind === 'declare' && step.init !== undefined ? [step.init] : [];
}

/** Reports uses, and notes what the expression moves; the moves count from its end. */
function visit(
  expr: Expr,
  moved: Moved,
  given: Map<Variable, 'always' | 'sometimes'>,
  onUse: OnUse,
  certain: boolean,
): void {
  const variable = movedBy(expr);
  if (variable !== undefined) {
    reportUse(expr, variable, moved, onUse);
    given.set(variable, certain ? 'always' : 'sometimes');
    return;
  }
  if (expr.kind === 'name' && expr.variable !== undefined)
    reportUse(expr, expr.variable, moved, onUse);
  if (expr.kind === 'assign' && expr.target.kind === 'name')
    return visit(expr.value, moved, given, onUse, certain);
  if (expr.kind === 'call' && expr.receiver?.kind === 'name' && isSafeMethod(expr.name)) {
    for (const arg of expr.args) visit(arg, moved, given, onUse, certain);
    return;
  }
  if (isNullTest(expr)) return;
  for (const [index, part] of partsOf(expr).entries()) {
    const optional =
      expr.kind === 'conditional' || (expr.kind === 'binary' && /^(?:&&|\|\|)$/.test(expr.op));
    visit(part, moved, given, onUse, certain && !(optional && index > 0));
  }
}

function reportUse(expr: Expr, variable: Variable, moved: Moved, onUse: OnUse): void {
  const how = moved.get(variable);
  if (how !== undefined) onUse(expr, variable, how === 'always');
}

/** Methods that ask nothing of the old value: they set a new one, or only look for emptiness. */
function isSafeMethod(name: string): boolean {
  return /^(?:clear|reset|assign|swap|empty|emplace|operator=|has_value|resize|valid|joinable)$/.test(
    name,
  );
}

/** `!p`, `p == nullptr` and `if (p)`: a smart pointer that was moved from is null for certain. */
function isNullTest(expr: Expr): boolean {
  if (expr.kind === 'unary' && expr.op === '!') return expr.operand.kind === 'name';
  if (expr.kind !== 'binary' || !/^[!=]=$/.test(expr.op)) return false;
  return expr.right.kind === 'number' && expr.left.kind === 'name';
}

/** The variables that an expression gives a new value, or hands out by address. */
function reinitialisedBy(root: Expr): Variable[] {
  const renewed: Variable[] = [];
  for (const expr of expressionsIn(root)) {
    const target =
      expr.kind === 'assign'
        ? expr.target
        : expr.kind === 'address'
          ? expr.operand
          : expr.kind === 'call' && isSafeMethod(expr.name)
            ? expr.receiver
            : expr.kind === 'binary' && expr.op === '>>'
              ? expr.right
              : undefined;
    if (target?.kind === 'name' && target.variable !== undefined) renewed.push(target.variable);
    if (expr.kind === 'opaque' && expr.parts.length === 0) continue;
  }
  return renewed;
}
