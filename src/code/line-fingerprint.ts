/** How many characters after the start of a line its fingerprint covers. */
const WINDOW = 100;
const BASE = 37;
const TWO_32 = 2 ** 32;

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
/** Stands for the end of the file; the zeros of the buffer follow it. */
const END_OF_FILE = 0xffff;

/** BASE ** WINDOW modulo 2 ** 64: what the character that leaves the window weighs. */
const LEAVING = (BigInt(BASE) ** BigInt(WINDOW)) & 0xffffffffffffffffn;
const LEAVING_HIGH = Number(LEAVING >> 32n);
const LEAVING_LOW = Number(LEAVING & 0xffffffffn);

/**
 * GitHub code scanning's `primaryLocationLineHash` of every line of a file.
 *
 * A line's value is a polynomial hash modulo 2 ** 64, of base 37, over the 100 UTF-16 units that
 * follow the line's start; spaces and tabs do not count, and every line ending counts as one line
 * feed. It is printed as `hex:n`, where n numbers the lines of this file that share the hash, so
 * a fingerprint depends on what follows a line and, for equal stretches only, on their order.
 * After Karp and Rabin, "Efficient randomized pattern-matching algorithms", 1987; the constants
 * are those of GitHub's uploader, which warns when a file carries other values.
 *
 * @param text the file as UTF-8 decodes it, a byte order mark kept
 * @returns one fingerprint per line, the first line at index 0. A lone carriage return ends a
 *   line too, and what follows the last line ending is a line even when it is empty.
 *   Time and memory are linear in the length of the text.
 */
export function lineFingerprints(text: string): string[] {
  const { units, starts } = significantUnits(text);
  const seen = new Map<string, number>();
  const fingerprints: string[] = [];
  // The 64-bit hash in two unsigned halves: every product below stays under 2 ** 53, so plain
  // numbers are exact, where BigInt would allocate for each character.
  let high = 0;
  let low = 0;
  let nextLine = 0;
  for (let end = 0; nextLine < starts.length; end++) {
    const begin = end - WINDOW;
    if (begin === starts[nextLine]) {
      const hash = hexadecimal(high, low);
      const count = (seen.get(hash) ?? 0) + 1;
      seen.set(hash, count);
      fingerprints.push(`${hash}:${count}`);
      nextLine++;
    }
    const leaving = begin < 0 ? 0 : (units[begin] ?? 0);
    const sum = low * BASE + (units[end] ?? 0) - LEAVING_LOW * leaving;
    const carry = Math.floor(sum / TWO_32);
    low = sum - carry * TWO_32;
    high = (high * BASE + carry - LEAVING_HIGH * leaving) >>> 0;
  }
  return fingerprints;
}

/** The units that count, with room for a window of zeros behind them, and where lines start. */
function significantUnits(text: string): { units: Uint16Array; starts: number[] } {
  const units = new Uint16Array(text.length + 1 + WINDOW);
  const starts: number[] = [];
  let length = 0;
  let atLineStart = true;
  let previous = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const endsPair = unit === LINE_FEED && previous === CARRIAGE_RETURN;
    previous = unit;
    if (unit === SPACE || unit === TAB || endsPair) continue;
    if (atLineStart) starts.push(length);
    atLineStart = unit === LINE_FEED || unit === CARRIAGE_RETURN;
    units[length++] = atLineStart ? LINE_FEED : unit;
  }
  if (atLineStart) starts.push(length);
  units[length] = END_OF_FILE;
  return { units, starts };
}

function hexadecimal(high: number, low: number): string {
  if (high === 0) return low.toString(16);
  return high.toString(16) + low.toString(16).padStart(8, '0');
}
