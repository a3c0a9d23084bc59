import { groupedDigits, plural } from '../../../migration/status/wording.ts';
import { codeSpan } from '../../../page/markdown-text.ts';
import type { Row } from './rows.ts';
import { statusWords } from './status-words.ts';
import { inRust, partOf, tallyOf } from './tally.ts';

const MAX_LISTED = 20;
const MAX_NEXT_NAMED = 10;

/** The answer to `/migrate status`, in Markdown: what is under way, what is held up, what can come next. */
export function statusAnswer(rows: readonly Row[], dashboard: number | undefined): string {
  if (rows.length === 0) return 'There is no C function to migrate here.';
  const tally = tallyOf(rows);
  const { proven, partly, unproven, left } = tally;
  const head = [
    `**${groupedDigits(inRust(tally))} of ${plural(rows.length, 'C function')} are in Rust**: ${groupedDigits(proven)} compared on all lines of the C, ${groupedDigits(partly)} in part, ${groupedDigits(unproven)} carried over and not compared; ${groupedDigits(left)} are not begun.`,
    ...(dashboard === undefined ? [] : [`All of them are in #${dashboard}.`]),
  ].join(' ');
  const moving = rows.filter((row) => partOf(row) === 'proposed');
  const held = rows.filter(({ status }) => status.kind === 'blocked');
  const doubtful = rows.filter(
    ({ status }) =>
      status.kind === 'in Rust' &&
      (status.comparison === 'unproven' || status.comparison === 'different'),
  );
  const next = rows.filter(({ status }) => status.kind === 'open');
  const names = next.slice(0, MAX_NEXT_NAMED).map(({ id }) => codeSpan(id.name));
  const more =
    next.length > names.length ? ` and ${groupedDigits(next.length - names.length)} more` : '';
  return [
    head,
    ...list('Under way', moving),
    ...list('Held up', held),
    ...list('In Rust without proof', doubtful),
    ...(names.length === 0 ? [] : [`Can be begun now: ${names.join(', ')}${more}.`]),
  ].join('\n\n');
}

function list(title: string, rows: readonly Row[]): string[] {
  if (rows.length === 0) return [];
  const lines = rows
    .slice(0, MAX_LISTED)
    .map((row) => `- ${codeSpan(row.id.name)} (${codeSpan(row.id.file)}): ${statusWords(row)}`);
  const more =
    rows.length > MAX_LISTED ? [`- and ${groupedDigits(rows.length - MAX_LISTED)} more`] : [];
  return [`**${title}**`, [...lines, ...more].join('\n')];
}
