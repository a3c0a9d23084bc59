/**
 * How the App takes webhooks: `npm run bench:app`. The real App, with handlers that do nothing, is
 * brought 200 deliveries a second for 30 seconds, each about another pull request, with PGlite and
 * with PostgreSQL. A time is from the moment at which a delivery was due to its answer. Then jobs of
 * 100 ms each are left to one worker, and to two. Options: `--json`, `--seconds N`, `--rate N`.
 */
import { parseArgs } from 'node:util';
import { hasPostgres, openPostgresServer } from '../test/support/postgres-server.ts';
import { type Acceptance, acceptance } from './app-acceptance.ts';
import { type Throughput, throughput } from './app-workers.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '30' },
    rate: { type: 'string', default: '200' },
  },
});
const load = { seconds: Number(values.seconds), rate: Number(values.rate) };

const results: { acceptance: Acceptance[]; workers: Throughput[] } = {
  acceptance: [],
  workers: [],
};
results.acceptance.push(await acceptance('PGlite', undefined, load));
if (hasPostgres) {
  const server = await openPostgresServer();
  try {
    results.acceptance.push(await acceptance('PostgreSQL', await server.createDatabase(), load));
    for (const workers of [1, 2]) {
      results.workers.push(await throughput(await server.createDatabase(), workers));
    }
  } finally {
    await server.close();
  }
} else process.stderr.write('bench: there is no PostgreSQL on this machine\n');

if (values.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
else print();

const lost = results.acceptance.some(({ sent, kept, done }) => kept !== sent || done !== sent);
if (lost) process.exitCode = 1;

function print(): void {
  const line = (cells: readonly (string | number)[]) => {
    process.stdout.write(`${cells.map((cell) => `${cell}`.padStart(11)).join('')}\n`);
  };
  line([
    'database',
    'sent',
    'refused',
    'kept',
    'done',
    'p50 ms',
    'p99 ms',
    'most ms',
    'MB start',
    'middle',
    'end',
    'drained s',
  ]);
  for (const one of results.acceptance) {
    const { database, sent, refused, kept, done, p50, p99, most, megabytes, drainSeconds } = one;
    line([database, sent, refused, kept, done, p50, p99, most, ...megabytes, drainSeconds]);
  }
  if (results.workers.length === 0) return;
  process.stdout.write('\n');
  line(['workers', 'jobs', 'seconds', 'jobs/s']);
  for (const { workers, jobs, seconds, perSecond } of results.workers) {
    line([workers, jobs, seconds, perSecond]);
  }
}
