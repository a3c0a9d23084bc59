import type { Inputs } from '../inputs/inputs.ts';
import type { Job } from '../runner/job.ts';

/** Whether code scanning is told what all of a branch has, so that the next run can be compared with it. */
export function isBranchResult(
  { token, uploadSarif }: Pick<Inputs, 'token' | 'uploadSarif'>,
  { change }: Pick<Job, 'change'>,
): boolean {
  return change === undefined && token !== undefined && uploadSarif !== 'off';
}
