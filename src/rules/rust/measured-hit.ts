import { confidencesOf, MIN_WITNESSED } from '../confidence/confidence.ts';
import { MEASURED_RUST } from '../confidence/measured-rust.ts';
import type { RustHit } from './run-rules.ts';

/**
 * What rules were worth together counts for one sample only, and for C and C++ for four: of Rust a quarter as much was
 * judged, nearly all of it hits of two rules.
 */
const RUST = { rows: MEASURED_RUST, weightOfRules: 1, doubtsCount: false };

/** A hit with the confidence that judged samples give it. Findings were judged: what is a place to look at stays as it is. */
export function measuredHit(hit: RustHit): RustHit {
  const { rule, confidence: stated, basis } = hit;
  if (stated < MIN_WITNESSED) return hit;
  const { standing, newCode } = confidencesOf(rule, stated, basis, RUST);
  return { ...hit, confidence: rounded(standing), inNewCode: rounded(newCode) };
}

function rounded(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
