/*
 * Which number stands for nothing, as the text of the C shows it.
 */

/** How constants are called that stand for nothing. */
const NAMED_NOTHING =
  /(?:^|_)(?:NONE|NO|NIL|NULL|NOT|INVALID|UNSET|UNKNOWN|EMPTY|UNLIMITED|ANY|MAX)(?:_|$)/i;

/**
 * The number with which C compares a parameter or field where that stands for nothing: -1 of what is compared with -1
 * or asked whether it is negative, 0 of what is asked whether it is there, or a constant that is called so. This
 * reads the source as text.
 * @param bits of the C type
 * @returns undefined where the text shows none, or several
 */
export function noneInSource(
  texts: readonly string[],
  { name, isField }: { readonly name: string; readonly isField: boolean },
  { bits, signed }: { readonly bits: number; readonly signed: boolean },
  constants: ReadonlyMap<string, bigint>,
): bigint | undefined {
  const found = new Set<bigint>();
  const path = isField ? String.raw`(?:\w+(?:\[[^\]]*\])?\s*(?:->|\.)\s*)+` : '';
  const value = String.raw`(?<![\w.>])${path}\b${name}\b(?!\s*(?:->|\.|\(|\[))`;
  const compared = new RegExp(
    String.raw`${value}\s*(==|!=|<=|>=|<|>)\s*((?:\(\s*\w+\s*\)\s*)?[-~]?\s*\w+)`,
    'g',
  );
  const isThere = new RegExp(
    String.raw`!\s*${value}(?!\s*[=<>])|(?:\bif|\bwhile)\s*\(\s*${value}\s*(?:\)|&&|\|\|)|(?:&&|\|\|)\s*${value}\s*(?:\)|&&|\|\||\?)|(?:[=(,:?]|\breturn\b)\s*${value}\s*\?`,
  );
  for (const text of texts) {
    if (isThere.test(text)) found.add(0n);
    for (const [, operator = '', other = ''] of text.matchAll(compared)) {
      const number = numberOf(other, constants);
      if (number === undefined) continue;
      const isEnd = operator === '==' || operator === '!=';
      if (isEnd && (number === 0n || number === -1n)) found.add(number);
      else if (isEnd && NAMED_NOTHING.test(other)) found.add(number);
      else if (number === 0n && operator === '>') found.add(0n);
      else if (number === 0n && signed && (operator === '<' || operator === '>=')) found.add(-1n);
    }
  }
  const [only, ...others] = found;
  if (only === undefined || others.length > 0) return undefined;
  return only < 0n && !signed ? BigInt.asUintN(bits, only) : only;
}

/** A number, or a constant that has a name; the largest number of any type is -1. */
function numberOf(text: string, constants: ReadonlyMap<string, bigint>): bigint | undefined {
  const word = text.replace(/^\(\s*\w+\s*\)\s*/, '').replaceAll(/\s/g, '');
  if (
    word === '~0' ||
    /^(?:SIZE|U?INT(?:8|16|32|64|PTR)?|ULONG|ULLONG|USHRT|UCHAR)_MAX$/.test(word)
  )
    return word.startsWith('INT') ? undefined : -1n;
  if (/^-?(?:0x[\da-f]+|\d+)[ul]*$/i.test(word)) {
    const digits = word.replace(/^-/, '').replace(/[ul]+$/i, '');
    return word.startsWith('-') ? -BigInt(digits) : BigInt(digits);
  }
  return constants.get(word);
}
