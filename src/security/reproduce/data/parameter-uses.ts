import type { Expr, LoweredFunction, Variable } from '../../../code/c/ir/ast.ts';
import { isPointerLike } from '../../../code/c/ir/types.ts';
import { expressionsIn, expressionsOf } from '../../../code/c/ir/walk.ts';
import type { TranslationUnit } from '../../../code/c/unit.ts';

/** Functions of the library that read up to the NUL of what they are given. */
const READS_TEXT =
  /^(?:str(?:len|cmp|casecmp|chr|rchr|str|casestr|dup|cpy|cat|pbrk|spn|cspn|coll|tol|toll|toul|toull|tod|tof|told|toimax|toumax|sep|tok|tok_r)|stpcpy|index|rindex|ato(?:i|l|ll|f)|sscanf|puts|fputs)$/;
const RELEASES = /free|realloc|release|destroy|unref/i;
const MAX_DEPTH = 3;

/** What a parameter is without casts, steps and places inside of it: the variable that it begins with. */
export function rootOf(expr: Expr): Variable | undefined {
  switch (expr.kind) {
    case 'name':
      return expr.variable;
    case 'cast':
    case 'incdec':
      return rootOf(expr.operand);
    case 'assign':
      return rootOf(expr.target);
    case 'address':
      return expr.operand.kind === 'index' ? rootOf(expr.operand.base) : undefined;
    case 'binary':
      if (expr.op !== '+' && expr.op !== '-') return undefined;
      return rootOf(isPointerLike(expr.left.type) ? expr.left : expr.right);
    default:
      return undefined;
  }
}

/** A parameter and the local pointers that are set from it. */
function aliasesOf(fn: LoweredFunction, parameter: Variable): ReadonlySet<Variable> {
  const aliases = new Set([parameter]);
  const take = (target: Variable | undefined, value: Expr | undefined): void => {
    const root = value && rootOf(value);
    if (target === undefined || root === undefined || !aliases.has(root)) return;
    if (target.scope === 'local' && isPointerLike(target.type)) aliases.add(target);
  };
  for (let before = 0; before !== aliases.size; ) {
    before = aliases.size;
    for (const step of fn.blocks.flatMap(({ steps }) => steps)) {
      if (step.kind === 'declare') take(step.variable, step.init);
    }
    for (const expr of expressionsOf(fn.blocks)) {
      if (expr.kind === 'assign' && expr.op === '=' && expr.target.kind === 'name')
        take(expr.target.variable, expr.value);
    }
  }
  return aliases;
}

/** Whether a function looks for the NUL at the end of what a parameter points to. */
export function usesAsText(
  fn: LoweredFunction,
  parameter: Variable,
  unit: TranslationUnit,
  depth = 0,
): boolean {
  const aliases = aliasesOf(fn, parameter);
  const isElement = (expr: Expr): boolean => {
    if (expr.kind === 'assign') return isElement(expr.value);
    if (expr.kind === 'cast') return isElement(expr.operand);
    if (expr.kind !== 'deref' && expr.kind !== 'index') return false;
    const root = rootOf(expr.kind === 'deref' ? expr.operand : expr.base);
    return root !== undefined && aliases.has(root);
  };
  const isTest = (expr: Expr): boolean => {
    if (isElement(expr)) return true;
    if (expr.kind === 'unary' && expr.op === '!') return isTest(expr.operand);
    return (
      expr.kind === 'binary' &&
      (expr.op === '&&' || expr.op === '||') &&
      (isTest(expr.left) || isTest(expr.right))
    );
  };
  const isZero = (expr: Expr): boolean => expr.kind === 'number' && expr.value === 0;
  const ends = fn.blocks.some(({ end }) => {
    if (end.kind === 'branch') return isTest(end.condition);
    return end.kind === 'switch' && isElement(end.value) && end.cases.some(({ low }) => low === 0);
  });
  if (ends) return true;
  return expressionsOf(fn.blocks).some((expr) => {
    if (expr.kind === 'binary' && (expr.op === '==' || expr.op === '!='))
      return (
        (isElement(expr.left) && isZero(expr.right)) || (isElement(expr.right) && isZero(expr.left))
      );
    if (expr.kind !== 'call') return false;
    return expr.args.some((arg, at) => {
      const root = rootOf(arg);
      if (root === undefined || !aliases.has(root)) return false;
      if (READS_TEXT.test(expr.name)) return true;
      const callee = unit.functionsByName.get(expr.name);
      const taken = callee?.parameters.find(({ position }) => position === at);
      return (
        depth < MAX_DEPTH &&
        callee !== undefined &&
        taken !== undefined &&
        callee !== fn &&
        usesAsText(callee, taken, unit, depth + 1)
      );
    });
  });
}

