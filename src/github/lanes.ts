import type { Lane, NewJob } from '../jobs/lane.ts';
import type { Command } from './command.ts';

/** A newer commit takes the place of an older one. Retries go on for some minutes. */
export const REVIEWS: Lane = { name: 'reviews', keeps: 'newest', attempts: 6, retrySeconds: 10 };

/** Whatever people ask for is done, in the order in which they ask in one place. */
export const INSTRUCTIONS: Lane = {
  name: 'instructions',
  keeps: 'every',
  attempts: 5,
  retrySeconds: 5,
};

/** One job at a time for each function. Each is done: `/migrate stop` is heard by the job itself. */
export const MIGRATIONS: Lane = {
  name: 'migrations',
  keeps: 'every',
  attempts: 4,
  retrySeconds: 10,
};

/** One at a time in a repository, so that no tick is lost to another. */
export const DASHBOARDS: Lane = {
  name: 'dashboards',
  keeps: 'every',
  attempts: 5,
  retrySeconds: 10,
};

/** Each event is looked at: an agent at work is not stopped by the next one, and sees what is new then. */
const GATES: Lane = { name: 'gates', keeps: 'every', attempts: 5, retrySeconds: 10 };

/** A job whose worker is silent for longer goes to another one. */
export const SILENCE_SECONDS = 15;

export const LANES: readonly Lane[] = [REVIEWS, INSTRUCTIONS, MIGRATIONS, GATES, DASHBOARDS];

/** The job that carries a command out: in which lane, and what it must not be at work beside. */
export function jobOf(command: Command): NewJob {
  const { repository, installation } = command;
  const job = (lane: Lane, what: string): NewJob => ({
    lane: lane.name,
    key: `${repository.id} ${what}`,
    owner: `${installation}`,
    data: command,
  });
  switch (command.kind) {
    case 'review-pull-request':
    case 'abandon-review':
      return job(REVIEWS, `pull ${command.pull}`);
    case 'review-merge-group':
      return job(REVIEWS, command.ref);
    case 'follow-instruction':
      return job(INSTRUCTIONS, `issue ${command.number}`);
    case 'answer-question':
      return job(INSTRUCTIONS, `thread ${command.thread}`);
    case 'migrate-function':
      return job(MIGRATIONS, `function ${command.function.file}#${command.function.name}`);
    case 'migrate-scheduled':
      return job(MIGRATIONS, 'schedule');
    case 'migration-closed':
      return job(MIGRATIONS, `closed ${command.pull}`);
    case 'update-dashboard':
      return job(DASHBOARDS, 'dashboard');
    case 'judge-migration':
      return job(GATES, command.branch);
    case 'exempt-from-gate':
      return job(GATES, `commit ${command.head}`);
    case 'explain-check':
      return job(INSTRUCTIONS, `check ${command.checkRun}`);
  }
}
