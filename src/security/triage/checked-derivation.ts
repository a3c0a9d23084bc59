import type { Candidate } from '../candidates/candidate.ts';
import type { Derivation } from '../candidates/triage-result.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import { triggerPathProblems } from './check-trigger-path.ts';

/** A derivation whose every function and call is in the call graph, at the place named. */
export class CheckedDerivation {
  readonly value: Derivation;

  private constructor(value: Derivation) {
    this.value = value;
  }

  /** The derivation, or what of it does not hold. */
  static check(
    derivation: Derivation,
    candidate: Pick<Candidate, 'file' | 'line' | 'function'>,
    index: SourceIndex,
  ): CheckedDerivation | { readonly problems: readonly string[] } {
    const problems = triggerPathProblems(derivation.trigger_path, candidate, index);
    return problems.length === 0 ? new CheckedDerivation(derivation) : { problems };
  }
}
