import { type Command, Option } from 'commander';
import { UsageError } from '../errors.ts';
import type { FailedJob } from '../jobs/failed-jobs.ts';
import { oneLine } from './terminal-text.ts';

/** `rustward jobs` */
export function addJobsCommand(program: Command): void {
  program
    .command('jobs')
    .summary('list what the App has given up, and have it tried again')
    .description(
      'Lists the jobs of the App that failed in every attempt, and why the last one did. It reads\n' +
        'DATABASE_URL and RUSTWARD_DATA as `rustward app` does, which may run meanwhile.',
    )
    .option('--retry <id>', 'try a job again, or `all` of them')
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['text', 'json'])
        .default('text'),
    )
    .action(async ({ retry, format }: { retry?: string; format: string }) => {
      const { openFailedJobs } = await import('./open-failed-jobs.ts');
      const { access, close } = await openFailedJobs(process.env);
      try {
        if (retry !== undefined) {
          const count = await access.retry(retry === 'all' ? undefined : idOf(retry));
          if (retry !== 'all' && count === 0) throw new UsageError(`no job ${retry} has failed`);
          process.stdout.write(`${count === 1 ? '1 job is' : `${count} jobs are`} tried again\n`);
          return;
        }
        const jobs = await access.list();
        process.stdout.write(
          format === 'json' ? `${JSON.stringify(jobs, null, 2)}\n` : asText(jobs),
        );
      } finally {
        await close();
      }
    });
}

function idOf(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new UsageError(`--retry ${text}: name a job by its number, or all`);
}

function asText(jobs: readonly FailedJob[]): string {
  if (jobs.length === 0) return 'No job has failed.\n';
  return jobs
    .map(({ id, lane, key, attempts, problem, failed_at }) => {
      const when = failed_at.toISOString().replace('T', ' ').slice(0, 16);
      const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
      return `${id}  ${when}  ${lane}  ${oneLine(key)}  ${tries}: ${oneLine(problem ?? '')}\n`;
    })
    .join('');
}
