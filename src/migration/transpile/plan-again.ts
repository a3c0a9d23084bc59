import { isDeepStrictEqual } from 'node:util';
import type { Evidence } from '../../equivalence/evidence/evidence.ts';
import { ModelError } from '../../errors.ts';
import type { FunctionPlan } from '../steps/step.ts';
import type { BuiltRust } from './attempt-deps.ts';

/** How often a planner hears that its plan cannot be compared. */
export const MAX_PLANS_ANEW = 2;

/** A state of an attempt to go back to. */
export interface Uncompared extends BuiltRust {
  readonly keptTests: ReadonlySet<string>;
}

/**
 * Why functions could not be run beside their C, where another plan may help: that is a matter of the plan
 * and not of the Rust. Undefined where none may.
 * @param awaitsOthers whether functions are still to come by which an object can be made or looked at
 */
export function comparisonProblem(
  plans: readonly FunctionPlan[],
  evidence: ReadonlyMap<string, Evidence>,
  awaitsOthers: boolean,
): string | undefined {
  const found = plans.flatMap(({ cName, skip }) => {
    const seen = evidence.get(cName);
    if (skip !== undefined || seen?.kind !== 'not checked') return [];
    const { remedy = 'none', because } = seen;
    const mayHelp = remedy === 'plan' || (remedy === 'later' && !awaitsOthers);
    return mayHelp ? [`${cName}: ${because}`] : [];
  });
  return found.length === 0 ? undefined : found.join('\n');
}

/** What a planner is to do about it. */
export const PLAN_AGAIN = `The Rust of the last plan is written, builds and passes its tests; but C and Rust cannot be run
side by side by that plan. Give the plan again with what is missing in the mapping, or without what is wrong in it.
Another signature only where no mapping helps: then the Rust is written anew. Where neither helps, the same plan.`;

/**
 * An answer; undefined where a recording has none. How much a comparison reaches in its time differs from
 * machine to machine, and a run that is replayed goes on with the plan that it has.
 */
export async function orNone<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof ModelError && thrown.failure === 'replay') return undefined;
    throw thrown;
  }
}

/** Whether the Rust of one plan is that of the other, whatever is said of how it is compared. */
export function isSameRust(left: readonly FunctionPlan[], right: readonly FunctionPlan[]): boolean {
  const rust = ({ cName, file, rust: path, signature, skip }: FunctionPlan) => ({
    ...{ cName, file, path, isSkipped: skip !== undefined },
    signature: signature.replaceAll(/\s+/g, ' '),
  });
  return isDeepStrictEqual(byName(left).map(rust), byName(right).map(rust));
}

/** Whether two plans of the same Rust say the same of how it is compared. */
function isSameMapping(left: readonly FunctionPlan[], right: readonly FunctionPlan[]): boolean {
  const mappings = (plans: readonly FunctionPlan[]) => byName(plans).map(({ mapping }) => mapping);
  return isDeepStrictEqual(mappings(left), mappings(right));
}

/** Whether a plan differs from one before in nothing but how the same Rust is compared. */
export function isComparedAnew(
  before: readonly FunctionPlan[],
  now: readonly FunctionPlan[],
): boolean {
  return isSameRust(before, now) && !isSameMapping(before, now);
}

function byName(plans: readonly FunctionPlan[]): FunctionPlan[] {
  return plans.toSorted((a, b) => (a.cName < b.cName ? -1 : 1));
}
