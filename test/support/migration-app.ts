import { openApp } from '../../src/app.ts';
import { waitForSignal } from '../../src/cli/wait-for-signal.ts';

// The App with a reader that knows what it will say.
// Usage: node migration-app.ts READER FOLDER: see `test/fakes/migration-worker.ts`

const [reader = '', folder = ''] = process.argv.slice(2);
const told = waitForSignal();
const app = await openApp({
  ...{ env: process.env, reviews: 1, works: true },
  workerCommand: [process.execPath, '--disable-warning=ExperimentalWarning', reader, folder],
});
await told;
await app.close();
