import type { CallExpr } from '../../c/ir/ast.ts';
import { isPointerLike } from '../../c/ir/types.ts';
import type { MemoryObject } from '../domain/memory-object.ts';
import type { Excess, ParameterContext } from '../domain/parameter-context.ts';
import { appendSteps } from '../domain/source-step.ts';
import { isExternal } from '../domain/taint.ts';
import { linearSum, times, type Value } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { MAX_TEXT_LENGTH } from './text-length.ts';

/** What a call passes, for the analysis of the callee. */
export function callContexts(
  interpreter: Interpreter,
  expr: CallExpr,
  args: readonly Value[],
): ParameterContext[] {
  return args.map((value, index): ParameterContext => {
    const facts = interpreter.factsOf(value);
    const arg = expr.args[index];
    const pointer = arg !== undefined && isPointerLike(arg.type);
    const taint = interpreter.contentTaint(value);
    const object = pointer ? interpreter.pointees(value)[0]?.object : undefined;
    const offset = pointer ? interpreter.pointees(value)[0]?.offset : undefined;
    const whole = offset?.root === 0 && offset.add === 0;
    // Only a size that is a number holds for every call.
    const size = whole && object?.size?.root === 0 ? object.size.add : undefined;
    return {
      lo: facts.lo,
      hi: facts.hi,
      mayBeNull: value.root === 0 ? value.add === 0 : facts.mayBeNull,
      mayBeNonNull: value.root === 0 ? value.add !== 0 : facts.mayBeNonNull,
      nullOrigin:
        value.root === 0 && value.add === 0
          ? { kind: 'literal', what: 'NULL', step: interpreter.step(expr, 'null is passed here') }
          : facts.nullOrigin,
      taint:
        taint === undefined
          ? undefined
          : {
              ...taint,
              steps: appendSteps(taint.steps, [
                interpreter.step(expr, `it is passed to ${expr.name}`),
              ]),
            },
      size: size !== undefined && Number.isFinite(size) ? { lo: size, hi: size } : undefined,
      terminated: object?.terminated ?? 'unknown',
      maxLength: whole
        ? longestText(interpreter, object)
        : (object?.maxLength ?? Number.POSITIVE_INFINITY),
      text: whole ? object?.text : undefined,
      isLimited: facts.checkedAbove || !isExternal(taint),
      ...(whole && object?.size !== undefined ? sizeRelation(object.size, args) : {}),
      ...(pointer ? {} : excessOf(interpreter, expr, args, index)),
    };
  });
}

/** How long the text in an object can be, by what wrote it and by what conditions say of its length. */
function longestText(interpreter: Interpreter, object: MemoryObject | undefined): number {
  if (object === undefined) return Number.POSITIVE_INFINITY;
  const measured =
    object.length === undefined ? MAX_TEXT_LENGTH : interpreter.range(object.length).hi;
  return measured < MAX_TEXT_LENGTH ? Math.min(object.maxLength, measured) : object.maxLength;
}

/** A size that another argument gives: `f(malloc(4 * n), n)`. */
function sizeRelation(size: Value, args: readonly Value[]): Pick<ParameterContext, 'sizeBy'> {
  if (size.root === 0) return {};
  for (const [parameter, { root, scale, add }] of args.entries()) {
    const factor = size.scale / scale;
    if (root !== size.root || !Number.isInteger(factor)) continue;
    const rest = linearSum(size, times({ root, scale, add }, factor), -1);
    if (rest?.root === 0) return { sizeBy: { parameter, scale: factor, add: rest.add } };
  }
  return {};
}

/** More arguments than these are not compared with each other. */
const MAX_COMPARED = 8;

/** The numbers among the other arguments that bound one, which itself no number bounds as well. */
function excessOf(
  { state }: Interpreter,
  { args: exprs }: CallExpr,
  args: readonly Value[],
  index: number,
): Pick<ParameterContext, 'exceeds'> {
  const own = args[index];
  if (own === undefined || own.root === 0 || args.length > MAX_COMPARED) return {};
  const exceeds = args.flatMap((other, parameter): Excess[] => {
    const isNumber = exprs[parameter]?.type.kind === 'int';
    if (parameter === index || other.root === 0 || !isNumber) return [];
    const isRelated =
      other.root === own.root || Number.isFinite(state.comparedDifference(own.root, other.root));
    const most = isRelated ? state.upperDifference(own, other) : Number.POSITIVE_INFINITY;
    return Number.isFinite(most) ? [{ parameter, most }] : [];
  });
  return exceeds.length === 0 ? {} : { exceeds };
}
