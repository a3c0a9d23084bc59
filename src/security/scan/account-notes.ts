import type { CodeAccount, UnfollowedReason } from '../../code/c/reading/account.ts';
import type { SyntaxTree } from '../../code/syntax/syntax.ts';
import type { LineStretch } from '../../workspace/files/skip.ts';
import type { AnalysisNote } from '../candidates/file-analysis.ts';

const REASONS: Readonly<Record<UnfollowedReason, string>> = {
  unparsed: 'could not be read as C or C++',
  unread: 'stands under conditions of #if of which too many exclude each other',
};

/** Stretches of lines that a note names; more are counted. */
const MAX_STRETCHES = 20;

/** What to say of code in functions and initialisers that was not followed: its lines, why, and what it means. */
export function accountNotes(tree: SyntaxTree, account: CodeAccount): AnalysisNote[] {
  const reasons = [...new Set(account.unfollowed.map(({ reason }) => reason))].sort();
  return reasons.map((reason) => {
    const lines = new Set<number>();
    for (const span of account.unfollowed) {
      if (span.reason !== reason) continue;
      const { line, endLine } = tree.location(span);
      for (let at = line; at <= endLine; at += 1) lines.add(at);
    }
    const all = stretches([...lines].sort((left, right) => left - right));
    const [what, was] = lines.size === 1 ? ['line', 'was'] : ['lines', 'were'];
    return {
      reason:
        `code at ${what} ${named(all)} ${REASONS[reason]}: ` +
        `${lines.size} ${what} ${was} not examined, or not whole, so findings may be missing`,
      failed: true,
      lines: all,
    };
  });
}

/** The stretches that ascending numbers make. */
function stretches(lines: readonly number[]): LineStretch[] {
  const found: LineStretch[] = [];
  for (const line of lines) {
    const open = found.at(-1);
    if (open !== undefined && line === open.last + 1)
      found[found.length - 1] = { first: open.first, last: line };
    else found.push({ first: line, last: line });
  }
  return found;
}

/** `3, 7-9 and 2 more stretches` */
function named(all: readonly LineStretch[]): string {
  const some = all
    .slice(0, MAX_STRETCHES)
    .map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
  const more = all.length - some.length;
  return more > 0 ? `${some.join(', ')} and ${more} more stretches` : some.join(', ');
}
