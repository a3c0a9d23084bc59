/** A function as its words tell it. */
export interface WordOutline {
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
  /** What it may call by name, and through fields, sorted, without repeats. */
  readonly calls: readonly string[];
  readonly fields: readonly string[];
}

/** What is followed by parentheses and is no call. */
export const NO_CALLS: ReadonlySet<string> = new Set(
  'if while for switch return sizeof defined else do case typeof __typeof__ alignof _Alignof'.split(
    ' ',
  ),
);

/** What the tokens of a function may call. */
export function calledNames(tokens: readonly string[]): Pick<WordOutline, 'calls' | 'fields'> {
  const calls = new Set<string>();
  const fields = new Set<string>();
  for (const [at, token] of tokens.entries()) {
    if (tokens[at + 1] !== '(' || !/^[A-Za-z_$]/.test(token) || NO_CALLS.has(token)) continue;
    const before = tokens[at - 1];
    (before === '.' || before === '->' ? fields : calls).add(token);
  }
  return { calls: [...calls].sort(), fields: [...fields].sort() };
}
