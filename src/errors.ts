/**
 * The errors a person can act on, one class by who acts. Anything else that is
 * thrown is a bug and stays loud.
 */

/** The person who called asked for something impossible: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A file that a person wrote is wrong in several places: the message has a line for each. */
export class MistakesError extends UsageError {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

/** The run could not complete for a reason outside the request: exit status 3. */
export class IncompleteError extends Error {
  override readonly name: string = 'IncompleteError';
}

/**
 * Why a model gave no answer: no model to ask (`unavailable`), no answer in time (`timeout`), a cap on
 * cost or tokens (`budget`), a question longer than the window (`window`), an answer that stayed
 * unusable (`answer`), a recording that has no such answer (`replay`).
 */
export type ModelFailure = 'unavailable' | 'timeout' | 'budget' | 'window' | 'answer' | 'replay';

/** A model gave no usable answer. What can be done without one goes on, and says so. */
export class ModelError extends IncompleteError {
  override readonly name = 'ModelError';
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

/** The text of anything thrown, for a message on one line. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** What is wrong with a text of JSON5, and where: `invalid character 'x', line 3, column 9`. */
export function syntaxReason(thrown: unknown): string {
  return messageOf(thrown)
    .replace(/^JSON5: /, '')
    .replace(/ at (\d+):(\d+)$/, ', line $1, column $2');
}
