import { UNWRITTEN } from '../c/runtime.ts';
import type { Case } from '../cases/case.ts';
import { type ComparisonPlan, makesObject } from '../plan/comparison-plan.ts';
import type { RoundsResult } from './run-rounds.ts';

/**
 * Whether a case shows what a call of the subject did: that gives something back, or a later call that does takes
 * an object. That an object was made is nothing that shows what it holds.
 */
function showsSubject({ steps }: Case, calls: readonly ComparisonPlan[], subject: number): boolean {
  const first = steps.findIndex(({ call }) => call === subject);
  if (first < 0) return false;
  return steps.slice(first).some(({ call, handles }, at) => {
    const plan = calls[call];
    if (plan === undefined) return false;
    const gives = plan.outputs.length > (makesObject(plan) ? 1 : 0);
    return gives && (at === 0 || handles.length > 0);
  });
}

/**
 * Why nothing is known of a function whose objects are made of memory that nothing was written to; undefined where
 * some input that counts shows what it does.
 * @param fields which functions leave which fields unwritten
 */
export function unwrittenReason(
  { reaching, reasons }: RoundsResult,
  calls: readonly ComparisonPlan[],
  subject: number,
  fields: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  if (!reasons.has(UNWRITTEN)) return undefined;
  if (reaching.some((one) => showsSubject(one, calls, subject))) return undefined;
  return `on all inputs that show what it does the C reads memory that no call has written${fieldsText(fields)}: a function that writes it first has to be among those that it is compared with`;
}

/** What a comparison does not show for that reason; undefined where each input that was looked at counts. */
export function unwrittenLimit(
  { reasons }: RoundsResult,
  fields: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const inputs = reasons.get(UNWRITTEN) ?? 0;
  return inputs === 0
    ? undefined
    : `On ${inputs} inputs the C reads memory that no call has written${fieldsText(fields)}: these do not count.`;
}

/** What is said where no sanitizer of this machine can tell. */
export const UNWRITTEN_UNKNOWN =
  'Whether the C reads memory of its objects that no call has written was not looked at: this clang has no memory sanitizer.';

function fieldsText(fields: ReadonlyMap<string, ReadonlySet<string>>): string {
  const each = [...fields].map(
    ([maker, names]) => `${maker} leaves ${[...names].join(', ')} unwritten`,
  );
  return each.length === 0 ? '' : ` (${each.join('; ')})`;
}
