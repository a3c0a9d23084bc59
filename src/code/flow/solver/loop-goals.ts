import type { Expr, Loop } from '../../c/ir/ast.ts';
import { pointee } from '../../c/ir/types.ts';
import type { State } from '../domain/state.ts';
import type { Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/**
 * The numbers, and the offsets of pointers, that a loop compares with and that are known where it begins, such as 36 for
 * `p != end + 1` where `end` is `a + 8`. Where it goes on until two things are equal, nothing else narrows the
 * range of the one that moves.
 */
export function goalsOfLoop(
  interpreter: Interpreter,
  loop: Loop | undefined,
  state: State,
): readonly number[] {
  const sides = loop?.condition === undefined ? [] : comparedIn(loop.condition);
  if (sides.length === 0) return [];
  const before = interpreter.state;
  interpreter.state = state;
  const goals = sides.flatMap((side) => {
    // Where the end of a round asks, the beginning sees one step less.
    const to = loop?.kind === 'do' ? pointee(side.type) : undefined;
    const step = to === undefined ? 0 : (interpreter.sizeOf(to) ?? 0);
    return numbersOf(interpreter, interpreter.valueOf(side)).flatMap((goal) =>
      step === 0 ? [goal] : [goal - step, goal],
    );
  });
  interpreter.state = before;
  return goals;
}

/** The sides of comparisons that can be evaluated without effects, but for those that are numbers in the text. */
function comparedIn(condition: Expr): Expr[] {
  if (condition.kind !== 'binary') return [];
  const { op, left, right } = condition;
  if (op === '&&') return [...comparedIn(left), ...comparedIn(right)];
  if (op !== '!=') return [];
  return [left, right].filter((side) => side.kind !== 'number' && isPlain(side));
}

function isPlain(expr: Expr): boolean {
  switch (expr.kind) {
    case 'name':
    case 'number':
    case 'sizeof':
      return true;
    case 'binary':
      return /^[-+*/]$/.test(expr.op) && isPlain(expr.left) && isPlain(expr.right);
    case 'cast':
    case 'address':
      return isPlain(expr.operand);
    case 'index':
      return isPlain(expr.base) && isPlain(expr.index);
    case 'member':
      return isPlain(expr.base);
    default:
      return false;
  }
}

function numbersOf(interpreter: Interpreter, value: Value): number[] {
  if (value.root === 0) return [value.add];
  const { lo, hi } = interpreter.range(value);
  if (lo === hi && Number.isFinite(lo)) return [lo];
  return interpreter.pointees(value).flatMap(({ offset }) => {
    const at = interpreter.range(offset);
    return at.lo === at.hi && Number.isFinite(at.lo) ? [at.lo] : [];
  });
}
