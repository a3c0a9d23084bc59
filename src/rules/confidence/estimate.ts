import type { Basis } from '../basis.ts';
import { lossySteps, type Measured } from './evidence.ts';
import { MEASURED } from './measured.ts';

/** How many samples the number counts for that the author of a rule states. */
const WEIGHT_OF_STATED = 10;
/** How many samples other rules count for, whose hits rest on evidence of the same kind. */
const WEIGHT_OF_KIND = 1;

/**
 * The probability that a hit is right: the mean of a Beta distribution whose prior is the stated
 * number and what hits of the same event and as many lossy steps were worth over all rules, and whose
 * samples are those of the rule. Where there are few samples the prior decides, and where there are
 * many, they do (m-estimate: Cestnik, "Estimating probabilities: a crucial task in machine learning",
 * 1990; backed off from special to general: Zadrozny and Elkan, "Obtaining calibrated probability
 * estimates from decision trees and naive Bayesian classifiers", 2001).
 * @param measured what was judged; the table of the program, where it is not given
 */
export function estimate(
  rule: string,
  stated: number,
  basis: Basis,
  measured: readonly Measured[] = MEASURED,
): number {
  const steps = lossySteps(basis);
  const alike = measured.filter((row) => row.event === basis.event && row.steps === steps);
  const own = sum(alike.filter((row) => row.rule === rule));
  const kind = sum(alike);
  // The shapes that rules look for have nothing in common.
  const weight = basis.event === 'shape' ? 0 : WEIGHT_OF_KIND;
  const prior = WEIGHT_OF_STATED * stated + weight * shrunk(kind, sum(measured), WEIGHT_OF_KIND);
  return (prior + own.right) / (WEIGHT_OF_STATED + weight + own.judged);
}

interface Count {
  readonly judged: number;
  readonly right: number;
}

/** The share that was right, drawn to that of a larger group; of no sample at all one half. */
function shrunk(own: Count, all: Count, weight: number): number {
  const share = (all.right + 1) / (all.judged + 2);
  return (own.right + weight * share) / (own.judged + weight);
}

function sum(rows: readonly Measured[]): Count {
  let judged = 0;
  let right = 0;
  for (const row of rows) {
    judged += row.judged;
    right += row.right;
  }
  return { judged, right };
}
