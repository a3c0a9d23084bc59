import type { Basis } from '../basis.ts';
import { lossySteps, type Measured } from './evidence.ts';

/** From so many judged hits on, what a shape was worth in code of others says what its next hits are worth. */
const LEAST_JUDGED = 3;

/**
 * Whether hits of a kind may be ranked lower in a large tree: those that rest on an assumption, or that only may be,
 * and shapes of which people have found most wrong. What happens for certain, and a shape that is a defect
 * wherever it stands, such as a call of `gets`, is no less one where more code lies around it.
 */
export function isNoisyKind(rule: string, basis: Basis, measured: readonly Measured[]): boolean {
  if (lossySteps(basis) > 0) return true;
  if (basis.event !== 'shape') return false;
  const own = measured.find((row) => row.rule === rule && row.event === 'shape');
  return own !== undefined && own.judged >= LEAST_JUDGED && own.right < own.judged / 2;
}
