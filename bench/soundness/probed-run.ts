import { spawnSync } from 'node:child_process';

/** A program that the bench needs and the machine has not. */
export class MissingProgram extends Error {}

/** A program as the engine gets it, and the values that its probes had in a run. */
export interface Observation {
  readonly text: string;
  readonly values: ReadonlyMap<number, ReadonlySet<bigint>>;
}

/** What the probes of a run say: the number of one, then its value. */
export const RECORDER = `#include <stdio.h>
static long probe_now = 0;
long probe(long value) {
  if (probe_now == 0) { probe_now = value; return 0; }
  printf("@%ld %ld\\n", probe_now, value);
  probe_now = 0;
  return value;
}
`;

/** How a program with probes is compiled: whatever Csmith may do is defined then. */
export const FLAGS = ['-w', '-O0', '-fno-strict-aliasing', '-fwrapv', '-Dlabs=probe'];

const MAX_BYTES = 256 * 1024 * 1024;

/** The values that each probe had, from what a run printed. */
export function valuesOf(printed: string): ReadonlyMap<number, ReadonlySet<bigint>> {
  const values = new Map<number, Set<bigint>>();
  for (const [, probe = '', value = ''] of printed.matchAll(/@(\d+) (-?\d+)/g)) {
    const known = values.get(Number(probe)) ?? new Set();
    values.set(Number(probe), known.add(BigInt(value)));
  }
  return values;
}

/** What a program prints; undefined where it fails or takes too long. */
export function run(
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
