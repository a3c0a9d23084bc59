import type { CodeAccount, UnfollowedReason } from '../../code/c/reading/account.ts';
import type { SyntaxTree } from '../../code/syntax/syntax.ts';
import type { AnalysisNote } from '../candidates/file-analysis.ts';
import { named, stretches } from './line-stretches.ts';

const REASONS: Readonly<Record<UnfollowedReason, string>> = {
  unparsed: 'could not be read as C or C++',
  unread: 'stands under conditions of #if of which too many exclude each other',
};

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
