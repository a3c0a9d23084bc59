import { joinTerminated, type MemoryObject } from './memory-object.ts';
import type { Taint } from './taint.ts';
import type { Range, ValueFacts } from './value.ts';

/** What is known of one parameter from all the calls that were seen. */
export interface ParameterContext extends ValueFacts {
  /** The least and the greatest size of what it points to, in bytes, where every caller shows it. */
  readonly size: Range | undefined;
  readonly terminated: MemoryObject['terminated'];
  readonly maxLength: number;
  readonly text: string | undefined;
  /** Whether each caller that passes an untrusted number has compared it with a limit from above. */
  readonly isLimited: boolean;
  /** The size of what it points to, by what each caller passes for another parameter. */
  readonly sizeBy?: SizeByArgument;
  /** What it exceeds other arguments by at most, in every call. */
  readonly exceeds?: readonly Excess[];
}

/** `scale` times what is passed for another parameter, and `add`. */
interface SizeByArgument {
  readonly parameter: number;
  readonly scale: number;
  readonly add: number;
}

/** That an argument is no greater than another one and a number. */
export interface Excess {
  readonly parameter: number;
  readonly most: number;
}

/** Joins what two calls pass for a parameter. */
function joinContext(a: ParameterContext, b: ParameterContext): ParameterContext {
  if (a === b || covers(a, b)) return a;
  const real = (taint: Taint | undefined): boolean =>
    taint !== undefined && taint.kind !== 'parameter';
  return {
    lo: Math.min(a.lo, b.lo),
    hi: Math.max(a.hi, b.hi),
    mayBeNull: a.mayBeNull || b.mayBeNull,
    mayBeNonNull: a.mayBeNonNull || b.mayBeNonNull,
    nullOrigin:
      a.nullOrigin?.kind === 'parameter'
        ? (b.nullOrigin ?? a.nullOrigin)
        : (a.nullOrigin ?? b.nullOrigin),
    taint: real(a.taint) ? a.taint : real(b.taint) ? b.taint : (a.taint ?? b.taint),
    size:
      a.size === undefined || b.size === undefined
        ? undefined
        : { lo: Math.min(a.size.lo, b.size.lo), hi: Math.max(a.size.hi, b.size.hi) },
    terminated: joinTerminated(a.terminated, b.terminated),
    maxLength: Math.max(a.maxLength, b.maxLength),
    text: a.text === b.text ? a.text : undefined,
    isLimited: a.isLimited && b.isLimited,
    ...joinRelations(a, b),
  };
}

/** The relations that both of two calls show. */
function joinRelations(
  a: ParameterContext,
  b: ParameterContext,
): Pick<ParameterContext, 'sizeBy' | 'exceeds'> {
  const { sizeBy } = a;
  const exceeds = a.exceeds?.flatMap(({ parameter, most }) => {
    const other = b.exceeds?.find((excess) => excess.parameter === parameter);
    return other === undefined ? [] : [{ parameter, most: Math.max(most, other.most) }];
  });
  return {
    ...(sizeBy !== undefined && isSameSize(sizeBy, b.sizeBy) ? { sizeBy } : {}),
    ...(exceeds === undefined || exceeds.length === 0 ? {} : { exceeds }),
  };
}

function isSameSize(one: SizeByArgument, other: SizeByArgument | undefined): boolean {
  const { parameter, scale, add } = one;
  return parameter === other?.parameter && scale === other.scale && add === other.add;
}

/** Whether a context allows all that another one passes, so that joining them gives the first: most do. */
function covers(a: ParameterContext, b: ParameterContext): boolean {
  return (
    a.lo <= b.lo &&
    a.hi >= b.hi &&
    (a.mayBeNull || !b.mayBeNull) &&
    (a.mayBeNonNull || !b.mayBeNonNull) &&
    a.maxLength >= b.maxLength &&
    a.size === undefined &&
    a.text === undefined &&
    a.sizeBy === undefined &&
    a.exceeds === undefined &&
    a.terminated === b.terminated &&
    (b.isLimited || !a.isLimited) &&
    (a.nullOrigin === b.nullOrigin || (a.nullOrigin !== undefined && b.nullOrigin === undefined)) &&
    (a.taint === b.taint || b.taint === undefined)
  );
}

/** Joins what is known of all parameters with what another call passes for them. */
export function joinContexts(
  known: readonly ParameterContext[],
  args: readonly ParameterContext[],
): readonly ParameterContext[] {
  let isSame = true;
  const joined = known.map((context, index) => {
    const other = args[index];
    const both = other === undefined ? context : joinContext(context, other);
    if (both !== context) isSame = false;
    return both;
  });
  return isSame ? known : joined;
}
