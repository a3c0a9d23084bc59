import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FLAGS, MissingProgram, type Observation, RECORDER, run, valuesOf } from './probed-run.ts';
import { withProbes } from './probes.ts';

const SHAPE =
  '--no-argc --max-funcs 5 --max-block-size 4 --max-expr-complexity 4 --max-block-depth 3';
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
