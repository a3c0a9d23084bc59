import type { Expr } from '../c/ir/ast.ts';
import { isPointerLike } from '../c/ir/types.ts';
import { isPlace } from './access-paths.ts';
import { type Constraint, constraintsOf } from './constraint.ts';

/**
 * What holds behind an access: the pointer that it went through was not null, or this point is not reached.
 * A test of it further down protects nothing any more.
 */
export function accessedConstraints(access: Expr): readonly Constraint[] {
  const pointer = pointerOf(access);
  if (pointer === undefined || !isPlace(pointer) || !isPointerLike(pointer.type)) return [];
  return constraintsOf(pointer, true).map((constraint) => ({ ...constraint, kind: 'accessed' }));
}

function pointerOf(access: Expr): Expr | undefined {
  if (access.kind === 'deref') return access.operand;
  if (access.kind === 'index') return access.base;
  return access.kind === 'member' && access.arrow ? access.base : undefined;
}
