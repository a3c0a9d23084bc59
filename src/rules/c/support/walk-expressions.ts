import type { BasicBlock, CFunction, Expr, Variable } from '../../../code/c/ast.ts';

/** The expressions directly inside one, in the order of the text. */
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
    case 'throw':
      return expr.operand === undefined ? [] : [expr.operand];
    case 'binary':
      return [expr.left, expr.right];
    case 'assign':
      return [expr.target, expr.value];
    case 'conditional':
      return expr.then === undefined
        ? [expr.condition, expr.otherwise]
        : [expr.condition, expr.then, expr.otherwise];
    case 'index':
      return [expr.base, expr.index];
    case 'member':
      return [expr.base];
    case 'initlist':
      return expr.items.map((item) => item.value);
    case 'new':
      return expr.count === undefined ? expr.args : [expr.count, ...expr.args];
    case 'opaque':
      return expr.parts;
    default:
      return [];
  }
}

/** An expression and all inside it, outer ones first. The operand of `sizeof` is not run. */
export function* expressionsIn(expr: Expr): Generator<Expr> {
  yield expr;
  for (const part of partsOf(expr)) yield* expressionsIn(part);
}

/** The expressions that a block runs, outermost ones only, in order. */
export function rootsOf(block: BasicBlock): Expr[] {
  const roots: Expr[] = [];
  for (const step of block.steps) {
    if (step.kind === 'eval') roots.push(step.expr);
    else if (step.kind === 'declare') {
      if (step.count !== undefined) roots.push(step.count);
      if (step.init !== undefined) roots.push(step.init);
    }
  }
  const { end } = block;
  if (end.kind === 'branch') roots.push(end.condition);
  else if (end.kind === 'switch') roots.push(end.value);
  else if (end.kind === 'return' && end.value !== undefined) roots.push(end.value);
  return roots;
}

/** Every expression that some blocks run. */
export function* expressionsOf(blocks: Iterable<BasicBlock>): Generator<Expr> {
  for (const block of blocks) {
    for (const root of rootsOf(block)) yield* expressionsIn(root);
  }
}

/** The variables whose address a function takes, so that others may write them. */
export function addressTaken(fn: CFunction): Set<Variable> {
  const taken = new Set<Variable>();
  for (const expr of expressionsOf(fn.blocks)) {
    if (expr.kind !== 'address') continue;
    const variable = rootVariable(expr.operand);
    if (variable !== undefined) taken.add(variable);
  }
  return taken;
}

/** The variable that an lvalue is a part of without any pointer in between. */
export function rootVariable(expr: Expr): Variable | undefined {
  if (expr.kind === 'name') return expr.variable;
  if (expr.kind === 'member' && !expr.arrow) return rootVariable(expr.base);
  if (expr.kind === 'index' && expr.base.type.kind === 'array') return rootVariable(expr.base);
  if (expr.kind === 'cast') return rootVariable(expr.operand);
  return undefined;
}

export function withoutCasts(expr: Expr): Expr {
  return expr.kind === 'cast' ? withoutCasts(expr.operand) : expr;
}

/** Whether two expressions are written alike: the same names, members and numbers. */
export function sameExpression(a: Expr, b: Expr): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'name' && b.kind === 'name') return a.name === b.name && a.variable === b.variable;
  if (a.kind === 'number' && b.kind === 'number') return a.value === b.value;
  if (a.kind === 'member' && b.kind === 'member' && (a.name !== b.name || a.arrow !== b.arrow))
    return false;
  if ((a.kind === 'binary' || a.kind === 'unary') && 'op' in b && a.op !== b.op) return false;
  if (!/^(?:member|deref|index|binary|unary|cast|address)$/.test(a.kind)) return false;
  const left = partsOf(a);
  const right = partsOf(b);
  return (
    left.length === right.length &&
    left.every((part, index) => {
      const other = right[index];
      return other !== undefined && sameExpression(part, other);
    })
  );
}

/** The parts of an expression that are always evaluated with it. */
export function* certainIn(expr: Expr): Generator<Expr> {
  yield expr;
  if (expr.kind === 'conditional') return yield* certainIn(expr.condition);
  if (expr.kind === 'binary' && (expr.op === '&&' || expr.op === '||'))
    return yield* certainIn(expr.left);
  for (const part of partsOf(expr)) yield* certainIn(part);
}
