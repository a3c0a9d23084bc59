import type { CallExpr } from '../c/ast.ts';
import type { Machine } from './machine.ts';
import { constant, plus, UNKNOWN_FACTS, type Value } from './value.ts';

/** No object is larger than the address space that a 64-bit process has. */
const LONGEST_TEXT = 2 ** 47;

/** The length of a text with its NUL; unbounded where nothing limits it. */
export function textSize(
  machine: Machine,
  expr: CallExpr,
  pointer: Value | undefined,
): Value | undefined {
  if (pointer === undefined) return undefined;
  let hi = 0;
  let lo = Number.POSITIVE_INFINITY;
  const pointees = machine.pointees(pointer);
  const [only] = pointees;
  const whole =
    only !== undefined && pointees.length === 1 && only.offset.root === 0 && only.offset.add === 0;
  if (whole && only.object.length !== undefined) return plus(only.object.length, 1);
  for (const { object } of pointees) {
    const bytes =
      object.size === undefined ? Number.POSITIVE_INFINITY : machine.range(object.size).hi;
    const most =
      object.terminated === 'no' ? Number.POSITIVE_INFINITY : Math.min(object.maxLength, bytes - 1);
    hi = Math.max(hi, most);
    lo = Math.min(lo, object.kind === 'literal' ? object.maxLength : 0);
  }
  if (hi === lo && Number.isFinite(hi)) return constant(hi + 1);
  const facts = {
    ...UNKNOWN_FACTS,
    lo: Number.isFinite(lo) ? lo : 0,
    hi: hi === 0 ? LONGEST_TEXT : Math.min(hi, LONGEST_TEXT),
    // A length is no number that somebody chose: as many characters do exist.
    from: 'strlen',
  };
  const length = machine.fresh(expr, 'text length', facts);
  const asked = whole ? machine.state.object(only.object.id) : undefined;
  if (asked !== undefined && asked.kind !== 'literal')
    machine.state.setObject({ ...asked, length });
  return plus(length, 1);
}

/** The longest text that a pointer may point to, in characters without NUL. */
export function textLimit(machine: Machine, pointer: Value): number {
  let most = 0;
  for (const { object } of machine.pointees(pointer)) {
    const bytes =
      object.size === undefined ? Number.POSITIVE_INFINITY : machine.range(object.size).hi;
    most = Math.max(
      most,
      object.terminated === 'no' ? Number.POSITIVE_INFINITY : Math.min(object.maxLength, bytes - 1),
    );
  }
  return most === 0 && machine.pointees(pointer).length === 0 ? Number.POSITIVE_INFINITY : most;
}
