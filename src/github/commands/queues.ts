import type { JobQueue, NewJob } from '../../jobs/queue/queue.ts';
import type { Command } from './command.ts';

/** A lane of the App. */
interface AppQueue extends JobQueue {
  /** How many of its jobs one process carries out at the same time, where no setting says it. */
  readonly concurrency: number;
}

/** A newer commit takes the place of an older one. Retries go on for some minutes. */
export const REVIEWS: AppQueue = {
  ...({ name: 'reviews', keeps: 'newest', attempts: 6, retrySeconds: 10 } as const),
  concurrency: 1,
};

/**
 * Whatever people ask for is done, in the order in which they ask in one place. Instructions mostly wait
 * for GitHub, and people for them.
 */
const INSTRUCTIONS: AppQueue = {
  ...({ name: 'instructions', keeps: 'every', attempts: 5, retrySeconds: 5 } as const),
  concurrency: 4,
};

/**
 * One job at a time for each function, which builds and runs what it has written. Each is done: `/migrate
 * stop` is heard by the job itself.
 */
const MIGRATIONS: AppQueue = {
  ...({ name: 'migrations', keeps: 'every', attempts: 4, retrySeconds: 10 } as const),
  concurrency: 2,
};

/** One at a time in a repository, so that no tick is lost to another. */
const DASHBOARDS: AppQueue = {
  ...({ name: 'dashboards', keeps: 'every', attempts: 5, retrySeconds: 10 } as const),
  concurrency: 1,
};

/** Each event is looked at: an agent at work is not stopped by the next one, and sees what is new then. */
const GATES: AppQueue = {
  ...({ name: 'gates', keeps: 'every', attempts: 5, retrySeconds: 10 } as const),
  concurrency: 2,
};

/**
 * Builds and tests whole C programs, several times each. A newer commit takes the place of an older one,
 * and so does the end of a pull request.
 */
const LINKS: AppQueue = {
  ...({ name: 'links', keeps: 'newest', attempts: 3, retrySeconds: 30 } as const),
  concurrency: 1,
};

/** A job whose worker is silent for longer goes to another one. */
export const SILENCE_SECONDS = 15;

export const QUEUES: readonly AppQueue[] = [
  REVIEWS,
  INSTRUCTIONS,
  MIGRATIONS,
  GATES,
  LINKS,
  DASHBOARDS,
];

/** What the keys of all jobs in a repository begin with, as a word of its own. */
export function placeOf(repository: number): string {
  return `${repository}`;
}

/** The job that carries a command out: in which lane, and what it must not be at work beside. */
export function jobOf(command: Command): NewJob {
  const { repository, installation } = command;
  const job = (queue: JobQueue, what: string): NewJob => ({
    lane: queue.name,
    key: `${placeOf(repository.id)} ${what}`,
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
    case 'look-at-repository':
      return job(GATES, 'look');
    case 'migration-closed':
      return job(MIGRATIONS, `closed ${command.pull}`);
    case 'update-dashboard':
      return job(DASHBOARDS, 'dashboard');
    case 'judge-migration':
      return job(GATES, command.branch);
    case 'link-migration':
      return job(LINKS, command.branch);
    case 'exempt-from-gate':
      return job(GATES, `commit ${command.head}`);
    case 'explain-check':
      return job(INSTRUCTIONS, `check ${command.checkRun}`);
  }
}
