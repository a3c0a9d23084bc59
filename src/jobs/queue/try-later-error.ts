import { IncompleteError } from '../../errors.ts';

/**
 * What a job needs is out for a while, which is no fault of the job: it comes back later, and this
 * does not count as one of its attempts.
 */
export class TryLaterError extends IncompleteError {
  override readonly name = 'TryLaterError';
}
