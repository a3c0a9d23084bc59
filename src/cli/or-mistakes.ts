import { MistakesError, UsageError } from '../errors.ts';

/** What a step gives; undefined where a file is wrong, which is added to the mistakes. */
export async function orMistakes<T>(
  step: () => T | Promise<T>,
  mistakes: string[],
): Promise<T | undefined> {
  try {
    return await step();
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    mistakes.push(...(thrown instanceof MistakesError ? thrown.mistakes : [thrown.message]));
    return undefined;
  }
}
