import { CORPUS, type Language } from '../corpus.ts';
import type { Random } from '../random.ts';
import { oneOf, type Shape } from './shape.ts';

const latin1 = (bytes: string) => Buffer.from(bytes, 'latin1');
const within = (text: string, odd: Buffer) => {
  const at = text.lastIndexOf('\n', text.length / 2) + 1;
  return Buffer.concat([Buffer.from(text.slice(0, at)), odd, Buffer.from(text.slice(at))]);
};
const comment = (bytes: string) => (text: string) => within(text, latin1(`// ${bytes}\n`));
const literal = (bytes: string) => (text: string) => within(text, latin1(`"${bytes}";\n`));

/** Ways in which a text is written down. */
const WAYS: Readonly<Record<string, (text: string) => Buffer>> = {
  'with a byte order mark': (text) => Buffer.from(`\ufeff${text}`),
  'with two byte order marks': (text) => Buffer.from(`\ufeff\ufeff${text}`),
  'with a byte order mark within': (text) => within(text, latin1('\xef\xbb\xbf')),
  'with CRLF': (text) => Buffer.from(text.replaceAll('\n', '\r\n')),
  'with CR': (text) => Buffer.from(text.replaceAll('\n', '\r')),
  'with CRLF and LF': (text) => Buffer.from(text.replaceAll('\n\n', '\r\n\n')),
  'with LFCR': (text) => Buffer.from(text.replaceAll('\n', '\n\r')),
  'in UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'in UTF-16 without a mark': (text) => Buffer.from(text, 'utf16le'),
  'in UTF-16 of the other order': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'with a NUL': (text) => within(text, latin1('\0')),
  'with a NUL at the end': (text) => Buffer.from(`${text}\0`),
  'with a NUL in a comment': comment('\0'),
  'with half a character at the end': (text) =>
    Buffer.concat([Buffer.from(text), latin1('\xf0\x9f')]),
  'with half a pair': comment('\xed\xa0\x80'),
  'with overlong bytes': comment('\xc0\xaf\xf8\x88\x80\x80\x80'),
  'with Latin-1': literal('\xe9\xe8'),
  'with control characters': literal('\x01\x1b[31m\x7f\x08'),
  'with form feeds': (text) => Buffer.from(text.replaceAll('\n', '\f\n\v')),
  'with a substitute at the end': (text) => Buffer.from(`${text}\x1a`),
  'with line separators': (text) =>
    Buffer.from(text.replaceAll('\n\n', '\n/* \u2028\u2029\u0085 */\n')),
  'with characters that turn the line': (text) =>
    Buffer.from(text.replaceAll('\n\n', '\n/* \u202e\u2066 */\n')),
  'with names in other letters': (text) =>
    Buffer.from(text.replaceAll('int', 'int \u{1d4b3}\u0301;int')),
  'with trigraphs': (text) => Buffer.from(text.replaceAll('{', '??<').replaceAll('}', '%>')),
  'with continued lines': (text) => Buffer.from(text.replaceAll(' ', '\\\n ')),
};

/** A whole text of this repository in bytes that it did not have. */
export function encoded(random: Random): Shape {
  const [idea, encode] = oneOf(random, WAYS);
  const language = random.pick<Language>(['c', 'c', 'cpp', 'rust']);
  return {
    idea: `written ${idea}`,
    language,
    text: random.pick(CORPUS[language]),
    isClosed: false,
    encode,
  };
}
