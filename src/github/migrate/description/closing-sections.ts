import { compactNumber, dollars, duration, plural } from '../../../migration/status/wording.ts';
import { codeSpan } from '../../../page/markdown-text.ts';
import { worstComparisonLevel } from './headline.ts';
import type { PullSubject } from './pull-subject.ts';

/** What was not checked, so that silence is not taken for an answer. */
export function notVerifiedSection({ facts }: PullSubject): string {
  const functions = facts.functions.filter(({ skipped }) => skipped === undefined);
  const level = worstComparisonLevel(facts);
  const lines = [
    ...(level === 'unproven' || level === 'different'
      ? ['- That the Rust does what the C does.']
      : functions.length === 0
        ? []
        : ['- What the Rust does on inputs that were not tried.']),
    '- How fast it is, and how much memory it takes.',
    '- What several threads do to it at once.',
    ...(facts.security === undefined ? ['- Whether the change brings security defects.'] : []),
    '- The whole program: the C stays as it is, and still calls its own function until the Rust is linked in.',
  ];
  return `### Not verified\n\n${lines.join('\n')}`;
}

/** How to get rid of it, before and after the merge. */
export function undoSection({ facts, again: other }: PullSubject): string {
  const [first] = facts.functions;
  const again = other ?? codeSpan(`/migrate retry ${first?.name ?? 'FUNCTION'}`);
  return [
    '### To undo it',
    `Close it: it is not proposed again until it is asked for with ${again}. After the merge: revert it. The C was not touched, and the function counts as not migrated again.`,
  ].join('\n\n');
}

/** What it took, and what it cost. */
export function costLine({ facts }: PullSubject): string {
  const {
    calls,
    models = [],
    replayed,
    unpriced,
    restarts,
    repairs,
    seconds,
    ...rest
  } = facts.effort;
  const tokens = compactNumber(rest.input_tokens + rest.output_tokens);
  const asked =
    calls === 0
      ? 'no model was asked'
      : replayed === true
        ? `no model was asked: a recording gave the answers to ${plural(calls, 'question')}`
        : `${plural(calls, 'call')} of ${models.length === 0 ? 'models' : models.map(codeSpan).join(', ')}, ${tokens} tokens, ${price(rest.dollars, unpriced)}`;
  const tries = restarts === 0 ? 'at the first try' : `at try ${restarts + 1}`;
  const repairsText = repairs === 0 ? 'without a repair' : `with ${plural(repairs, 'repair')}`;
  return `<sub>${tries}, ${repairsText}, in ${duration(seconds)}; ${asked}.</sub>`.replace(
    /^<sub>a/,
    '<sub>Done a',
  );
}

function price(cost: number, unpriced: number): string {
  if (unpriced === 0) return dollars(cost);
  return `${dollars(cost)} and ${plural(unpriced, 'call')} without a price`;
}
