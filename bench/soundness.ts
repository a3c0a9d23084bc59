/**
 * Whether the engine says of a C program what the program does when it runs:
 * `npm run bench:soundness -- [--programs 100] [--seed 1] [--split]`.
 * Csmith makes programs without undefined behaviour; behind each assignment a probe is put. With --split the programs
 * are our own: two files, of which the engine sees one, so that what it calls is known by prototypes alone. The value
 * at each probe of a run must lie in the range that the engine gives there, and a probe that is
 * reached must not be in code that the engine takes for dead. Exits 1 at a contradiction, and 3 where
 * Csmith or gcc is missing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { claimsOf, contradictions } from './soundness/claims.ts';
import { findIncludes, observe } from './soundness/observe.ts';
import { observeSplit } from './soundness/observe-split.ts';
import { MissingProgram } from './soundness/probed-run.ts';

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    split: { type: 'boolean', default: false },
  },
});
const [programs, seed] = [Number(values.programs), Number(values.seed)];
if (!Number.isInteger(programs) || programs < 1 || !Number.isInteger(seed) || seed < 0) {
  process.stderr.write(
    'usage: npm run bench:soundness -- [--programs COUNT] [--seed NUMBER] [--split]\n',
  );
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'rustward-soundness-'));
const total = { programs: 0, leftOut: 0, reached: 0, narrow: 0, contradictions: 0 };
try {
  const includes = values.split ? '' : findIncludes();
  for (let at = 0; at < programs; at += 1) {
    const observed = values.split
      ? observeSplit(folder, seed + at)
      : observe(folder, seed + at, includes);
    if (observed === undefined) {
      total.leftOut += 1;
      continue;
    }
    const claims = await claimsOf(observed.text);
    const found = contradictions(observed, claims);
    total.programs += 1;
    total.reached += observed.values.size;
    for (const probe of observed.values.keys())
      if (claims.get(probe)?.some(({ lo, hi }) => hi - lo < 10_000)) total.narrow += 1;
    total.contradictions += found.length;
    for (const one of found) process.stdout.write(`seed ${seed + at}: ${one}\n`);
  }
} catch (error) {
  if (!(error instanceof MissingProgram)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 3;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  `${total.programs} programs, ${total.leftOut} left out (no probe, or one that does not compile or end); ` +
    `${total.reached} probes reached, ${total.narrow} of them with a range below 10,000; ` +
    `${total.contradictions} contradictions\n`,
);
if (total.contradictions > 0) process.exitCode = 1;
