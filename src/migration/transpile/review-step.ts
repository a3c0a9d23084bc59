import * as z from 'zod';
import { ModelError } from '../../errors.ts';
import { type AskDeps, askForValue } from './ask-migration-model.ts';

const MAX_TRIES = 3;

const reviewSchema = z.object({
  issues: z
    .array(z.object({ what: z.string().trim().min(1).max(2000), where: z.string().default('') }))
    .max(20),
});

/**
 * Has a reviewer compare the C with the Rust that takes its place.
 * @returns the defects found, one line each; and a remark, where no answer could be read: the evidence
 *   stands without it
 */
export async function askStepReviewer(
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
      return { issues: [], remark: 'The reviewer gave no answer that can be read.' };
    }
    throw thrown;
  }
}
