import {
  isItemPlace,
  type RustAccount,
  type RustUnfollowedReason,
} from '../../code/rust/account/account.ts';
import { lastAtMost } from '../../code/syntax/splices.ts';
import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../code/syntax/syntax.ts';
import type { AnalysisNote } from '../candidates/file-analysis.ts';
import { named, stretches } from './line-stretches.ts';

type Reason = 'macro' | 'items' | 'included' | 'module';

const REASONS: Readonly<Record<Reason, string>> = {
  macro: 'is the body of a macro',
  items: 'is what a macro makes items of',
  included: 'includes another file as code',
  module: 'takes a module from a file with the ending of no source',
};

/** What to say of the code of a Rust file that is not followed: bodies of macros, and files that it takes in. */
export function rustNotes(
  tree: SyntaxTree,
  account: Pick<RustAccount, 'unfollowed'>,
): AnalysisNote[] {
  const lines = new Map<Reason, Set<number>>();
  const starts = {
    macro: startsOf(account, 'macro'),
    items: startsOf(account, 'items'),
  };
  for (const node of descendants(tree.root)) {
    const reason = reasonOf(node, tree, starts);
    if (reason === undefined) continue;
    const { line, endLine } = tree.location(node);
    const known = lines.get(reason) ?? new Set<number>();
    for (let at = line; at <= endLine; at += 1) known.add(at);
    lines.set(reason, known);
  }
  return [...lines].sort().map(([reason, all]) => {
    const found = stretches([...all].sort((left, right) => left - right));
    const what = all.size === 1 ? 'line' : 'lines';
    return {
      reason: `code at ${what} ${named(found)} ${REASONS[reason]}, and was not examined`,
      failed: false,
      lines: found,
    };
  });
}

const LEFT: Readonly<Record<RustUnfollowedReason, string>> = {
  unparsed: 'stands beside what could not be read as Rust',
  macro: 'is the body of a macro',
  items: 'is what a macro makes items of',
  arguments: 'stands among the arguments of a macro, and is no expression',
  unread: 'was not followed',
};

/**
 * Lines with code that was not followed and that no other note names: with them, all code of a file is followed or
 * listed. It counts as a failure where nothing explains it.
 * @param others what else is said of the file
 */
export function rustAccountNotes(
  tree: SyntaxTree,
  account: Pick<RustAccount, 'unfollowed'>,
  others: readonly AnalysisNote[],
): AnalysisNote[] {
  const listed = new Set<number>();
  for (const { lines = [] } of others)
    for (const { first, last } of lines) for (let at = first; at <= last; at += 1) listed.add(at);
  const lines = new Map<RustUnfollowedReason, Set<number>>();
  for (const { reason, ...span } of account.unfollowed) {
    const { line, endLine } = tree.location(span);
    if (listed.has(line)) continue;
    const known = lines.get(reason) ?? new Set<number>();
    for (let at = line; at <= endLine; at += 1) known.add(at);
    lines.set(reason, known);
  }
  return [...lines].sort().map(([reason, all]) => {
    const found = stretches([...all].sort((left, right) => left - right));
    const [what, was] = all.size === 1 ? ['line', 'was'] : ['lines', 'were'];
    return {
      reason:
        `code at ${what} ${named(found)} ${LEFT[reason]}: ` +
        `${all.size} ${what} ${was} not examined, or not whole, so findings may be missing`,
      failed: reason === 'unread',
      lines: found,
    };
  });
}

function startsOf({ unfollowed }: Pick<RustAccount, 'unfollowed'>, reason: RustUnfollowedReason) {
  return unfollowed.filter((each) => each.reason === reason).map(({ start }) => start);
}

function reasonOf(
  node: SyntaxNode,
  tree: SyntaxTree,
  starts: Readonly<Record<'macro' | 'items', readonly number[]>>,
): Reason | undefined {
  const holds = (reason: 'macro' | 'items') =>
    (starts[reason][lastAtMost(starts[reason], node.end)] ?? -1) >= node.start;
  switch (node.type) {
    case 'macro_rule':
      return holds('macro') || holdsCode(childOf(node, 'right')) ? 'macro' : undefined;
    case 'macro_invocation': {
      const name = childOf(node, 'macro');
      if (name !== undefined && /^(?:\w+::)*include$/.test(tree.textOf(name))) return 'included';
      if (!isItemPlace(node)) return undefined;
      return holds('items') || node.children.some(holdsUnsafe) ? 'items' : undefined;
    }
    case 'attribute':
      return /^path\s*=\s*"[^"]*"/.test(tree.textOf(node)) && !/\.rs"$/.test(tree.textOf(node))
        ? 'module'
        : undefined;
    default:
      return undefined;
  }
}

/** Whether tokens have a function or an unsafe block among them. */
function holdsCode(tokens: SyntaxNode | undefined): boolean {
  return (
    tokens?.type === 'token_tree' &&
    descendants(tokens).some(({ type }) => type === 'fn' || type === 'unsafe')
  );
}

/** Whether tokens have an unsafe block among them. The word `fn` alone may be that of a type. */
function holdsUnsafe(tokens: SyntaxNode): boolean {
  return descendants(tokens).some(
    ({ type, children }) =>
      type === 'token_tree' &&
      children.some(
        (each, at) => each.type === 'unsafe' && children[at + 1]?.type === 'token_tree',
      ),
  );
}
