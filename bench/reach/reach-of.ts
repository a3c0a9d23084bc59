import { checkEquivalence } from '../../src/equivalence/check-equivalence.ts';
import { NotComparable, NothingToCompare } from '../../src/equivalence/not-comparable.ts';
import { streamsIn } from '../../src/equivalence/pairing/pair-contents.ts';
import type { HarnessPlan } from '../../src/equivalence/plan/comparison-plan.ts';
import type { EquivalenceDeps, EquivalenceSubject } from '../../src/equivalence/plan/subject.ts';
import { PAYLOADS } from '../../src/equivalence/planner/payloads.ts';
import { isGeneric, planHarness } from '../../src/equivalence/planner/plan-harness.ts';
import { messageOf } from '../../src/errors.ts';

/** How a function is compared, or that it is not. */
export const FORMS = [
  'by value',
  'by sequences',
  'by streams',
  'nothing to compare',
  'none',
] as const;
type Form = (typeof FORMS)[number];

/** What the judge can do with one function. */
export interface Reach {
  readonly name: string;
  readonly form: Form;
  /** Why not. */
  readonly because?: string;
}

/**
 * How a C function can be compared with a Rust one. @param runs also builds both sides and gives them
 * inputs: what Rust answers does not count, only whether it is asked
 */
export async function reachOf(
  subject: EquivalenceSubject,
  deps: EquivalenceDeps,
  runs: boolean,
): Promise<Reach> {
  const { name } = subject.function;
  try {
    const payload = (await isGeneric(subject, deps)) ? PAYLOADS[0].type : undefined;
    const { planned } = await planHarness(subject, deps, payload);
    const form = formOf(planned);
    if (!runs) return { name, form };
    const evidence = await checkEquivalence(subject, deps);
    return evidence.kind === 'not checked'
      ? { name, form: 'none', because: evidence.because }
      : { name, form };
  } catch (thrown) {
    if (thrown instanceof NothingToCompare) return { name, form: 'nothing to compare' };
    const because = messageOf(thrown);
    return {
      name,
      form: 'none',
      because: thrown instanceof NotComparable ? because : `the driver: ${because}`,
    };
  }
}

function formOf({ calls, objectType, subjectIndex, isStateful }: HarnessPlan): Form {
  if (objectType !== undefined || isStateful === true) return 'by sequences';
  const plan = calls[subjectIndex]?.plan;
  const hasStreams = plan?.rust.some(
    ({ pair }) => pair !== undefined && streamsIn(pair).length > 0,
  );
  return hasStreams === true || plan?.usesFiles === true ? 'by streams' : 'by value';
}
