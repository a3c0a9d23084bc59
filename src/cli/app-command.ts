import { type Command, InvalidArgumentError, Option } from 'commander';
import { addCreateAppCommand } from './create-app-command.ts';

const EXIT_CODES = `
Exit status:
  0  it was told to end, and has
  2  a setting is wrong or missing
  3  it could not listen

docs/github.md says which variables of the environment it reads.
`;

/** `rustward app` */
export function addAppCommand(program: Command): void {
  const command = program
    .command('app')
    .summary('take webhooks of GitHub, and review pull requests')
    .description('Takes the webhooks of the GitHub App, and carries out what they ask for.')
    .addOption(reviewsOption())
    .option('--no-worker', 'only take webhooks; `rustward worker` carries them out')
    .addHelpText('after', EXIT_CODES)
    .action(async ({ reviews, worker }: { reviews: number; worker: boolean }) => {
      // Loaded when it is needed: other commands start sooner without.
      const { waitForSignal } = await import('./wait-for-signal.ts');
      const { openApp } = await import('../app.ts');
      // From here on: a signal that comes while it starts is for it, too.
      const told = waitForSignal();
      const app = await openApp({ env: process.env, reviews, works: worker });
      await told;
      await app.close();
    });
  addCreateAppCommand(command);
}

/** `rustward worker` */
export function addWorkerCommand(program: Command): void {
  program
    .command('worker')
    .summary('carry out what the App of another process has accepted')
    .description('Carries out what `rustward app` has accepted, on any number of machines.')
    .addOption(reviewsOption())
    .addHelpText('after', EXIT_CODES)
    .action(async ({ reviews }: { reviews: number }) => {
      const { waitForSignal } = await import('./wait-for-signal.ts');
      const { openWorker } = await import('../worker.ts');
      const told = waitForSignal();
      const close = await openWorker({ env: process.env, reviews });
      await told;
      await close();
    });
}

function reviewsOption(): Option {
  return new Option('--reviews <number>', 'reviews at the same time, from 1 to 64')
    .argParser((text) => {
      const number = Number(text);
      if (Number.isInteger(number) && number >= 1 && number <= 64) return number;
      throw new InvalidArgumentError('it must be a number from 1 to 64.');
    })
    .default(2);
}
