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
  const notes = reasons.map((reason) => {
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
  return [...notes, ...braceNotes(tree, account), ...asideNotes(tree, account)];
}

/** The lines of braces without a counterpart: the code around them was read as it may be meant. */
function braceNotes(tree: SyntaxTree, { unfitting }: CodeAccount): AnalysisNote[] {
  const lines = [...new Set(unfitting.map((span) => tree.location(span).line))];
  if (lines.length === 0) return [];
  const all = stretches(lines.sort((left, right) => left - right));
  const what = unfitting.length === 1 ? 'the brace' : 'braces';
  const where = lines.length === 1 ? 'line' : 'lines';
  const has = unfitting.length === 1 ? 'has' : 'have';
  const reason =
    `${what} at ${where} ${named(all)} ${has} no counterpart: the functions around were read as they may be meant, ` +
    'so findings may be missing';
  // A macro of a header that is not there may stand for the counterpart.
  return [{ reason, failed: false, lines: all }];
}

/** The lines that the build leaves out: they were not to be examined. */
function asideNotes(tree: SyntaxTree, { aside }: CodeAccount): AnalysisNote[] {
  const lines = new Set<number>();
  for (const { start, end } of aside) {
    const last = tree.location({ start, end }).endLine;
    for (let { line } = tree.location({ start, end: start }); line <= last; line += 1)
      lines.add(line);
  }
  if (lines.size === 0) return [];
  const bytes = aside.reduce((sum, { start, end }) => sum + end - start, 0);
  const all = stretches([...lines].sort((left, right) => left - right));
  const what = lines.size === 1 ? 'line' : 'lines';
  return [
    {
      reason: `${what} ${named(all)} (${bytes} bytes) not part of this build, and not examined`,
      failed: false,
      lines: all,
      aside: true,
    },
  ];
}
