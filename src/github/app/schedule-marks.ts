import { loadWatermark, saveWatermark } from '../../jobs/database/watermarks.ts';
import { addJobs, type Jobs } from '../../jobs/queue/jobs.ts';
import { jobOf } from '../commands/queues.ts';
import type { ScheduleDeps } from './schedule.ts';

/** When schedules were followed, as the database knows it. */
export function scheduleMarks(jobs: Jobs): Pick<ScheduleDeps, 'lastBegun' | 'begin'> {
  const markOf = (id: number) => `schedule followed ${id}`;
  return {
    lastBegun: (id) => loadWatermark(jobs.database, markOf(id)),
    async begin(command) {
      await addJobs(jobs, [jobOf(command)]);
      const { repository, created } = command;
      await saveWatermark(jobs.database, markOf(repository.id), new Date(created));
    },
  };
}
