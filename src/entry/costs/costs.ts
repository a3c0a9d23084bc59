import type { Ledger, LedgerSum } from '../../model/cost/ledger.ts';
import type { Candidate } from '../../security/candidates/candidate.ts';
import { count, digits } from '../../security/report/count.ts';

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
   * The same for people, by role, one line each; nothing when no model was asked.
   * @param bySubject whether each group of candidates has a line, too
   */
  lines(bySubject: boolean): readonly string[];
}

/** What it costs to ask no model. */
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

/**
 * What models were asked, by role, then in all: calls, tokens and cost, one line each.
 * @param places what subjects are about; where it is given, each subject has a line, too
 */
function costLines(ledger: Ledger, places?: ReadonlyMap<string, string>): string[] {
  if (ledger.entries.length === 0) return [];
  const line = (name: string, sum: LedgerSum) => `${name.padEnd(12)} ${sumText(sum)}`;
  const roles = [...ledger.by('role')].map(([role, sum]) => line(role, sum));
  const subjects = places === undefined ? [] : [...ledger.by('subject')];
  const about = subjects.map(([subject, sum]) => {
    const place = places?.get(subject);
    return `about ${subject}${place === undefined ? '' : ` (${place})`}: ${sumText(sum)}`;
  });
  return [...about, ...roles, line('all', ledger.total())];
}

/** Where the candidates of a group are, as the line of its cost names them: `f at a.c:3, a.c:7`. */
export function locationsText(candidates: readonly Candidate[]): string {
  const functions = Map.groupBy(candidates, (candidate) => candidate.function);
  return [...functions]
    .map(([name, own]) => {
      const places = own.map(({ file, line }) => `${file}:${line}`).join(', ');
      return name === '' ? places : `${name} at ${places}`;
    })
    .join('; ');
}

/** Calls, tokens and cost, as a part of a line. */
export function sumText(sum: LedgerSum): string {
  const { calls, reused, input, cached, output, cost, unpriced, estimated } = sum;
  const parts = [
    `${count(calls, 'call')}${reused === 0 ? '' : ` and ${digits(reused)} from before`}`,
    `${digits(input)} tokens in${cached === 0 ? '' : ` (${digits(cached)} cached)`}`,
    `${digits(output)} out`,
    unpriced === 0 ? `$${cost.toFixed(4)}` : unpricedText(sum),
  ];
  const note = estimated === 0 ? '' : `, ${digits(estimated)} of them estimated`;
  return `${parts.join(', ')}${note}`;
}

function unpricedText({ cost, unpriced, calls }: LedgerSum): string {
  return unpriced === calls ? 'price unknown' : `at least $${cost.toFixed(4)}`;
}
