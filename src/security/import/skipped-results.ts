/** Why a result of another scanner is no candidate, in the order of the warning. */
const REASONS = [
  ['malformed', 'not in the form of SARIF'],
  ['excess', 'beyond the number that is read'],
  ['noProblem', 'of a kind that reports no problem'],
  ['suppressed', 'suppressed there'],
  ['gone', 'gone since the baseline there'],
  ['noPlace', 'without a file and a line'],
  ['outside', 'outside of the scanned folder'],
  ['notExamined', 'in files that were not examined'],
  ['noLine', 'on lines that the file does not have'],
  ['repeated', 'that repeat another of the same rule on the same line'],
] as const;

export type SkipReason = (typeof REASONS)[number][0];

/** Counts what is left out of an import, so that nothing goes without a word. */
export class SkippedResults {
  private readonly counts = new Map<SkipReason, number>();

  add(reason: SkipReason, number = 1): void {
    if (number > 0) this.counts.set(reason, (this.counts.get(reason) ?? 0) + number);
  }

  /** One line, or undefined where nothing was left out. */
  warning(name: string, imported: number): string | undefined {
    const parts = REASONS.flatMap(([reason, text]) => {
      const number = this.counts.get(reason);
      return number === undefined ? [] : [`${number} ${text}`];
    });
    if (parts.length === 0) return undefined;
    const total = [...this.counts.values()].reduce((sum, number) => sum + number, 0);
    const results = imported === 1 ? '1 result was' : `${imported} results were`;
    return `${name}: ${results} imported and ${total} left out: ${parts.join(', ')}`;
  }
}
