import { constants } from 'node:os';
import type { ClangFunction, ClangUnit } from '../../code/clang/unit.ts';
import type { RustApiEnum } from '../rust-api/rust-type.ts';

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

/** A function and all functions of the project that it calls, by name, and those call. */
export function reachableFunctions(
  f: ClangFunction,
  units: readonly ClangUnit[],
): readonly ClangFunction[] {
  const reached = new Map([[f.name, f]]);
  for (const each of reached.values()) {
    for (const name of each.calls) {
      if (reached.has(name)) continue;
      const found = units
        .flatMap(({ functions }) => functions)
        .find((other) => other.name === name);
      if (found !== undefined) reached.set(name, found);
    }
  }
  return [...reached.values()];
}

/** The number of a name such as `ERANGE`, as `<errno.h>` of this system has it. */
export function errnoValue(name: string): number | undefined {
  return Object.entries(constants.errno).find(([known]) => known === name)?.[1];
}

/** The name of a number, or the number. */
export function errnoName(value: number): string {
  return Object.entries(constants.errno).find(([, known]) => known === value)?.[0] ?? `${value}`;
}

/** What variants are often named, where it is not after the value. */
const WORDS: Readonly<Record<string, RegExp>> = {
  EINVAL: /^(?:bad|malformed|syntax|parse)/,
  ERANGE: /overflow|outofbounds|toolarge|toobig/,
  ENOMEM: /outofmemory|alloc/,
  ENOENT: /notfound|missing/,
  EEXIST: /exist/,
  ENOSPC: /full|nospace/,
  EACCES: /permission|denied/,
};

/**
 * For each variant the `errno` that it is named after, among those mentioned: `Range` or `OutOfRange`
 * for ERANGE. Undefined unless every variant has one, and each its own.
 */
export function variantErrnos(
  { variants }: RustApiEnum,
  mentioned: readonly string[],
): ReadonlyMap<string, number> | undefined {
  const found = new Map<string, number>();
  for (const { name } of variants) {
    const fitting = fittingNames(name.toLowerCase(), mentioned);
    const value = errnoValue(fitting[0] ?? '');
    if (fitting.length !== 1 || value === undefined) return undefined;
    found.set(name, value);
  }
  return new Set(found.values()).size === variants.length && found.size > 0 ? found : undefined;
}

function fittingNames(variant: string, mentioned: readonly string[]): readonly string[] {
  const stem = (name: string) => name.slice(1).toLowerCase();
  const exact = mentioned.filter((name) => stem(name) === variant);
  if (exact.length > 0) return exact;
  const within = mentioned.filter((name) => name.length > 4 && variant.includes(stem(name)));
  if (within.length > 0) return within;
  return mentioned.filter((name) => WORDS[name]?.test(variant) === true);
}
