import * as z from 'zod';
import { ModelError } from '../../errors.ts';
import { type AskDeps, askForValue } from './ask-migration-model.ts';

const MAX_TRIES = 3;

const verdictSchema = z.object({
  holds: z.boolean(),
  because: z.string().trim().min(1).max(2000),
});

type Verdict = z.infer<typeof verdictSchema>;

/**
 * Has a second reader decide whether an objection of who writes the Rust holds. Where no answer can be read,
 * it does not.
 */
export async function askArbiter(
  subject: string,
  values: Readonly<Record<string, string>>,
  deps: AskDeps,
): Promise<Verdict> {
  const question = { role: 'migration-arbiter', tier: 'smart', subject, values } as const;
  try {
    return await askForValue(question, MAX_TRIES, verdictSchema, () => undefined, deps);
  } catch (thrown) {
    if (!(thrown instanceof ModelError) || thrown.failure !== 'answer') throw thrown;
    return { holds: false, because: 'the second reader gave no answer that can be read' };
  }
}
