import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withProbes } from './probes.ts';
import { splitProgram } from './split-program.ts';

/** A program that the bench needs and the machine has not. */
export class MissingProgram extends Error {}

/** A program as the engine gets it, and the values that its probes had in a run. */
export interface Observation {
  readonly text: string;
  readonly values: ReadonlyMap<number, ReadonlySet<bigint>>;
}

/** What the probes of a run say: the number of one, then its value. */
const RECORDER = `#include <stdio.h>
static long probe_now = 0;
long probe(long value) {
  if (probe_now == 0) { probe_now = value; return 0; }
  printf("@%ld %ld\\n", probe_now, value);
  probe_now = 0;
  return value;
}
`;

const SHAPE =
  '--no-argc --max-funcs 5 --max-block-size 4 --max-expr-complexity 4 --max-block-depth 3';
const MAX_BYTES = 256 * 1024 * 1024;

/** The folder of Csmith's own header. @throws MissingProgram where it is not installed */
export function findIncludes(): string {
  const base = '/usr/include';
  for (const name of readdirSync(base))
    if (name.startsWith('csmith') && existsSync(join(base, name, 'csmith.h')))
      return join(base, name);
  throw new MissingProgram('csmith.h is not there: install csmith and libcsmith-dev');
}

/** Makes the program of a seed and runs it; undefined where it has no probes, or does not compile or end. */
export function observe(folder: string, seed: number, includes: string): Observation | undefined {
  // Csmith leaves a file about the platform where it is started.
  const made = run('csmith', ['--seed', `${seed}`, ...SHAPE.split(' ')], 60_000, folder);
  const source = join(folder, 'program.c');
  writeFileSync(source, withProbes(made ?? ''));
  const all = run('gcc', ['-w', '-E', '-P', `-I${includes}`, source]);
  if (all === undefined) return undefined;
  const expanded = join(folder, 'program.i');
  const recorder = join(folder, 'recorder.c');
  const program = join(folder, 'program');
  const text = withoutAggregates(all, expanded);
  writeFileSync(recorder, RECORDER);
  const compile = [...FLAGS, '-o', program, '-x', 'c', expanded, recorder];
  if (run('gcc', compile) === undefined) return undefined;
  const printed = run(program, [], 10_000);
  if (printed === undefined) return undefined;
  const values = valuesOf(printed);
  return values.size === 0 ? undefined : { text, values };
}

const FLAGS = ['-w', '-O0', '-fno-strict-aliasing', '-fwrapv', '-Dlabs=probe'];

function valuesOf(printed: string): ReadonlyMap<number, ReadonlySet<bigint>> {
  const values = new Map<number, Set<bigint>>();
  for (const [, probe = '', value = ''] of printed.matchAll(/@(\d+) (-?\d+)/g)) {
    const known = values.get(Number(probe)) ?? new Set();
    values.set(Number(probe), known.add(BigInt(value)));
  }
  return values;
}

/** Makes the program of a seed in two files and runs it; undefined where it does not end. What is observed is the file that the engine sees. */
export function observeSplit(folder: string, seed: number): Observation | undefined {
  const { seen, unseen } = splitProgram(seed);
  const files = { 'seen.c': seen, 'unseen.c': unseen, 'recorder.c': RECORDER };
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  });
  const program = join(folder, 'split');
  const printed =
    run('gcc', [...FLAGS, '-o', program, ...paths]) === undefined
      ? undefined
      : run(program, [], 10_000);
  return printed === undefined ? undefined : { text: seen, values: valuesOf(printed) };
}

/** Takes out the probes of records, which have no value as a number: the lines that gcc refuses. Writes what is left to a file. */
function withoutAggregates(text: string, file: string): string {
  writeFileSync(file, text);
  const { stderr } = spawnSync('gcc', ['-w', '-fsyntax-only', '-x', 'c', file], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const refused = new Set(
    [...stderr.matchAll(/:(\d+):\d+: error:/g)].map(([, line]) => Number(line)),
  );
  const left = text
    .split('\n')
    .map((line, at) => (refused.has(at + 1) && /^\s*labs\(/.test(line) ? '' : line))
    .join('\n');
  writeFileSync(file, left);
  return left;
}

/** What a program prints; undefined where it fails or takes too long. */
function run(
  program: string,
  args: readonly string[],
  timeout = 60_000,
  cwd?: string,
): string | undefined {
  const { error, status, stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    ...(cwd === undefined ? {} : { cwd }),
    timeout,
    maxBuffer: MAX_BYTES,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT')
    throw new MissingProgram(`${program} is not there: install it and try again`);
  return status === 0 && error === undefined ? stdout : undefined;
}
