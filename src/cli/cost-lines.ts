import type { Ledger, LedgerSum } from '../model/cost/ledger.ts';
import { count, digits } from '../security/report/headline.ts';

/**
 * What models were asked, by role, then in all: calls, tokens and cost, one line each.
 * @param bySubject whether each group of candidates that was asked about has a line, too
 */
export function costLines(ledger: Ledger, bySubject = false): string[] {
  if (ledger.entries.length === 0) return [];
  const roles = [...ledger.by('role')].map(([role, sum]) => line(role, sum));
  const subjects = bySubject ? [...ledger.by('subject')] : [];
  const width = Math.max(0, ...subjects.map(([subject]) => subject.length));
  const about = subjects.map(([subject, sum]) => `about ${line(subject, sum, width)}`);
  return [...about, ...roles, line('all', ledger.total())];
}

function line(name: string, sum: LedgerSum, width = 12): string {
  return `${name.padEnd(width)} ${sumText(sum)}`;
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
