import type { Basis } from '../basis.ts';
import { estimate, estimateStanding } from './estimate.ts';
import { lossySteps, type Measured, type Steps } from './evidence.ts';
import { MEASURED } from './measured.ts';
import { isNoisyKind } from './noisy-kind.ts';

/** From this confidence on a path to a hit is looked for: below, it is a place to look at anyway. */
export const MIN_WITNESSED = 0.5;

/** The most that a hit can have: high without a lossy step, medium with one, and then a place to look at. */
const MOST: Readonly<Record<Steps, number>> = { 0: 0.95, 1: 0.79, 2: 0.49 };

/** What people have judged of the rules for a language. */
export interface MeasuredLanguage {
  readonly rows: readonly Measured[];
  readonly weightOfRules?: number;
  /** Whether judged hits say that what was assumed on the way makes a hit less sure; they do where it is not given. */
  readonly doubtsCount?: boolean;
}

const C_AND_CPP: MeasuredLanguage = { rows: MEASURED };

/** How sure a hit is, by where it stands. */
export interface Confidences {
  /** In a large tree, in code that was there before: of such code were the findings that people judged. Lower for noisy kinds alone. */
  readonly standing: number;
  /** In code that a change brings, or whose safety it takes away, and in a small tree. */
  readonly newCode: number;
}

/**
 * How sure a hit is: the one place where what a rule has seen and what was assumed on the way become
 * a number. What the defect would cost is another matter (the severity of the rule, and the impact
 * of the hit). The number is what judged samples say of hits of this kind (`estimate`), and at most
 * what the evidence allows. In code that stands, other rules' samples can take the severity of a hit
 * and not the hit itself: what they say of this one is little. They take it from hits of a noisy kind
 * alone: what is certain is as bad in a large tree as in a small one.
 * @param rule the id of the rule
 * @param stated how sure the rule is where nothing was assumed, from 0.4 to 0.95
 * @param seen what it has seen, and what was assumed on the way
 * @param measured what was judged of the language, and how many samples count for what its rules were worth together in
 *   code that stands; of C and C++ where it is not given
 */
export function confidencesOf(
  rule: string,
  stated: number,
  seen: Basis,
  { rows, weightOfRules, doubtsCount = true }: MeasuredLanguage = C_AND_CPP,
): Confidences {
  const basis = doubtsCount ? seen : { ...seen, doubts: [] };
  const newCode = bounded(stated, basis, estimate(rule, stated, basis, rows));
  if (!isNoisyKind(rule, basis, rows)) return { newCode, standing: newCode };
  const inStanding = estimateStanding(rule, stated, basis, rows, weightOfRules);
  const standing = bounded(stated, basis, inStanding);
  const least = Math.min(newCode, MIN_WITNESSED);
  return { newCode, standing: Math.min(newCode, Math.max(least, standing)) };
}

function bounded(stated: number, basis: Basis, estimated: number): number {
  // Findings were judged, and nothing below their limit: what a rule states there, no sample raises.
  const measured =
    stated < MIN_WITNESSED ? Math.min(stated, estimated) : Math.max(MIN_WITNESSED, estimated);
  return Math.min(MOST[lossySteps(basis)], measured);
}
