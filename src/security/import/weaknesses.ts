import type { SarifResult, SarifRule } from './sarif-schema.ts';

/** More say nothing about one place. */
const MAX_WEAKNESSES = 8;
/** Tags and the like of one rule that are looked at. */
const MAX_STATEMENTS = 100;

/** CWE-710, improper adherence to coding standards: something is wrong, and the scanner does not say what. */
export const UNKNOWN_WEAKNESS = 710;

/**
 * What the words of a rule's name and of a message mean where no CWE is given, as clang does not;
 * the first that fits. More specific ones stand before more general ones.
 */
const BY_WORDS: readonly (readonly [RegExp, number])[] = [
  [/double[-_ ]?(free|fclose|delete)|free released memory/, 415],
  [/use[-_ ]?after[-_ ]?(free|delete)|after it is (freed|released)|dangling|deallocuse/, 416],
  [/use[-_ ]?after[-_ ]?move|moved-from/, 672],
  [/mismatch\w*[-_ ]?(dealloc|alloc)/, 762],
  [/free[-_ ]?(of[-_ ])?non[-_ ]?heap|freenonheap/, 590],
  [/stack ?address|address of (a )?(stack|local)|return[-_ ]?local[-_ ]?addr|autovariables/, 562],
  [/null[-_ ]?(pointer|ptr|deref)|(dereference|argument).{0,40}\bnull\b|nonnull/, 476],
  [/leak/, 401],
  [/uninit|undefreturn|undefinedbinary|garbage value|without an initial value/, 457],
  [/(divide|division|div)[-_ ]?(by[-_ ]?)?zero|zerodiv/, 369],
  [/sql[-_ ]?injection/, 89],
  [/(command|os)[-_ ]?injection/, 78],
  [/path[-_ ]?(traversal|injection)/, 22],
  [/format[-_ ]?(string|security|nonliteral)/, 134],
  [/integer[-_ ]?overflow|signed overflow|shift-(count|overflow)/, 190],
  [/(format|stringop)-overflow|overflow\w* the (buffer|destination)/, 787],
  [/stringop-overread/, 125],
  [/out[-_ ]?of[-_ ]?bounds|array-?bound|buffer[-_ ]?(overflow|overrun|access)/, 119],
  [/insecureapi|unsafe[-_ ]?(function|api)/, 676],
  [/deadlock|double[-_ ]?lock|unlock/, 667],
  [/data[-_ ]?race|race[-_ ]?condition/, 362],
  [/unchecked[-_ ]?return|unused-result|ignored return/, 252],
];

/** CWE numbers of a result, its own before those of its rule; never empty. */
export function weaknessesOf(
  result: SarifResult,
  rule: SarifRule | undefined,
  words: string,
): [number, ...number[]] {
  const related = rule?.relationships.slice(0, MAX_STATEMENTS) ?? [];
  const targets = related.map((relationship) => relationship?.target);
  const stated = [
    ...result.taxa.slice(0, MAX_STATEMENTS).flatMap(referred),
    ...propertiesOf(result.properties),
    ...propertiesOf(rule?.properties),
    ...targets.flatMap(referred),
    ...numbersIn(result.ruleId ?? ''),
  ];
  const [first, ...others] = [...new Set(stated)].slice(0, MAX_WEAKNESSES);
  return first === undefined ? [guess(words)] : [first, ...others];
}

/** A weakness that a taxonomy gives: `415` of `cwe`, or `CWE-415` of any. */
function referred(reference: SarifResult['taxa'][number]): number[] {
  const id = reference?.id ?? '';
  const named = numbersIn(id);
  if (named.length > 0) return named;
  const isOfCwe = /^cwe\b/i.test(reference?.toolComponent?.name ?? '');
  return isOfCwe && /^\d{1,4}$/.test(id) ? positive(Number(id)) : [];
}

/** Tags such as `external/cwe/cwe-787` or `CWE-78: OS Command Injection`, and a property `cwe`. */
function propertiesOf(properties: SarifResult['properties']): number[] {
  const own: readonly unknown[] = [properties?.cwe].flat();
  const tags = properties?.tags.slice(0, MAX_STATEMENTS) ?? [];
  return [...tags, ...own.slice(0, MAX_STATEMENTS)].flatMap((value) => {
    if (typeof value === 'number') return positive(value);
    return typeof value === 'string' ? numbersIn(value) : [];
  });
}

function numbersIn(text: string): number[] {
  const matches = text.slice(0, 500).matchAll(/\bcwe[-_ :/]{0,2}0*(\d{1,4})\b/gi);
  return [...matches].flatMap(([, digits]) => positive(Number(digits)));
}

function positive(value: number): number[] {
  return Number.isInteger(value) && value >= 1 && value <= 9_999 ? [value] : [];
}

function guess(words: string): number {
  const text = words.toLowerCase();
  return BY_WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? UNKNOWN_WEAKNESS;
}
