/**
 * What a review with models decides of places that another scanner reports in bzip2 1.0.8:
 * `npm run bench:bzip2-review -- FOLDER --models FILE [--places FILE] [--discover-limit N] [--concurrency N] [--report FILE] [--json]`.
 * FOLDER holds the sources of bzip2. The places are those of a SARIF log, or of a list like
 * bench/bzip2-review/places.json, which is the usual one. A scan says which of our candidates stand for
 * them, and a review has these and the imported ones examined, as for who has that models file. Answers
 * are kept in the cache of the user, as those of any review. Exit status 1 where a place has no decision,
 * 2 where there was no review.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../src/errors.ts';
import type { Report } from '../src/security/report/report.ts';
import { reportSchema } from '../src/security/report/report-schema.ts';
import { decidedPlaces, decisionTable } from './bzip2-review/decision-table.ts';
import { sarifOf } from './bzip2-review/listed-places.ts';

const RUSTWARD = join(import.meta.dirname, '../bin/rustward');
const PLACES = join(import.meta.dirname, 'bzip2-review/places.json');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: 'string' },
    places: { type: 'string', default: PLACES },
    'discover-limit': { type: 'string', default: '0' },
    concurrency: { type: 'string', default: '4' },
    report: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const [sources, ...more] = positionals;
const { models } = values;
if (sources === undefined || more.length > 0 || models === undefined) {
  process.stderr.write(
    'usage: npm run bench:bzip2-review -- FOLDER --models FILE [--places FILE] ' +
      '[--discover-limit N] [--concurrency N] [--report FILE] [--json]\n',
  );
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'rustward-bench-'));
try {
  const log = sarifOf(readFileSync(values.places, 'utf8'));
  const sarif = join(folder, 'places.sarif');
  writeFileSync(sarif, log);
  const shared = [sources, '--import-sarif', sarif, '--no-state', '--fail-on', 'none'];
  const { imported = [], candidates } = run('scan', shared);
  const standing = new Set(imported.flatMap(({ candidate = [] }) => candidate));
  const patterns = candidates.filter(({ id }) => standing.has(id)).map(({ pattern }) => pattern);
  const only = [...new Set(patterns)].flatMap((pattern) => ['--only-rule', pattern]);
  const report = run('review', [
    ...[...shared, ...only, '--models', resolve(models)],
    ...['--discover-limit', values['discover-limit'], '--concurrency', values.concurrency],
  ]);
  if (values.report !== undefined) copyFileSync(join(folder, 'review.json'), values.report);
  const places = decidedPlaces(log, report.imported ?? []);
  process.stdout.write(
    values.json ? `${JSON.stringify(places, null, 2)}\n` : decisionTable(places),
  );
  if (places.some(({ decision }) => decision === undefined)) process.exitCode = 1;
} catch (thrown) {
  process.stderr.write(`bench:bzip2-review: ${messageOf(thrown)}\n`);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * The report of one command.
 * @throws Error where there is none
 */
function run(command: 'scan' | 'review', args: readonly string[]): Report {
  const file = join(folder, `${command}.json`);
  const given = [command, ...args, '--format', 'json', '--output', file];
  const { status } = spawnSync(RUSTWARD, given, { stdio: ['ignore', 'ignore', 'inherit'] });
  // A review in which something was not examined ends with 3, and has a report.
  if (status !== 0 && status !== 3) {
    throw new Error(`rustward ${command} ended with status ${status}`);
  }
  return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}
