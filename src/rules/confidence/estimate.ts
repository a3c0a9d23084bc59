import type { Basis } from '../basis.ts';
import { lossySteps, type Measured } from './evidence.ts';
import { MEASURED } from './measured.ts';

/** How many samples the number counts for that the author of a rule states. */
const WEIGHT_OF_STATED = 10;
/** How many samples other rules count for, whose hits rest on evidence of the same kind. */
const WEIGHT_OF_KIND = 1;
/**
 * The most that judged samples count for of what a change brings: they are all of code that stands, and
 * say less of other code.
 */
const MAX_OF_SAMPLES = 1;
/** The two weights in code that stands: there most rules are wrong more often than their authors state. */
const WEIGHT_OF_STATED_STANDING = 8;
const WEIGHT_OF_RULES_STANDING = 4;
/** The most that the samples of one rule count for in what rules are worth together. */
const MAX_OF_A_RULE = 8;

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
  const alike = rowsAlike(basis, measured);
  const own = atMost(MAX_OF_SAMPLES, sum(alike.filter((row) => row.rule === rule)));
  const kind = sum(alike);
  // The shapes that rules look for have nothing in common.
  const weight = basis.event === 'shape' ? 0 : WEIGHT_OF_KIND;
  const prior = WEIGHT_OF_STATED * stated + weight * shrunk(kind, sum(measured), WEIGHT_OF_KIND);
  return (prior + own.right) / (WEIGHT_OF_STATED + weight + own.judged);
}

/**
 * The same of a hit in code that stands, which no change brings. Such code was run, tested and read, so
 * that a defect is rarer in it and a gap in what the analysis knows is the likelier cause of a hit: what
 * was judged is all of such code, and rules without samples of their own start from what rules were worth
 * in it together.
 * @param weightOfRules how many samples that counts for: less where less was judged
 */
export function estimateStanding(
  rule: string,
  stated: number,
  basis: Basis,
  measured: readonly Measured[] = MEASURED,
  weightOfRules = WEIGHT_OF_RULES_STANDING,
): number {
  const own = sum(rowsAlike(basis, measured).filter((row) => row.rule === rule));
  const rules = weightOfRules * rateOfRules(measured);
  const weight = WEIGHT_OF_STATED_STANDING + weightOfRules;
  return (WEIGHT_OF_STATED_STANDING * stated + rules + own.right) / (weight + own.judged);
}

function rowsAlike(basis: Basis, measured: readonly Measured[]): readonly Measured[] {
  const steps = lossySteps(basis);
  return measured.filter((row) => row.event === basis.event && row.steps === steps);
}

/** The share that was right, where no rule counts for many others; of no sample at all one half. */
function rateOfRules(measured: readonly Measured[]): number {
  let judged = 0;
  let right = 0;
  for (const rows of Map.groupBy(measured, ({ rule }) => rule).values()) {
    const own = atMost(MAX_OF_A_RULE, sum(rows));
    judged += own.judged;
    right += own.right;
  }
  return judged === 0 ? 0.5 : right / judged;
}

interface Count {
  readonly judged: number;
  readonly right: number;
}

/** No more than so many samples with the same share. */
function atMost(most: number, { judged, right }: Count): Count {
  const weight = judged <= most ? 1 : most / judged;
  return { judged: weight * judged, right: weight * right };
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
