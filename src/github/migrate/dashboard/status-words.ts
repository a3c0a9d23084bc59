import { isStale } from '../../../equivalence/evidence/evidence.ts';
import { isUnchecked } from '../../../equivalence/evidence/unsafe-reached.ts';
import { coverageWords, groupedDigits } from '../../../migration/status/wording.ts';
import { codeSpan } from '../../../page/markdown-text.ts';
import { shortText } from '../../text/short-text.ts';
import type { Row, RowStatus } from './rows.ts';

const REASON = 300;
const MAX_NAMED = 5;

/** How far a function is, in Markdown. */
export function statusWords({ status, isTicked }: Row): string {
  switch (status.kind) {
    case 'in Rust':
      return rustText(status);
    case 'draft':
      return `draft #${status.pull}`;
    case 'judged':
      return `#${status.pull} waits for its gate`;
    case 'failing':
      return `**fails its gate: #${status.pull}**`;
    case 'ready':
      return `**ready: #${status.pull}**`;
    case 'blocked': {
      const at = status.pull === undefined ? '' : ` in #${status.pull}`;
      return `**blocked**${at}: ${shortText(status.reason, REASON)}`;
    }
    case 'in work':
      return 'in work';
    case 'closed':
      return `#${status.pull} was closed; a tick proposes it again`;
    case 'open':
      return isTicked ? 'its turn comes when there is room' : 'not started';
    case 'waiting':
      return `${isTicked ? 'begins' : 'not started: it comes'} after ${named(status.for)}`;
  }
}

function rustText({
  rust,
  evidence,
  pull,
  comparison,
}: Extract<RowStatus, { kind: 'in Rust' }>): string {
  const from = pull === undefined ? '' : `, #${pull}`;
  if (isStale(evidence)) {
    return `${rust === '' ? `needed no Rust${from}` : `in Rust as ${codeSpan(rust)}${from}`}: **stale, the C or the Rust has changed since they were compared**`;
  }
  if (rust === '') return `needs no Rust${from}`;
  const as = `in Rust as ${codeSpan(rust)}${from}`;
  if (evidence.kind === 'different') return `${as}: **does something else than the C**`;
  if (evidence.kind === 'not checked') return `${as}: **not compared with the C**`;
  if (evidence.kind === 'nothing to compare') return `${as}: nothing to compare`;
  const cases =
    evidence.is_only_input === true
      ? 'the same on the only input that there is'
      : `the same on ${groupedDigits(evidence.cases)} inputs`;
  if (isUnchecked(evidence.unsafe_reached)) {
    return `${as}, ${cases}, **and its unsafe code was not checked for undefined behaviour**`;
  }
  return comparison === 'proven'
    ? `${as}, ${cases}`
    : `${as}, ${cases}, **${coverageWords(evidence)} of the lines**`;
}

function named(functions: readonly { readonly name: string }[]): string {
  const names = functions.slice(0, MAX_NAMED).map(({ name }) => codeSpan(name));
  const more = functions.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
