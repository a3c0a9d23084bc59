/**
 * The score of the scan on the collection of small programs with known weaknesses:
 * `npm run bench:micro [-- FOLDER]`, where FOLDER holds `micro-cwe/` and the scorer.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const corpora = resolve(process.argv[2] ?? join(ROOT, '../shared/corpora'));
const scorer = join(corpora, 'score-micro-cwe.py');
if (!existsSync(scorer)) {
  process.stderr.write(
    `bench:micro: ${scorer} is missing; name its folder: npm run bench:micro -- FOLDER\n`,
  );
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'rustward-bench-'));
try {
  const sarif = join(folder, 'report.sarif');
  const scan = ['scan', join(corpora, 'micro-cwe'), '--no-state', '--fail-on', 'none', '--quiet'];
  run(join(ROOT, 'bin/rustward'), [...scan, '--format', 'sarif', '--output', sarif]);
  run('python3', [scorer, sarif, '--per', ...process.argv.slice(3)]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (error !== undefined) throw error;
  if (status !== 0) process.exitCode = status ?? 3;
}
