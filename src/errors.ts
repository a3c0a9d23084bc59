/**
 * The errors a person can act on, one class by who acts. Anything else that is
 * thrown is a bug and stays loud.
 */

/** The person who called asked for something impossible: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The run could not complete for a reason outside the request: exit status 3. */
export class IncompleteError extends Error {
  override readonly name = 'IncompleteError';
}

/** The text of anything thrown, for a message on one line. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
