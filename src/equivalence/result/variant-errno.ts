import { errnoValue } from '../pairing/errno.ts';
import type { RustApiEnum } from '../rust-api/rust-type.ts';

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
