import * as z from 'zod';
import { ModelError } from '../../errors.ts';
import { type AskDeps, askForValue } from '../transpile/ask-migration-model.ts';

const MAX_TRIES = 3;

const reviewSchema = z.object({
  issues: z
    .array(z.object({ number: z.int().positive(), what: z.string().trim().min(1).max(2000) }))
    .max(40),
});

/** What a reviewer finds wrong with a function, by its number in the question, from 1. */
export type CompletionIssue = z.infer<typeof reviewSchema>['issues'][number];

/**
 * Has a second reader look at what was written for an interface: nothing else speaks for it.
 * @param count how many functions the question has
 * @returns undefined where no answer could be read: then nothing of it may stand
 */
export async function reviewCompletion(
  subject: string,
  values: Readonly<Record<string, string>>,
  count: number,
  deps: AskDeps,
): Promise<readonly CompletionIssue[] | undefined> {
  const question = { role: 'completion-reviewer', tier: 'smart', subject, values } as const;
  const unknown = ({ issues }: z.infer<typeof reviewSchema>) => {
    const wrong = issues.find(({ number }) => number > count);
    return wrong === undefined ? undefined : `there is no function ${wrong.number} in the list`;
  };
  try {
    return (await askForValue(question, MAX_TRIES, reviewSchema, unknown, deps)).issues;
  } catch (thrown) {
    if (thrown instanceof ModelError && thrown.failure === 'answer') return undefined;
    throw thrown;
  }
}
