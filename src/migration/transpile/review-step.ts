import * as z from 'zod';
import { ModelError } from '../../errors.ts';
import { type AskDeps, askForValue } from './ask-migration-model.ts';
import { orNone } from './plan-again.ts';

const MAX_TRIES = 3;

const reviewSchema = z.object({
  issues: z
    .array(z.object({ what: z.string().trim().min(1).max(2000), where: z.string().default('') }))
    .max(20),
});

/** What a person is told where a review cannot be read. It says nothing of the function. */
export const NO_REVIEW = 'The reviewer gave no answer that can be read.';

/**
 * Has a reviewer compare the C with the Rust that takes its place.
 * @returns the defects found, one line each; and a remark, where no answer could be read: the evidence
 *   stands without it
 */
async function askStepReviewer(
  subject: string,
  values: Readonly<Record<string, string>>,
  deps: AskDeps,
): Promise<{ readonly issues: readonly string[]; readonly remark?: string }> {
  const question = { role: 'migration-reviewer', tier: 'smart', subject, values } as const;
  try {
    const { issues } = await askForValue(question, MAX_TRIES, reviewSchema, () => undefined, deps);
    return { issues: issues.map(({ what, where }) => (where === '' ? what : `${where}: ${what}`)) };
  } catch (thrown) {
    if (thrown instanceof ModelError && thrown.failure === 'answer') {
      return { issues: [], remark: NO_REVIEW };
    }
    throw thrown;
  }
}

/** What a reviewer says of a step. */
interface StepReview {
  /** One line each; none where there is nothing to repair. */
  readonly issues: readonly string[];
  /** What a person is told. */
  readonly remarks: readonly string[];
}

/** Has the Rust of a step reviewed; what has not changed since is not reviewed again. */
export class StepReviewer {
  private readonly subject: string;
  private readonly deps: AskDeps;
  private last: { readonly values: string; readonly review: StepReview } | undefined;

  /** @param subject of the attempt, in the names of its conversations */
  constructor(subject: string, deps: AskDeps) {
    this.subject = subject;
    this.deps = deps;
  }

  /**
   * @param round how often it was repaired after a review
   * @param mayBeMissing whether a recording may have no review: where all was compared in its time, none was asked for
   */
  async review(
    values: Readonly<Record<string, string>>,
    round: number,
    mayBeMissing = false,
  ): Promise<StepReview> {
    const text = JSON.stringify(values);
    if (this.last?.values === text) return this.last.review;
    const subject = `${this.subject}|${round}`;
    const asked = askStepReviewer(subject, values, this.deps);
    const none = { issues: [], remark: undefined };
    const { issues, remark } = mayBeMissing ? ((await orNone(asked)) ?? none) : await asked;
    const review = { issues, remarks: remark === undefined ? issues : [remark] };
    this.last = { values: text, review };
    return review;
  }
}
