import { isDeepStrictEqual } from 'node:util';
import type { Case, SideResult } from '../cases/case.ts';
import { recordOfChoice } from '../cases/choice.ts';
import type { CaseValue, Shape } from '../cases/shape.ts';
import { toBits } from '../inputs/values/floats.ts';

/** Whether two values are the same: floats by their bits, any NaN equal to any other. */
export function isSameValue(shape: Shape, a: CaseValue, b: CaseValue): boolean {
  if (shape.kind === 'float' && typeof a === 'number' && typeof b === 'number') {
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) && Number.isNaN(b);
    return toBits(shape.bits, a) === toBits(shape.bits, b);
  }
  if (shape.kind === 'nullable') {
    return a === null || b === null ? a === b : isSameValue(shape.of, a, b);
  }
  if (shape.kind === 'choice') return isSameValue(recordOfChoice(shape, a), a, b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) {
    return Buffer.compare(a, b) === 0;
  }
  if (!isArray(a) || !isArray(b)) return a === b;
  if (a.length !== b.length) return false;
  return a.every((part, at) => {
    const of = shape.kind === 'record' ? shape.fields[at]?.shape : partOf(shape);
    const other = b[at];
    return of !== undefined && other !== undefined && isSameValue(of, part, other);
  });
}

function partOf(shape: Shape): Shape | undefined {
  return shape.kind === 'list' || shape.kind === 'array' ? shape.of : undefined;
}

function isArray(value: CaseValue): value is readonly CaseValue[] {
  return Array.isArray(value);
}

/** Where two sides that were given the same case differ: the step, and the slot if there is one. */
export interface Difference {
  readonly step: number;
  readonly slot: number | undefined;
}

/** The step at which a side did not go on. */
function endOf(side: SideResult): number | undefined {
  return side.kind === 'returned' ? undefined : side.step;
}

/** Whether both sides ended the process at the same step, and left the same. */
function isSameEnd(c: Extract<SideResult, { kind: 'ended' }>, rust: SideResult): boolean {
  if (rust.kind !== 'ended' || rust.step !== c.step || rust.status !== c.status) return false;
  return isDeepStrictEqual(c.left, rust.left);
}

/**
 * The first difference between the sides of a case.
 * @param outputs the shapes of the outputs of each call; those only observed are not compared
 * @returns undefined when there is none, or the C did not come to its end: then nothing is compared.
 */
export function firstDifference(
  { steps }: Case,
  c: SideResult,
  rust: SideResult,
  outputs: readonly (readonly { readonly shape: Shape; readonly isObserved?: boolean }[])[],
): Difference | undefined {
  if (c.kind !== 'returned' && c.kind !== 'ended') return undefined;
  if (rust.kind !== c.kind) return { step: endOf(rust) ?? endOf(c) ?? 0, slot: undefined };
  if (c.kind === 'ended' && !isSameEnd(c, rust)) return { step: c.step, slot: undefined };
  if (rust.kind !== 'returned' && rust.kind !== 'ended') return undefined;
  for (const [step, { call }] of steps.slice(0, c.steps.length).entries()) {
    for (const [slot, { shape, isObserved }] of (outputs[call] ?? []).entries()) {
      if (isObserved === true) continue;
      const mine = c.steps[step]?.[slot];
      const other = rust.steps[step]?.[slot];
      if (mine === undefined || other === undefined || !isSameValue(shape, mine, other)) {
        return { step, slot };
      }
    }
  }
  return undefined;
}
