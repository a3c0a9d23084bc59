import type { Basis } from '../basis.ts';
import { lossySteps, type Measured } from './evidence.ts';
import { MEASURED } from './measured.ts';
import { MEASURED_RUST } from './measured-rust.ts';

/** How many places like one people have judged, and how many of them were right; what was not worth their time counts half. */
export type JudgedAlike = Pick<Measured, 'judged' | 'right'>;

/** What was judged of one rule on evidence of the same kind, in other code; undefined where nothing was. */
export function judgedAlike(
  rule: string,
  basis: Pick<Basis, 'event' | 'doubts'>,
  isRust: boolean,
): JudgedAlike | undefined {
  const steps = lossySteps(basis);
  return (isRust ? MEASURED_RUST : MEASURED).find(
    (row) => row.rule === rule && row.event === basis.event && row.steps === steps,
  );
}
