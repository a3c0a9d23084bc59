import { type Command, Option } from 'commander';
import { UsageError } from '../errors.ts';
import type { JobsState } from '../jobs/queue/admin-socket.ts';
import { oneLine } from './output/terminal-text.ts';

/** `rustward jobs` */
export function addJobsCommand(program: Command): void {
  program
    .command('jobs')
    .summary('list what the App has to do and what failed, and have that tried again')
    .description(
      'Says how many jobs of the App wait, and lists those that failed in every attempt, and why. It reads ' +
        'DATABASE_URL and RUSTWARD_DATA as `rustward app` does, which may run meanwhile.',
    )
    .option('--retry <id>', 'try a job again, or `all` of them')
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['text', 'json'])
        .default('text'),
    )
    .action(async ({ retry, format }: { retry?: string; format: string }) => {
      const { openJobsAccess } = await import('./open-jobs-access.ts');
      const { access, close } = await openJobsAccess(process.env);
      try {
        if (retry !== undefined) {
          const count = await access.retry(retry === 'all' ? undefined : idOf(retry));
          if (retry !== 'all' && count === 0) throw new UsageError(`no job ${retry} has failed`);
          process.stdout.write(`${count === 1 ? '1 job is' : `${count} jobs are`} tried again\n`);
          return;
        }
        const { jsonText } = await import('./output/json-text.ts');
        const state = await access.state();
        process.stdout.write(format === 'json' ? jsonText(state) : asText(state));
      } finally {
        await close();
      }
    });
}

function idOf(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new UsageError(`--retry ${text}: name a job by its number, or all`);
}

function asText({ backlogs, failed }: JobsState): string {
  const waiting = backlogs.map(({ lane, waiting: count, oldest }) => {
    const since = count === 0 ? '' : `, the oldest for ${Math.round(oldest)} s`;
    return `${lane}: ${count} waiting or under way${since}\n`;
  });
  if (failed.length === 0) return [...waiting, 'No job has failed.\n'].join('');
  const lines = failed.map(({ id, lane, key, attempts, problem, failed_at }) => {
    const when = failed_at.toISOString().replace('T', ' ').slice(0, 16);
    const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
    return `${id}  ${when}  ${lane}  ${oneLine(key)}  ${tries}: ${oneLine(problem ?? '')}\n`;
  });
  return [...waiting, ...lines].join('');
}
