import type { CallExpr, Expr, Variable } from '../../code/c/ir/ast.ts';
import type { CType } from '../../code/c/ir/types.ts';
import { expressionsIn } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import { containerKind, nameOfType } from './containers.ts';
import { variableNamed } from './element-changes.ts';

/** The variables whose element an expression needs. */
export function usedBy(expr: Expr): Variable[] {
  const named = (inner: Expr): Variable[] => {
    const bare = withoutCasts(inner);
    return bare.kind === 'name' && bare.variable !== undefined ? [bare.variable] : [];
  };
  switch (expr.kind) {
    case 'name':
      return named(expr);
    case 'deref':
    case 'incdec':
      return named(expr.operand);
    case 'index':
      return named(expr.base);
    case 'member':
      return expr.arrow ? named(expr.base) : [];
    case 'binary':
      // A pointer is not shifted: what it leads to is written to a stream.
      return expr.op === '<<' ? named(expr.right) : [];
    default:
      return [];
  }
}

/** A container that is a variable of the function itself. */
export function ownVariable(container: Expr): Variable | undefined {
  const variable = variableNamed(container);
  const isOwn = variable?.scope === 'local' || variable?.scope === 'parameter';
  return isOwn && variable.type.kind === 'unknown' ? variable : undefined;
}

/** Whether a size says that it is more than some other. */
export function grows(size: Expr): boolean {
  const bare = withoutCasts(size);
  return bare.kind === 'binary' && /^[+*]$/.test(bare.op) && expressionsIn(bare).some(isSize);
}

function isSize(expr: Expr): boolean {
  return expr.kind === 'call' && /^(?:size|length)$/.test(expr.name);
}

export function isTextType(type: CType): boolean {
  return containerKind(type) === 'block' && !nameOfType(type).startsWith('vector<');
}

/** `find` of a text gives a number, and `insert` may give the text itself. */
export function isPosition({ name, receiver }: CallExpr, type: CType): boolean {
  return (
    receiver !== undefined &&
    /string(?:_view)?$|^basic_string/.test(nameOfType(receiver.type)) &&
    !/^c?r?(?:begin|end)$/.test(name) &&
    !(type.kind === 'unknown' && /iterator/.test(type.name) && /^(?:insert|erase)$/.test(name))
  );
}

export function isBegin(expr: Expr): boolean {
  const bare = withoutCasts(expr);
  return bare.kind === 'call' && /^c?begin$/.test(bare.name);
}
