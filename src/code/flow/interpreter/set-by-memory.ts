import type { BasicBlock, Expr, LoweredFunction, Variable } from '../../c/ir/ast.ts';
import { expressionsIn, expressionsOf } from '../../c/ir/walk.ts';

/** The variables of a function that hold what was read from memory or came from a call, on some path. */
export function variablesSetByMemory(fn: LoweredFunction): ReadonlySet<number> {
  const writes = fn.blocks.flatMap(writesIn);
  const found = new Set<number>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { variable, value } of writes) {
      if (found.has(variable.id)) continue;
      if (value === undefined || readsMemory(value)) found.add(variable.id);
      else if (expressionsIn(value).some((part) => isSetByMemory(part, found)))
        found.add(variable.id);
    }
  }
  return found;
}

/** What a block writes to variables; an unknown value where the address of one is taken. */
function writesIn(block: BasicBlock): { variable: Variable; value: Expr | undefined }[] {
  const writes: { variable: Variable; value: Expr | undefined }[] = [];
  for (const step of block.steps)
    if (step.kind === 'declare' && step.init !== undefined)
      writes.push({ variable: step.variable, value: step.init });
  for (const expr of expressionsOf([block])) {
    const [target, value] =
      expr.kind === 'assign'
        ? [expr.target, expr.value]
        : [expr.kind === 'address' ? expr.operand : undefined, undefined];
    if (target?.kind === 'name' && target.variable !== undefined)
      writes.push({ variable: target.variable, value });
  }
  return writes;
}

/** Whether a part of an expression is such a variable, or one that outlives the function. */
export function isSetByMemory(part: Expr, setByMemory: ReadonlySet<number> | undefined): boolean {
  if (part.kind !== 'name' || part.variable === undefined) return false;
  const { scope, id, constant } = part.variable;
  if (scope === 'static' || scope === 'global') return !constant;
  return setByMemory?.has(id) === true;
}

/** Whether an expression reads memory, or calls a function. */
export function readsMemory(expr: Expr): boolean {
  for (const part of expressionsIn(expr)) {
    if (part.kind === 'deref' || part.kind === 'index' || part.kind === 'call') return true;
    if (part.kind === 'member' && part.arrow) return true;
  }
  return false;
}
