/** What an argument of a call has to be for a rule to report the call. */
export type ArgumentTest =
  /** From outside of the program; fixed by the program's text, or not; perhaps null. */
  | 'untrusted'
  | 'literal'
  | 'not_literal'
  | 'null'
  | { readonly equal: number | string }
  | { readonly below: number }
  | { readonly above: number };

/** The same in words: "argument 2 of `f` is below 2048". */
export function wordsOf(test: ArgumentTest): string {
  if (test === 'untrusted') return 'comes from outside';
  if (test === 'literal') return 'is a literal';
  if (test === 'not_literal') return 'is not a literal';
  if (test === 'null') return 'may be null';
  if ('equal' in test) return `is ${JSON.stringify(test.equal)}`;
  return 'below' in test ? `is below ${test.below}` : `is above ${test.above}`;
}
