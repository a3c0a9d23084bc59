import { isUtf8 } from 'node:buffer';

const ESCAPES: Readonly<Record<number, string>> = {
  9: '\\t',
  10: '\\n',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
  0: '\\0',
};

/** Shorter byte strings are read more easily as numbers, unless they are text. */
const SHARE_PRINTED = 0.75;

/** `b"…"`, where that reads better than a list of numbers. */
export function rustByteStringLiteral(bytes: Uint8Array): string | undefined {
  let printed = 0;
  for (const byte of bytes) if (isPrinted(byte)) printed += 1;
  if (bytes.length === 0 || printed < bytes.length * SHARE_PRINTED) return undefined;
  const inside = Array.from(bytes, (byte) => {
    if (ESCAPES[byte] !== undefined) return ESCAPES[byte];
    return byte >= 0x20 && byte < 0x7f
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `b"${inside.join('')}"`;
}

function isPrinted(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 9 || byte === 10 || byte === 13;
}

/** `"…"`; undefined for bytes that are not UTF-8. */
export function rustStringLiteral(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  return `"${Array.from(Buffer.from(bytes).toString('utf8'), inText).join('')}"`;
}

/** `'…'`; undefined for a number that is no character of Rust. */
export function rustCharacterLiteral(code: bigint): string | undefined {
  if (code < 0n || code > 0x10ffffn || (code >= 0xd800n && code < 0xe000n)) return undefined;
  const character = String.fromCodePoint(Number(code));
  if (character === "'") return "'\\''";
  return `'${character === '"' ? character : inText(character)}'`;
}

/** What cannot be seen, or turns the direction of what follows, is written as a number. */
function inText(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const escaped = ESCAPES[code];
  if (escaped !== undefined) return escaped;
  return /^[\p{L}\p{N}\p{P}\p{S} ]$/u.test(character) ? character : `\\u{${code.toString(16)}}`;
}
