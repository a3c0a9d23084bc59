import type { Ledger } from '../../model/cost/ledger.ts';
import { costLines } from './cost-lines.ts';

/** What models were asked, and what that cost. */
export interface Costs {
  /** Of calls that have a price. */
  readonly dollars: number;
  readonly calls: number;
  /** Calls of unknown price. */
  readonly unpriced: number;
  /** Of questions and answers together. */
  readonly tokens: number;
  /**
   * The same for people, by role, one line each; nothing when nobody was asked.
   * @param bySubject whether each group of candidates has a line, too
   */
  lines(bySubject: boolean): readonly string[];
}

/** What it costs to ask nobody. */
export const NO_COSTS: Costs = {
  ...{ dollars: 0, calls: 0, unpriced: 0, tokens: 0 },
  lines: () => [],
};

/** @param places what subjects are about */
export function summariseCosts(ledger: Ledger, places: ReadonlyMap<string, string>): Costs {
  const { cost, calls, unpriced, input, output } = ledger.total();
  return {
    ...{ dollars: cost, calls, unpriced, tokens: input + output },
    lines: (bySubject) => costLines(ledger, bySubject ? places : undefined),
  };
}
