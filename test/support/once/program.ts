import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHORT_LIVED } from '../compiled.ts';
import { madeOnce } from '../made-once.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** What the program is made of: see `scripts/bundle-program.ts`. */
const PARTS = [
  ...['src/**/*.ts', 'prompts/*', 'assets/**/*.*', 'package.json', 'package-lock.json'],
  'app.yml',
  ...['scripts/bundle-action.ts', 'scripts/bundle-program.ts', 'scripts/package-own-files.ts'],
  ...['action/**/*.ts', 'test/support/app-program.ts', 'test/support/host/*.ts'],
];

function sourcesKey(): string {
  const key = createHash('sha256');
  for (const file of globSync(PARTS, { cwd: ROOT }).sort()) {
    key.update(file).update(readFileSync(join(ROOT, file)));
  }
  return key.digest('hex').slice(0, 16);
}

/**
 * The program as the npm package has it, made from the sources as they are now: it starts in half of
 * the time that the sources take, which most tests of processes would spend on nothing else.
 */
const FOLDER = await madeOnce('program', sourcesKey(), async (folder) => {
  const { bundleProgram } = await import('../../../scripts/bundle-program.ts');
  const programs = {
    ...{ 'app-program': 'test/support/app-program.ts' },
    ...{ 'host-program': 'test/support/host/host-program.ts' },
  };
  await bundleProgram(folder, { programs });
});

/** The command line. */
export const CLI = join(FOLDER, 'rustward.mjs');

/** What starts the isolated worker, of which each review of the App starts one. */
export const WORKER_COMMAND: readonly [string, ...string[]] = [
  process.execPath,
  ...SHORT_LIVED,
  join(FOLDER, 'isolated-worker.mjs'),
];

/** The App, with handlers for tests. */
export const APP_PROGRAM = join(FOLDER, 'app-program.mjs');

/** What runs commands one after the other: see `command-host.ts`. */
export const HOST_PROGRAM = join(FOLDER, 'host-program.mjs');
