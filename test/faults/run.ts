/**
 * What the App does when GitHub, the database or its own process fails: `npm run test:faults`.
 *
 *   npm run test:faults -- [--only PATTERN] [--kills N] [--seed N]
 *
 * The real App reviews pull requests on the GitHub of the tests, with one fault at a time. Once
 * nothing is left to do, GitHub must show what it shows after a review that nobody disturbed: each
 * finding once, one check that tells the truth, and nothing that is still under way.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  hasPostgres,
  openPostgresServer,
  type PostgresServer,
} from '../support/postgres-server.ts';
import { ANSWERS } from './answers.ts';
import { calmReviews } from './calm.ts';
import { databaseFaults } from './database.ts';
import { DELIVERIES } from './deliveries.ts';
import type { Calm, Fault } from './fault.ts';
import { kills } from './kills.ts';
import { PUSHES } from './pushes.ts';
import { openScene, type Scene } from './scene.ts';

/** Faults that are tried one after the other on one scene. */
interface Group {
  readonly open: () => Promise<Scene>;
  readonly faults: readonly Fault[];
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
  },
});
const only = new RegExp(values.only);
const [killed, seed] = [Number(values.kills), Number(values.seed)];
if (!Number.isInteger(killed) || !Number.isInteger(seed)) {
  process.stderr.write('usage: npm run test:faults -- [--only PATTERN] [--kills N] [--seed N]\n');
  process.exit(2);
}
/** PostgreSQL takes longer: that a worker has died is known there after a while. */
const onPostgres = hasPostgres ? Math.floor(killed / 3) : 0;

const server = hasPostgres ? await openPostgresServer() : undefined;
const groups: readonly Group[] = [
  { open: onPglite, faults: [...DELIVERIES, ...PUSHES] },
  { open: onPglite, faults: ANSWERS },
  { open: onPglite, faults: kills(killed - onPostgres, seed, 'PGlite') },
  ...(server === undefined
    ? []
    : [
        {
          open: () => withWorker(server),
          faults: [...databaseFaults(server), ...kills(onPostgres, seed + 1, 'PostgreSQL')],
        },
      ]),
];

let calm: Calm | undefined;
let [tried, good] = [0, 0];
try {
  print('seed', `${seed}`);
  for (const group of groups) await tryGroup(group);
} finally {
  await server?.close();
}
print('survived', `${good} of ${tried}`);
process.exitCode = good === tried ? 0 : 1;

async function tryGroup({ open, faults }: Group): Promise<void> {
  let scene: Scene | undefined;
  for (const fault of faults.filter(({ name }) => only.test(name))) {
    tried += 1;
    try {
      scene ??= await open();
      calm ??= await calmReviews(scene);
      print(fault.name, await fault.run(scene, calm));
      good += 1;
    } catch (thrown) {
      const log = join(mkdtempSync(join(tmpdir(), 'rustward-faults-log-')), 'app.log');
      writeFileSync(log, scene?.log() ?? '');
      print(fault.name, `FAILED: ${thrown}\n  its log is in ${log}`);
      // The next fault must not meet what is left of this one.
      await scene?.close();
      scene = undefined;
    }
  }
  await scene?.close();
}

async function onPglite(): Promise<Scene> {
  const scene = await openScene();
  await scene.start();
  return scene;
}

/** One process that takes webhooks and works, and another that only works. */
async function withWorker(postgres: PostgresServer): Promise<Scene> {
  const scene = await openScene(await postgres.createDatabase());
  await scene.start('app');
  await scene.start('worker');
  return scene;
}

function print(name: string, text: string): void {
  process.stdout.write(`${name}: ${text}\n`);
}