/** Whether all that is done with a parameter is to write one value where it points. */
export function isOnlyWritten(fn: LoweredFunction, parameter: Variable): boolean {
  let writes = 0;
  const isIt = (expr: Expr): boolean => expr.kind === 'name' && expr.variable === parameter;
  const allowed = new Set<Expr>();
  for (const expr of expressionsOf(fn.blocks)) {
    if (expr.kind === 'assign' && expr.op === '=') {
      const { target } = expr;
      if (target.kind === 'deref' && isIt(target.operand)) {
        allowed.add(target.operand);
        writes += 1;
      }
    }
    const isTest = expr.kind === 'binary' && (expr.op === '==' || expr.op === '!=');
    if (isTest) for (const side of [expr.left, expr.right]) if (isIt(side)) allowed.add(side);
    if (expr.kind === 'unary' && expr.op === '!') allowed.add(expr.operand);
  }
  for (const { end } of fn.blocks) if (end.kind === 'branch') allowed.add(end.condition);
  return writes > 0 && expressionsOf(fn.blocks).every((expr) => !isIt(expr) || allowed.has(expr));
}

/** Whether a function releases what a parameter points to, or hands it to one that does. */
export function isReleased(fn: LoweredFunction, parameter: Variable): boolean {
  const aliases = aliasesOf(fn, parameter);
  return expressionsOf(fn.blocks).some((expr) => {
    if (expr.kind !== 'call' || !RELEASES.test(expr.name)) return false;
    return expr.args.some((arg) => {
      const root = rootOf(arg);
      return root !== undefined && aliases.has(root);
    });
  });
}

/** Whether a number says where in the memory of a pointer something is. */
export function isPositionIn(
  fn: LoweredFunction,
  number: Variable,
  pointers: readonly Variable[],
): boolean {
  const aliases = new Set(pointers.flatMap((pointer) => [...aliasesOf(fn, pointer)]));
  const names = (expr: Expr): boolean =>
    expressionsIn(expr).some((part) => part.kind === 'name' && part.variable === number);
  const points = (expr: Expr): boolean => {
    const root = rootOf(expr);
    return root !== undefined && aliases.has(root);
  };
  return expressionsOf(fn.blocks).some((expr) => {
    if (expr.kind === 'index') return points(expr.base) && names(expr.index);
    if (expr.kind !== 'binary' && expr.kind !== 'assign') return false;
    if (!/^[+-]=?$/.test(expr.op)) return false;
    const [left, right] =
      expr.kind === 'binary' ? [expr.left, expr.right] : [expr.target, expr.value];
    return (points(left) && names(right)) || (points(right) && names(left));
  });
}

const READS_BYTES = /^(?:mem(?:cmp|chr|rchr|mem)|str(?:nlen|ncmp|ncasecmp))$/;

/** Whether a function does nothing with what a parameter points to but read it. */
export function isOnlyRead(fn: LoweredFunction, parameter: Variable): boolean {
  const aliases = aliasesOf(fn, parameter);
  const isElement = (expr: Expr): boolean => {
    if (expr.kind !== 'deref' && expr.kind !== 'index') return false;
    const root = rootOf(expr.kind === 'deref' ? expr.operand : expr.base);
    return root !== undefined && aliases.has(root);
  };
  const isAlias = (expr: Expr): boolean => {
    const root = rootOf(expr);
    return root !== undefined && aliases.has(root);
  };
  return expressionsOf(fn.blocks).every((expr) => {
    if (expr.kind === 'assign') return !isElement(expr.target) && !isKept(expr.target, expr.value);
    if (expr.kind === 'incdec') return !isElement(expr.operand);
    if (expr.kind !== 'call' || READS_BYTES.test(expr.name) || READS_TEXT.test(expr.name))
      return true;
    return !expr.args.some(isAlias);
  });

  /** A pointer that goes anywhere but into a local variable may be written through there. */
  function isKept(target: Expr, value: Expr): boolean {
    return isAlias(value) && isPointerLike(value.type) && target.kind !== 'name';
  }
}

/** Whether a function's code shows that a number tells how much memory a pointer has. */
export function areTogether(fn: LoweredFunction, pointer: Variable, number: Variable): boolean {
  if (isPositionIn(fn, number, [pointer])) return true;
  const aliases = aliasesOf(fn, pointer);
  const isNumber = (expr: Expr): boolean => {
    if (expr.kind === 'cast') return isNumber(expr.operand);
    return expr.kind === 'name' && expr.variable === number;
  };
  const isPointer = (expr: Expr): boolean => {
    const root = rootOf(expr);
    return root !== undefined && aliases.has(root);
  };
  const all = expressionsOf(fn.blocks);
  const indices = new Set(
    all.flatMap((expr) =>
      expr.kind === 'index' && isPointer(expr.base)
        ? expressionsIn(expr.index).flatMap((part) => (part.kind === 'name' ? [part.variable] : []))
        : [],
    ),
  );
  return all.some((expr) => {
    if (expr.kind === 'call') {
      const pointers = expr.args.some(isPointer);
      return pointers && expr.args.some(isNumber);
    }
    if (expr.kind === 'incdec') return expr.op === '--' && isNumber(expr.operand);
    if (expr.kind === 'assign') return expr.op === '-=' && isNumber(expr.target);
    if (expr.kind !== 'binary' || !/^[<>]=?$|^!=$/.test(expr.op)) return false;
    const other = isNumber(expr.right) ? expr.left : isNumber(expr.left) ? expr.right : undefined;
    return other?.kind === 'name' && indices.has(other.variable);
  });
}
