import type { Inputs } from './inputs.ts';
import type { Job } from './job.ts';
import type { JobLog } from './log.ts';
import type { Reviewed } from './reviewed.ts';

export async function publish(
  _reviewed: Reviewed,
  _deps: { inputs: Inputs; job: Job; log: JobLog },
): Promise<string[]> {
  return await Promise.resolve([]);
}
