import type { CallExpr } from '../../c/ir/ast.ts';
import type { MemoryObject } from '../domain/memory-object.ts';
import { constant, plus, sameValue, TOP_FACTS, type Value } from '../domain/value.ts';
import type { Pointee } from '../interpreter/facts.ts';
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
  const skipped = only === undefined || pointees.length > 1 ? undefined : skippedOf(only);
  const whole = skipped === 0 ? only?.object : undefined;
  if (whole?.length !== undefined) return plus(whole.length, 1);
  if (only !== undefined && skipped !== undefined && skipped > 0)
    return plus(wholeLength(interpreter, expr, only.object, skipped), 1 - skipped);
  const further = pointees.length === 1 && whole === undefined ? only : undefined;
  const { tail } = further?.object ?? {};
  if (further !== undefined && tail !== undefined && sameValue(tail.at, further.offset))
    return plus(tail.length, 1);
  const isAtStart = ({ id }: MemoryObject): boolean =>
    whole !== undefined && interpreter.hasCharacters(id);
  for (const { object } of pointees) {
    const bytes =
      object.size === undefined ? Number.POSITIVE_INFINITY : interpreter.range(object.size).hi;
    const most =
      object.terminated === 'no' ? Number.POSITIVE_INFINITY : Math.min(object.maxLength, bytes - 1);
    hi = Math.max(hi, most);
    const least = object.kind === 'literal' ? object.maxLength : 0;
    lo = Math.min(lo, least === 0 && isAtStart(object) ? 1 : least);
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
  const asked = whole === undefined ? undefined : interpreter.state.object(whole.id);
  if (asked !== undefined && asked.kind !== 'literal')
    interpreter.state.setObject({ ...asked, length });
  const behind = further && interpreter.state.object(further.object.id);
  if (further !== undefined && behind !== undefined && behind.kind !== 'literal')
    interpreter.state.setObject({ ...behind, tail: { at: further.offset, length } });
  return plus(length, 1);
}

/** No more characters than a mark or a prefix has are taken to be part of the text that stands before them. */
const MAX_SKIPPED = 4;

/**
 * How many characters of the text that an object holds a pointer has passed: some of a text that the caller has given, which is
 * there as a whole. In an array of the program other fields may stand, and other texts.
 */
function skippedOf({ object, offset }: Pointee): number | undefined {
  if (offset.root !== 0 || offset.add < 0 || offset.add > MAX_SKIPPED) return undefined;
  if (offset.add === 0) return 0;
  const isGiven = object.kind === 'unknown' && object.size === undefined;
  return isGiven && object.terminated !== 'no' && object.maxLength === Number.POSITIVE_INFINITY
    ? offset.add
    : undefined;
}

/** The length of a text of any length, of which some characters are passed: so many it has at least. */
function wholeLength(
  interpreter: Interpreter,
  expr: CallExpr,
  object: MemoryObject,
  least: number,
): Value {
  const { state } = interpreter;
  if (object.length !== undefined && object.length.scale === 1) {
    const facts = state.facts(object.length.root);
    const lo = Math.max(facts.lo, least - object.length.add);
    if (object.length.root !== 0 && lo <= facts.hi)
      state.setFacts(object.length.root, { ...facts, lo });
    return object.length;
  }
  const length = interpreter.fresh(expr, 'text length', {
    ...TOP_FACTS,
    lo: least,
    hi: MAX_TEXT_LENGTH,
    from: 'strlen',
    lengthOf: object.taint,
  });
  state.setObject({ ...object, length });
  return length;
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
