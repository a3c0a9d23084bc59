import type { SourceParser } from '../../syntax/source-parser.ts';
import { rustTokens } from '../account/tokens.ts';
import { type CrateCode, crateCode } from './crate-code.ts';
import { ReachedCode } from './reached-code.ts';

/**
 * What of a crate has the word `unsafe` in it and is reached by some of its functions, as far as names tell: each as
 * `fn get in src/bits.rs`, sorted. A function that cannot be found by its name reaches all.
 * @param texts the sources of the crate, by path from its folder on
 * @param functions paths such as `crc::crc32` or `bits::Bits::get`
 */
export function reachedUnsafe(
  parser: SourceParser,
  texts: ReadonlyMap<string, string>,
  functions: readonly string[],
): string[] {
  const all = crateCode(parser, texts);
  const isUnsafe = new Map(all.map((code) => [code, hasUnsafe(code)]));
  if (![...isUnsafe.values()].includes(true)) return [];
  const reached = new ReachedCode(all);
  const starts = functions.map((path) => startsOf(all, path));
  const isUnknown = starts.some((own) => own.length === 0);
  const from = isUnknown ? all : [...reached.from(starts.flat())];
  const found = from.filter((code) => isUnsafe.get(code) === true);
  return [...new Set(found.map(({ file, id }) => (id === '*' ? file : `${id} in ${file}`)))].sort();
}

/** The pieces that may be the function of a path: all of that name, or those of its type where there are any. */
function startsOf(all: readonly CrateCode[], path: string): readonly CrateCode[] {
  const [name = '', owner = ''] = path.split('::').reverse();
  const named = all.filter((one) => one.name === name || one.members.has(name));
  const own = named.filter(({ head }) => head.has(owner));
  return own.length > 0 ? own : named;
}

/** In a text or a comment the word means nothing. */
function hasUnsafe({ text }: CrateCode): boolean {
  return (
    text.includes('unsafe') &&
    rustTokens(text).some(({ kind, text: word }) => kind === 'word' && word === 'unsafe')
  );
}
