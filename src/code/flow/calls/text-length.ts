import type { CallExpr } from '../../c/ir/ast.ts';
import { constant, plus, TOP_FACTS, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** No object is larger than the address space that a 64-bit process has. */
export const MAX_TEXT_LENGTH = 2 ** 47;

/** The length of a text with its NUL; unbounded where nothing limits it. */
export function textSize(
  interpreter: Interpreter,
  expr: CallExpr,
  pointer: Value | undefined,
): Value | undefined {
  if (pointer === undefined) return undefined;
  let hi = 0;
  let lo = Number.POSITIVE_INFINITY;
  const pointees = interpreter.pointees(pointer);
  const [only] = pointees;
  const whole =
    only !== undefined && pointees.length === 1 && only.offset.root === 0 && only.offset.add === 0;
  if (whole && only.object.length !== undefined) return plus(only.object.length, 1);
  for (const { object } of pointees) {
    const bytes =
      object.size === undefined ? Number.POSITIVE_INFINITY : interpreter.range(object.size).hi;
    const most =
      object.terminated === 'no' ? Number.POSITIVE_INFINITY : Math.min(object.maxLength, bytes - 1);
    hi = Math.max(hi, most);
    lo = Math.min(lo, object.kind === 'literal' ? object.maxLength : 0);
  }
  if (hi === lo && Number.isFinite(hi)) return constant(hi + 1);
  const facts = {
    ...TOP_FACTS,
    lo: Number.isFinite(lo) ? lo : 0,
    hi: hi === 0 ? MAX_TEXT_LENGTH : Math.min(hi, MAX_TEXT_LENGTH),
    // A length is not a number from outside: as many characters do exist.
    from: 'strlen',
    lengthOf: interpreter.contentTaint(pointer),
  };
  const length = interpreter.fresh(expr, 'text length', facts);
  const asked = whole ? interpreter.state.object(only.object.id) : undefined;
  if (asked !== undefined && asked.kind !== 'literal')
    interpreter.state.setObject({ ...asked, length });
  return plus(length, 1);
}

/** The longest text that a pointer may point to, in characters without NUL. */
export function textLimit(interpreter: Interpreter, pointer: Value): number {
  let most = 0;
  for (const { object } of interpreter.pointees(pointer)) {
    const bytes =
      object.size === undefined ? Number.POSITIVE_INFINITY : interpreter.range(object.size).hi;
    most = Math.max(
      most,
      object.terminated === 'no' ? Number.POSITIVE_INFINITY : Math.min(object.maxLength, bytes - 1),
    );
  }
  return most === 0 && interpreter.pointees(pointer).length === 0 ? Number.POSITIVE_INFINITY : most;
}
