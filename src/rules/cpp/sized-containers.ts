import type { Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { isLambdaName } from '../../code/c/ir/nested-name.ts';
import { expressionsIn, expressionsOf } from '../../code/c/ir/walk.ts';
import { copiedBy, isSizedContainer, variableOf } from './known-size.ts';

/** The containers of a function that can be followed. */
export interface SizedContainers {
  readonly followed: ReadonlySet<Variable>;
  /** Those that other functions may know, so that any call may change them. */
  readonly shared: ReadonlySet<Variable>;
}

/**
 * Local containers and parameters, but for those that something in the function points to.
 * @param text of the file
 */
export function sizedContainers(fn: LoweredFunction, text: string): SizedContainers {
  const own = [...fn.parameters, ...fn.locals].filter(
    (variable) =>
      (variable.scope === 'parameter' || (variable.scope === 'local' && !isReference(variable))) &&
      isSizedContainer(variable, text),
  );
  if (own.length === 0) return { followed: new Set(), shared: new Set() };
  const all = expressionsOf(fn.blocks);
  const held = heldElsewhere(fn, all, text);
  const followed = own.filter((variable) => !held.has(variable));
  const hasLambda = all.some((expr) => expr.kind === 'name' && isLambdaName(expr.name));
  const given = new Set(all.flatMap((expr) => (expr.kind === 'call' ? named(expr.args) : [])));
  const shared = followed.filter(
    (variable) => hasLambda || isReference(variable) || given.has(variable),
  );
  return { followed: new Set(followed), shared: new Set(shared) };
}

function isReference({ type }: Variable): boolean {
  return type.kind === 'pointer';
}

/** What has its address taken, or is named where another variable begins or is set, which may refer to it. */
function heldElsewhere(
  fn: LoweredFunction,
  all: readonly Expr[],
  text: string,
): ReadonlySet<Variable> {
  // A container that begins as another one, or is set to it, is a copy.
  const isCopy = (variable: Variable | undefined, value: Expr): boolean =>
    variable !== undefined &&
    isSizedContainer(variable, text) &&
    copiedBy(value, text) !== undefined;
  const inits = fn.blocks.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      // A number keeps nothing.
      step.kind === 'declare' &&
      step.init !== undefined &&
      (isReference(step.variable) || !isCopy(step.variable, step.init)) &&
      !/^(?:int|float)$/.test(step.variable.type.kind)
        ? [step.init]
        : [],
    ),
  );
  const values = all.flatMap((expr) =>
    expr.kind === 'address'
      ? [expr.operand]
      : expr.kind === 'assign' && !isCopy(variableOf(expr.target), expr.value)
        ? [expr.value]
        : [],
  );
  return new Set([...inits, ...values].flatMap((expr) => named([expr])));
}

/** The variables that stand for themselves, where neither a method is called on them nor an element taken. */
function named(exprs: readonly Expr[]): Variable[] {
  const all = exprs.flatMap(expressionsIn);
  const used = new Set(
    all.flatMap((expr) => (expr.kind === 'member' || expr.kind === 'index' ? [expr.base] : [])),
  );
  return all.flatMap((expr) => {
    const variable = used.has(expr) ? undefined : variableOf(expr);
    return variable === undefined || expr.kind === 'cast' ? [] : [variable];
  });
}
