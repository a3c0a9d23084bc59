import { setTimeout as sleep } from 'node:timers/promises';
import { openApp } from '../../src/app.ts';
import { waitForSignal } from '../../src/cli/wait-for-signal.ts';
import type { CommandHandler, CommandHandlers } from '../../src/github/app/run-command.ts';
import { openWorker } from '../../src/worker.ts';

// The App, or a worker of it, with handlers for tests and benchmarks.
// Usage: node app-program.ts app|app-only|worker CONDUCT CONCURRENCY
// CONDUCT: how long each command takes in milliseconds, `until-stopped`, or `fail`

const [part, conduct = '0', concurrency = '2'] = process.argv.slice(2);

const handle: CommandHandler = async (_command, { signal, last }) => {
  if (conduct === 'fail') throw new Error(last ? 'for the last time' : 'once more');
  if (conduct !== 'until-stopped') await sleep(Number(conduct));
  else await sleep(600_000, undefined, { signal });
};

const handlers: CommandHandlers = {
  'review-pull-request': handle,
  'abandon-review': handle,
  'review-merge-group': handle,
  'follow-instruction': handle,
  'answer-question': handle,
  'explain-check': handle,
  'migrate-function': handle,
  'migrate-scheduled': handle,
  'migration-closed': handle,
  'look-at-repository': handle,
  'update-dashboard': handle,
  'judge-migration': handle,
  'link-migration': handle,
  'exempt-from-gate': handle,
};
const options = { env: process.env, reviews: Number(concurrency), handlers };
const told = waitForSignal();
const close =
  part === 'worker'
    ? await openWorker(options)
    : (await openApp({ ...options, works: part === 'app' })).close;
await told;
await close();
