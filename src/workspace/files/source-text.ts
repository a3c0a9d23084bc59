import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, systemReason } from './error-code.ts';
import type { Skip } from './skip.ts';
import { isSourcePath } from './source-files.ts';

export interface TextLimits {
  /** Longer files are not read. */
  readonly maxBytes: number;
  /** Files with a longer line, in bytes, are generated rather than written. */
  readonly maxLineBytes: number;
}

export const TEXT_LIMITS: TextLimits = { maxBytes: 20_000_000, maxLineBytes: 1_000_000 };

/** The text of a file, or why there is none. */
export type SourceText =
  | { readonly text: string /** Whether bytes were not UTF-8. */; readonly replaced: boolean }
  | { readonly skip: Skip };

/** The bytes that a text is made from, or why there is none. */
type SourceBytes = { readonly bytes: Buffer } | { readonly skip: Skip };

/**
 * Reads one file below a root. Bytes that are not UTF-8 become U+FFFD, except that UTF-16 is
 * read as such; a byte order mark is kept. A NUL in a source is a space, as for a compiler.
 * Never throws for what a file is: that becomes a skip.
 */
export function readSourceText(root: string, file: string, limits: TextLimits): SourceText {
  const source = readSourceBytes(root, file, limits);
  if ('skip' in source) return source;
  const { bytes } = source;
  if (!bytes.includes(0))
    return { text: withLines(decoded(bytes, 'utf-8')), replaced: !isUtf8(bytes) };
  const encoding = encodingOf(bytes);
  const read = decoded(bytes, encoding);
  // With its NULs: a file of nothing else is no text of spaces.
  if (isNoText(read)) return skipOf(file, 'is binary', true);
  const text = withLines(read.replaceAll('\0', ' '));
  return { text, replaced: encoding === 'utf-8' && !isUtf8(bytes) };
}

/** A text whose lines all end in carriage returns, with line feeds for them. */
function withLines(text: string): string {
  return text.includes('\r') && !text.includes('\n') ? text.replaceAll('\r', '\n') : text;
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

function decoded(bytes: Buffer, encoding: Encoding): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

/** The encoding of a text with NULs: UTF-16 by its byte order mark, or where every second byte is one. */
function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const nuls = [0, 0];
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1))
    nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  const most = bytes.length * MOSTLY_LATIN;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : 'utf-8';
}

/** The share of NULs in a text of UTF-16 that is mostly of ASCII, which is less than a half. */
const MOSTLY_LATIN = 0.4;

/** Whether a text is none that a person wrote: a third of it is neither letters nor spaces of any script. */
function isNoText(text: string): boolean {
  let odd = 0;
  // Control characters besides tabs and line ends, and what was no character at all.
  for (const char of text) if (/[^\P{C}\t-\r\uFEFF]|\uFFFD/u.test(char)) odd += 1;
  return odd * 3 > text.length;
}

/** Reads one file below a root, where it is one whose text `readSourceText` gives. */
export function readSourceBytes(root: string, file: string, limits: TextLimits): SourceBytes {
  let descriptor: number;
  try {
    // Not a link that appeared since the listing, and no waiting for a pipe's writer.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    descriptor = openSync(join(root, file), flags);
  } catch (thrown) {
    return skipOf(file, openFailure(thrown), true);
  }
  try {
    return checkBytes(file, readBytes(descriptor, limits.maxBytes), limits);
  } catch (thrown) {
    return skipOf(file, `cannot be read: ${systemReason(thrown)}`, true);
  } finally {
    closeSync(descriptor);
  }
}

/** The bytes of a regular file, or how long it is where that is too long, or undefined. */
function readBytes(descriptor: number, maxBytes: number): Buffer | number | undefined {
  const entry = fstatSync(descriptor);
  if (!entry.isFile()) return undefined;
  if (entry.size > maxBytes) return entry.size;
  // One more than its size, to see whether it grows under our hands.
  const bytes = Buffer.alloc(entry.size + 1);
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, Math.min(length, entry.size));
}

function checkBytes(
  file: string,
  bytes: Buffer | number | undefined,
  limits: TextLimits,
): SourceBytes {
  if (bytes === undefined) return skipOf(file, 'is not a regular file', false);
  if (typeof bytes === 'number') {
    const reason = `has ${bytes} bytes, more than the ${limits.maxBytes} that are read`;
    return skipOf(file, reason, true);
  }
  if (bytes.includes(0) && !isSourcePath(file)) return skipOf(file, 'is binary', true);
  if (longestLine(bytes) > limits.maxLineBytes) {
    return skipOf(file, `has a line of more than ${limits.maxLineBytes} bytes`, true);
  }
  return { bytes };
}

function longestLine(bytes: Buffer): number {
  let longest = 0;
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    longest = Math.max(longest, end - start);
    start = end + 1;
  }
  return Math.max(longest, bytes.length - start);
}

function skipOf(file: string, reason: string, failed: boolean): { skip: Skip } {
  return { skip: { file, reason, failed } };
}

function openFailure(thrown: unknown): string {
  const code = errorCode(thrown);
  if (code === 'ENOENT') return 'was deleted during the scan';
  if (code === 'ELOOP') return 'became a symbolic link during the scan';
  if (code === 'EACCES' || code === 'EPERM') return 'cannot be read: permission denied';
  return `cannot be read: ${systemReason(thrown)}`;
}
