import { constants } from 'node:os';
import type { ClangFunction, ClangUnit } from '../../code/clang/unit.ts';
import { reachableFunctions } from './reachable-functions.ts';

/** The functions that `errno` expands to: those of glibc and musl, and of others. */
const ERRNO_ACCESSORS: ReadonlySet<string> = new Set([
  '__errno_location',
  '__errno',
  '__error',
  '___errno',
]);

/** Functions of the C library of which only `errno` tells whether they failed. */
const ERRNO_SETTERS: ReadonlySet<string> = new Set(
  ['l', 'll', 'ul', 'ull', 'd', 'f', 'ld', 'imax', 'umax'].map((type) => `strto${type}`),
);

/** How a C function may leave `errno`. */
export interface ErrnoUse {
  /** It, or what it calls in the project, names `errno` or calls what sets it. */
  readonly isSet: boolean;
  /** The values that these mention by name. */
  readonly mentioned: readonly string[];
}

/** How a C function uses `errno`, as its tree and those of the functions of the project that it calls tell. */
export function errnoUse(f: ClangFunction, units: readonly ClangUnit[]): ErrnoUse {
  const reached = reachableFunctions(f, units);
  const isSet = reached.some(({ calls }) =>
    calls.some((name) => ERRNO_ACCESSORS.has(name) || ERRNO_SETTERS.has(name)),
  );
  const names = reached.flatMap(({ macros, calls }) => [
    ...macros.filter((name) => errnoValue(name) !== undefined),
    ...(calls.some((name) => ERRNO_SETTERS.has(name)) ? ['ERANGE', 'EINVAL'] : []),
  ]);
  return { isSet, mentioned: [...new Set(names)] };
}

/** The number of a name such as `ERANGE`, as `<errno.h>` of this system has it. */
export function errnoValue(name: string): number | undefined {
  return Object.entries(constants.errno).find(([known]) => known === name)?.[1];
}

/** The name of a number, or the number. */
export function errnoName(value: number): string {
  return Object.entries(constants.errno).find(([, known]) => known === value)?.[0] ?? `${value}`;
}
