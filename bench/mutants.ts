/**
 * Whether equivalence checks can be trusted: `npm run bench:mutants [-- --only REGEX --seed N --json]`.
 * A hundred C functions and the Rust that they became must be called equal; then each is broken in
 * one plausible way, drawn by the seed, and at least 98 must be told from the C, each in under 20
 * seconds. With --json, the results go to the standard output as they are. Exit status 1 when
 * that is not so.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mutantsOfPairs } from './mutants/breakable.ts';
import { findTools, Judge } from './mutants/judge.ts';
import { CRATE, type Pair, readPairs, readSameMeaning } from './mutants/pairs.ts';
import {
  type CorrectResult,
  correctLine,
  isEnough,
  type MutantResult,
  mutantLine,
  summary,
} from './mutants/report.ts';

const AT_ONCE = 2;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const isWanted = ({ rust }: Pair) => new RegExp(values.only).test(rust);
const all = readPairs();
const pairs = all.filter(isWanted);
if (!Number.isInteger(seed) || pairs.length === 0) {
  process.stderr.write('usage: npm run bench:mutants [-- --only REGEX --seed N --json]\n');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'rustward-mutants-'));
try {
  const tools = await findTools();
  const judges = Array.from(
    { length: AT_ONCE },
    (_, at) => new Judge(tools, join(folder, `judge${at}`), seed),
  );
  say('correct functions');
  const correct: CorrectResult[] = [];
  await shared(pairs, async (pair, judge) => {
    const result = { pair, judged: await judge.check(pair) };
    correct.push(result);
    say(correctLine(result).trimEnd());
  });
  say('mutants');
  const wanted = await mutantsOfPairs(
    { ...tools, crate: CRATE, sameMeaning: readSameMeaning() },
    all,
    seed,
    isWanted,
  );
  const mutants: MutantResult[] = [];
  await shared(wanted, async ({ of: pair, mutant }, judge) => {
    if (mutant === undefined) throw new Error(`nothing breaks ${pair.rust}`);
    const result = { pair, mutant, judged: await judge.check(pair, mutant.text) };
    mutants.push(result);
    say(mutantLine(result).trimEnd());
  });
  const results = { seed, correct, mutants };
  process.stdout.write(
    values.json
      ? `${JSON.stringify(results, (_, value) => (typeof value === 'bigint' ? `${value}` : value), 2)}\n`
      : `${correct.map(correctLine).join('')}\n${mutants.map(mutantLine).join('')}\n${summary(results)}`,
  );
  process.exitCode = isEnough(results) ? 0 : 1;

  /** Gives each item to the next judge that is free. */
  async function shared<T>(items: readonly T[], check: (item: T, judge: Judge) => Promise<void>) {
    const left = items.values();
    await Promise.all(
      judges.map(async (judge) => {
        for (const item of left) await check(item, judge);
      }),
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function say(line: string): void {
  process.stderr.write(`bench:mutants: ${line}\n`);
}
