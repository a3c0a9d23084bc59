import type { RetireResult } from '../../entry/migrate/retire-functions.ts';
import { plural } from '../../migration/status/wording.ts';
import { visibleText } from '../../page/visible-text.ts';
import { oneLine } from '../output/terminal-text.ts';

/** The exit status: 1 when a function stays. */
export function retireStatus({ refused }: Pick<RetireResult, 'refused'>): number {
  return refused.length > 0 ? 1 : 0;
}

/** What went, or would go, and what stays and why, behind the difference. */
export function retireText({ retired, refused, diff }: RetireResult, dryRun: boolean): string {
  const went = retired.map(({ name, file, line, rust }) => {
    return `${name}  ${dryRun ? 'would go' : 'taken out'} of ${file}:${line}${rust === undefined ? '' : `: ${rust}`}`;
  });
  const stays = refused.map(({ name, because }) => `${name}  stays: ${because}`);
  const count = plural(retired.length, 'function');
  const end = dryRun
    ? `${count} of the C could be taken out; nothing was changed`
    : retired.length === 0
      ? 'nothing was taken out of the C'
      : `${count} taken out of the C, uncommitted; git checkout brings back what went. What calls it is Rust, so the C alone links no more: migrate link builds both`;
  const lines = diff === '' ? [] : diff.trimEnd().split('\n').map(visibleText);
  return [...lines, ...[...went, ...stays, end].map(oneLine)].map((line) => `${line}\n`).join('');
}
