import type { Expr } from '../../../../code/c/ir/ast.ts';
import { partsOf } from '../../../../code/c/ir/walk.ts';

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
