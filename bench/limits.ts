/**
 * What hard inputs cost: `npm run bench:limits [-- NAME...]` scans each family of generated code at
 * a quarter, half and all of its size, and prints user CPU seconds, peak memory, and what was cut.
 * `npm run bench:limits -- --ordinary` does so with trees of ordinary code of 50 to 200 KLOC.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { FAMILIES } from '../test/support/nasty/families.ts';
import { realistic } from '../test/support/nasty/realistic.ts';
import { type Measured, measure } from './process-memory.ts';

const ROOT = resolve(import.meta.dirname, '..');
const PARTS = [4, 2, 1];
const FILE_LINES = 500;
const report = z.object({
  verdict: z.string(),
  summary: z.object({ skipped: z.array(z.object({ reason: z.string() })) }),
});

const names = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'rustward-bench-'));
try {
  write(['', 'lines', ...PARTS.map((part) => (part === 1 ? 'all, s' : `1/${part}, s`)), 'MB']);
  if (names.includes('--ordinary')) await ordinaryTrees();
  else await families();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function families(): Promise<void> {
  for (const { name, full, make } of FAMILIES) {
    if (names.length > 0 && !names.includes(name)) continue;
    const runs: Measured[] = [];
    const file = join(folder, 'generated.c');
    for (const part of PARTS) {
      writeFileSync(file, make(Math.max(1, Math.round(full / part))));
      runs.push(await scan(file));
    }
    print(name, make(full).split('\n').length, runs);
  }
}

async function ordinaryTrees(): Promise<void> {
  const runs: Measured[] = [];
  for (const kloc of [50, 100, 200]) {
    const tree = join(folder, `tree${kloc}`);
    mkdirSync(tree);
    for (let at = 0; at < (kloc * 1000) / FILE_LINES; at += 1) {
      writeFileSync(join(tree, `part${at}.c`), realistic(FILE_LINES, at));
    }
    runs.push(await scan(tree));
  }
  print('50, 100, 200 KLOC', 200_000, runs);
}

function scan(path: string): Promise<Measured> {
  const output = join(folder, 'report.json');
  rmSync(output, { force: true });
  const quiet = ['--no-state', '--quiet', '--fail-on', 'none', '--jobs', '1'];
  const args = [join(ROOT, 'src/cli.ts'), 'scan', path, ...quiet, '--format', 'json'];
  return measure(join(ROOT, 'node_modules/.bin/node'), [...args, '--output', output]);
}

/** One row; the report of the last run says what was cut. */
function print(name: string, lines: number, runs: readonly Measured[]): void {
  const { verdict, summary } = report.parse(
    JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')),
  );
  const peak = Math.max(...runs.map((run) => run.peak));
  const seconds = runs.map(({ cpu }) => cpu.toFixed(2));
  write([name, String(lines), ...seconds, (peak / 1e6).toFixed(0), verdict]);
  for (const { reason } of summary.skipped.slice(0, 2)) process.stdout.write(`    ${reason}\n`);
}

function write([name = '', ...cells]: string[]): void {
  process.stdout.write(
    `${name.padEnd(22)}${cells.map((cell) => `  ${cell}`.padStart(9)).join('')}\n`,
  );
}
