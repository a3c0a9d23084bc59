/** Why results of another scanner are no candidates, in the order of the warning; then the same of one of them. */
const REASONS = [
  ['malformed', 'not in the form of SARIF', 'is not in the form of SARIF'],
  ['excess', 'beyond the number that is read', 'is beyond the number that is read'],
  ['noProblem', 'of a kind that reports no problem', 'is of a kind that reports no problem'],
  ['suppressed', 'suppressed there', 'is suppressed there'],
  ['gone', 'gone since the baseline there', 'is gone since the baseline there'],
  ['noPlace', 'without a file and a line', 'has no file or no line'],
  ['outside', 'outside of the scanned folder', 'is outside of the scanned folder'],
  ['notExamined', 'in files that were not examined', 'is in a file that was not examined'],
  ['noLine', 'on lines that the file does not have', 'is on a line that the file does not have'],
  [
    'repeated',
    'that repeat another of the same rule on the same line',
    'repeats another of the same rule on the same line',
  ],
] as const;

export type SkipReason = (typeof REASONS)[number][0];

const OF_ONE: ReadonlyMap<SkipReason, string> = new Map(
  REASONS.map(([reason, , text]) => [reason, text]),
);

/** What a result speaks of, as far as its log says so. */
export interface ResultPlace {
  readonly rule: string;
  /** Empty where the log names none. */
  readonly file: string;
  readonly line: number | undefined;
}

/** A result that is no candidate, or several without a place, and why. */
export interface LeftOutResult extends ResultPlace {
  readonly reason: string;
}

/** Counts what is left out of an import, so that nothing goes without a word. */
export class SkippedResults {
  private readonly counts = new Map<SkipReason, number>();
  private readonly named: LeftOutResult[] = [];

  /** @param place missing where nothing more is known of the result */
  add(reason: SkipReason, place?: ResultPlace): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1);
    // A result of no problem leaves nothing to decide.
    if (place !== undefined && reason !== 'noProblem')
      this.named.push({ ...place, reason: `it ${OF_ONE.get(reason)}` });
  }

  /** What was left out, one by one where the place is known. */
  places(tool: string): LeftOutResult[] {
    const unnamed = REASONS.flatMap(([reason, text, textOfOne]): LeftOutResult[] => {
      const number = this.counts.get(reason);
      if (number === undefined || (reason !== 'malformed' && reason !== 'excess')) return [];
      const said = number === 1 ? `1 result ${textOfOne}` : `${number} results are ${text}`;
      return [{ rule: tool, file: '', line: undefined, reason: said }];
    });
    return [...this.named, ...unnamed];
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
