import type { Mapping } from '../pairing/mapping.ts';
import type { CArgument } from '../plan/comparison-plan.ts';
import type { NamedParam } from './named-param.ts';

/**
 * Bytes (`unsigned char *`) of which neither a length nor the mapping tells how far they go, in C that looks for a zero:
 * they are given as bytes, zeros among them and none behind them, and may well be a text, for which Rust has no such zero.
 * @param sources the text of the function, and of those that it reaches
 */
export function textDoubts(
  params: readonly NamedParam[],
  c: readonly CArgument[],
  mapping: Mapping,
  sources: readonly string[],
): readonly string[] {
  if (!sources.some((text) => LOOKS_FOR_ZERO.test(text))) return [];
  return params.flatMap(({ name, type }, at) => {
    const argument = c[at];
    if (argument?.kind !== 'elements' || argument.isText || argument.pair.kind !== 'list')
      return [];
    const isMeasured = c.some((one) => 'of' in one && one.of === name);
    if (!isBytes(type) || isMeasured || mapping.c[name] !== undefined) return [];
    return [
      `nothing tells whether ${name} ends at its first zero; say in the mapping that it is a text, or elements and how many`,
    ];
  });
}

function isBytes(type: NamedParam['type']): boolean {
  if (type.kind !== 'pointer') return false;
  const of = type.to.kind === 'pointer' ? type.to.to : type.to;
  return of.kind === 'integer' && of.isCharacter && !of.signed;
}

const ZERO = String.raw`(?:0\b|NUL\b|'\\0+')`;
const BYTE = String.raw`(?:\*\s*\w+(?:\+\+)?|\w+\[[^\]]*\])`;

/** `*p != 0`, `while (*p)`, `!*p`, `while ((c = *p++))`, `strlen(…)`. */
const LOOKS_FOR_ZERO = new RegExp(
  [
    String.raw`${BYTE}\)?\s*[!=]=\s*${ZERO}`,
    String.raw`(?:\bwhile\s*\(|;|!|&&|\|\|)\s*${BYTE}\s*(?:\)|&&|\|\||;|\?)`,
    String.raw`\bwhile\s*\(\(\s*\w+\s*=\s*${BYTE}`,
    String.raw`\bif\s*\(\s*\(?\s*!?\s*${BYTE}\s*(?:\)|&&|\|\|)`,
    String.raw`\bstr\w+\s*\(`,
  ].join('|'),
);
