import type { BasicBlock, Expr, Loop, LoweredFunction, Variable } from './ast.ts';

const NO_PARTS: readonly Expr[] = [];

/** The direct parts of an expression, in the order of the text; the object of a method call is in its callee. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'call':
      return [expr.callee, ...expr.args];
    case 'unary':
    case 'deref':
    case 'address':
    case 'incdec':
    case 'cast':
    case 'delete':
      return [expr.operand];
    case 'binary':
      return [expr.left, expr.right];
    case 'assign':
      return [expr.target, expr.value];
    case 'conditional':
      return [expr.condition, ...(expr.then === undefined ? [] : [expr.then]), expr.otherwise];
    case 'index':
      return [expr.base, expr.index];
    case 'member':
      return [expr.base];
    case 'initlist':
      return expr.items.map((item) => item.value);
    case 'new':
      return [...(expr.count === undefined ? [] : [expr.count]), ...expr.args];
    case 'throw':
      return expr.operand === undefined ? [] : [expr.operand];
    case 'opaque':
      return expr.parts;
    case 'name':
      return expr.changes ?? NO_PARTS;
    case 'sizeof':
    case 'number':
    case 'string':
      return NO_PARTS;
  }
}

/** Visits an expression and all of its parts, outermost first. */
export function visitExpr(expr: Expr, visit: (expr: Expr) => void): void {
  visit(expr);
  for (const part of partsOf(expr)) visitExpr(part, visit);
}

/** Visits every expression of a function. */
export function visitFunction(fn: LoweredFunction, visit: (expr: Expr) => void): void {
  for (const block of fn.blocks)
    for (const root of topLevelExpressions(block)) visitExpr(root, visit);
}

/** The expressions that a block runs, outermost ones only, in order. */
export function topLevelExpressions(block: BasicBlock): Expr[] {
  const roots: Expr[] = [];
  for (const step of block.steps) {
    if (step.kind === 'eval') roots.push(step.expr);
    else if (step.kind === 'declare') {
      if (step.count !== undefined) roots.push(step.count);
      if (step.init !== undefined) roots.push(step.init);
    }
  }
  const last = expressionAtEnd(block);
  if (last !== undefined) roots.push(last);
  return roots;
}

/** What a block evaluates last: the condition that it branches on, or the value that it switches on or returns. */
export function expressionAtEnd({ end }: BasicBlock): Expr | undefined {
  if (end.kind === 'branch') return end.condition;
  return end.kind === 'switch' || end.kind === 'return' ? end.value : undefined;
}

/** An expression and all inside it, outermost first. The operand of `sizeof` is not run. */
export function expressionsIn(expr: Expr): readonly Expr[] {
  const all: Expr[] = [];
  collectExpressions(expr, all);
  return all;
}

/** Every expression that some blocks run. */
export function expressionsOf(blocks: Iterable<BasicBlock>): readonly Expr[] {
  const all: Expr[] = [];
  for (const block of blocks)
    for (const root of topLevelExpressions(block)) collectExpressions(root, all);
  return all;
}

/** Rules ask for this all the time: a list is many times quicker than generators in generators. */
function collectExpressions(expr: Expr, all: Expr[]): void {
  all.push(expr);
  for (const part of partsOf(expr)) collectExpressions(part, all);
}

/** The parts of an expression that are always evaluated with it. */
export function* alwaysEvaluatedIn(expr: Expr): Generator<Expr> {
  yield expr;
  if (expr.kind === 'conditional') return yield* alwaysEvaluatedIn(expr.condition);
  if (expr.kind === 'binary' && (expr.op === '&&' || expr.op === '||'))
    return yield* alwaysEvaluatedIn(expr.left);
  for (const part of partsOf(expr)) yield* alwaysEvaluatedIn(part);
}

/** The variables that an expression names, in their order, with repeats. */
export function variablesIn(expr: Expr): Variable[] {
  return expressionsIn(expr).flatMap((part) =>
    part.kind === 'name' && part.variable !== undefined ? [part.variable] : [],
  );
}

/** The names that a function calls directly, sorted, without repeats: also of functions that are taken for what they do. */
export function callsOf(fn: LoweredFunction): readonly string[] {
  const names = new Set<string>();
  visitFunction(fn, (expr) => {
    if (expr.kind === 'call' && expr.name !== '') names.add(expr.name);
    const isForwarded = expr.kind === 'call' || expr.kind === 'assign';
    if (isForwarded && expr.through !== undefined) names.add(expr.through.name);
  });
  return [...names].sort();
}

/** The names of the fields that a function calls through, as in `ops->read(x)`, sorted. */
export function calledFields(fn: LoweredFunction): readonly string[] {
  const fields = new Set<string>();
  visitFunction(fn, (expr) => {
    if (expr.kind === 'call' && expr.callee.kind === 'member') fields.add(expr.callee.name);
  });
  return [...fields].sort();
}

/** Whether a branch asks what a loop goes on by. Places do not tell: all conditions of a macro have that of its use. */
export function isConditionOf({ condition, asked = condition }: Loop, expr: Expr): boolean {
  return asked === expr;
}
