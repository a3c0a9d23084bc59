/**
 * Plain data as JSON text. Unlike with JSON alone, infinite numbers stay what they
 * are: JSON has no word for them, but reads a number that is too large as one.
 * Members that are undefined are left out. No member's name may begin with a NUL or hold
 * a backslash: V8's JSON.parse may read another name that has an escape as the latter.
 * @param without the name of members that are left out, wherever they are
 */
export function printPlainData(value: unknown, without?: string): string {
  const encode =
    without === undefined
      ? encodeInfinity
      : (key: string, member: unknown) =>
          key === without ? undefined : encodeInfinity(key, member);
  const text = JSON.stringify(value, encode) ?? 'null';
  // A quote that opens a string follows no backslash, one inside a string always does.
  return text.replace(/(?<!\\)"\\u0000(?:([+-])"|=)/g, (_match, sign?: string) =>
    sign === undefined ? '"\\u0000' : `${sign === '-' ? '-' : ''}1e999`,
  );
}

/** What `printPlainData` printed. Its type is the caller's word: only for text that this program made itself. */
export function parsePlainData<T>(text: string): T {
  const value: T = JSON.parse(text);
  return value;
}

/** Marks infinite numbers, and strings that begin like such a mark, for the text. */
function encodeInfinity(_key: string, value: unknown): unknown {
  if (value === Number.POSITIVE_INFINITY) return '\0+';
  if (value === Number.NEGATIVE_INFINITY) return '\0-';
  return typeof value === 'string' && value.startsWith('\0') ? `\0=${value.slice(1)}` : value;
}
