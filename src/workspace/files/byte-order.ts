/**
 * Compares two texts by the bytes of their UTF-8 form, so that an order does not
 * depend on the locale. Plain comparison differs from it beyond U+FFFF only.
 */
export function byBytes(left: string, right: string): number {
  if (left === right) return 0;
  if (!SURROGATE.test(left) && !SURROGATE.test(right)) return left < right ? -1 : 1;
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

const SURROGATE = /[\uD800-\uDFFF]/;
