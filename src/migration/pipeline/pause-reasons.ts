import type { Measures } from '../state/measures.ts';
import type { SecurityScore } from '../state/security-score.ts';

/** What a run finds when it begins. */
export interface PauseQuestion {
  /** The score of the C when hardening was begun, and now; undefined where it was not begun. */
  readonly hardened: { readonly before: SecurityScore; readonly now: SecurityScore } | undefined;
  /** What the last run measured when it ended, and the crate now; undefined for a first run. */
  readonly crate:
    | {
        readonly last: Measures;
        readonly now: { readonly warnings: number; readonly tests: number };
      }
    | undefined;
  /** See `min_score_drop_percent`. */
  readonly minScoreDrop: number;
}

/** Why the next phase of a migration may not start, one sentence each; empty where it may. */
export function pauseReasons({ hardened, crate, minScoreDrop }: PauseQuestion): string[] {
  const reasons: string[] = [];
  if (hardened !== undefined && isTooLittle(hardened.before, hardened.now, minScoreDrop)) {
    const [was, is] = [hardened.before.score.toFixed(2), hardened.now.score.toFixed(2)];
    reasons.push(
      `hardening was begun, and the score of the C went from ${was} to ${is} here; at least ${minScoreDrop} % down are wanted before it is migrated: go on with \`rustward migrate harden\`, and merge its branch`,
    );
  }
  if (crate !== undefined) {
    const { last, now } = crate;
    if (now.tests < last.tests.after) {
      reasons.push(
        `the crate has ${now.tests === 1 ? '1 test that runs' : `${now.tests} tests that run`}, and had ${last.tests.after} when the last run ended`,
      );
    }
    if (now.warnings > last.warnings.after) {
      reasons.push(
        `clippy warns ${now.warnings} times about the crate, and did so ${last.warnings.after} times when the last run ended`,
      );
    }
  }
  return reasons;
}

/** Whether a score is not as far down as it must be. */
function isTooLittle(before: SecurityScore, now: SecurityScore, minScoreDrop: number): boolean {
  return before.score > 0 && 100 * (before.score - now.score) < minScoreDrop * before.score;
}
