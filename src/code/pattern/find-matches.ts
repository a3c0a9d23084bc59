import type { SyntaxNode } from '../syntax/syntax.ts';
import type { CodeIndex } from './code-index.ts';
import type { Matcher } from './matcher.ts';
import type { Bindings, Pattern, PatternNode } from './pattern.ts';

/** Code that is as a pattern says. */
export interface Match {
  /** The first node, and the last one where there are several statements. */
  readonly first: SyntaxNode;
  readonly last: SyntaxNode;
  readonly bindings: Bindings;
}

const NOTHING: Bindings = new Map();

/**
 * The matches of a pattern in a file, of each place the first that is accepted; in the order of the tree.
 * @param accept a match as it is meant, or undefined where it is none
 */
export function findMatches(
  { nodes }: Pattern,
  index: CodeIndex,
  matcher: Matcher,
  accept: (match: Match) => Match | undefined,
): Match[] {
  // Whatever stands before or behind does not count.
  const wanted = withoutEnds(nodes);
  const [first] = wanted;
  if (first === undefined) return [];
  return kindsOf(first)
    .flatMap((kind) => index.byKind.get(kind) ?? [])
    .flatMap((node): Match[] => {
      let accepted: Match | undefined;
      matchFrom(wanted, node, index, matcher, NOTHING, (match) => {
        accepted = accept(match);
        return accepted !== undefined;
      });
      return accepted === undefined ? [] : [accepted];
    });
}

/** Whether what a match is of, or begins the statement that it is in, is also as another pattern says. */
export function alsoMatches(
  { nodes }: Pattern,
  match: Match,
  index: CodeIndex,
  matcher: Matcher,
): boolean {
  const wanted = withoutEnds(nodes);
  const { first, last, bindings } = match;
  if (!isStatement(wanted[0]?.kind ?? '')) {
    const [only = first] = first.type === 'expression_statement' ? first.children : [];
    return first === last && matchFrom(wanted, only, index, matcher, bindings, () => true);
  }
  const around = [first, ...aroundOf(first, index)].filter(({ type }) => isStatement(type));
  const covers = (found: Match) => found.last.end >= last.end;
  return around
    .slice(0, 1)
    .some((node) => matchFrom(wanted, node, index, matcher, bindings, covers));
}

/** Whether what is around a match, itself included, is as a pattern says; accepted with what metavariables stand for then. */
export function isInside(
  { nodes }: Pattern,
  match: Match,
  index: CodeIndex,
  matcher: Matcher,
  accept: (bindings: Bindings) => boolean,
): boolean {
  const around = [match.first, ...aroundOf(match.first, index)];
  const covers = (found: Match) => found.last.end >= match.last.end && accept(found.bindings);
  return around.some((node) => {
    if (nodes.length === 1) return matchFrom(nodes, node, index, matcher, match.bindings, covers);
    const place = index.places.get(node);
    for (let at = place?.at ?? -1; at >= 0; at -= 1) {
      const start = place?.parent.children[at];
      if (start !== undefined && matchFrom(nodes, start, index, matcher, match.bindings, covers))
        return true;
    }
    return false;
  });
}

function matchFrom(
  wanted: readonly PatternNode[],
  node: SyntaxNode,
  { places }: CodeIndex,
  matcher: Matcher,
  bindings: Bindings,
  found: (match: Match) => boolean,
): boolean {
  const [only, ...more] = wanted;
  if (only === undefined) return false;
  if (more.length === 0)
    return matcher.matchNode(only, node, bindings, (bound) =>
      found({ first: node, last: node, bindings: bound }),
    );
  const place = places.get(node);
  if (place === undefined) return false;
  const beside = place.parent.children;
  const from = place.at;
  return matcher.matchList(wanted, beside, from, bindings, (bound, end) => {
    const last = beside[end - 1];
    return last !== undefined && end > from && found({ first: node, last, bindings: bound });
  });
}

/** The nodes around one, the nearest first. */
function aroundOf(node: SyntaxNode, { places }: CodeIndex): SyntaxNode[] {
  const around: SyntaxNode[] = [];
  for (let at = places.get(node)?.parent; at !== undefined; at = places.get(at)?.parent)
    around.push(at);
  return around;
}

function isStatement(kind: string): boolean {
  return kind.endsWith('_statement') || kind === 'declaration';
}

function withoutEnds(nodes: readonly PatternNode[]): readonly PatternNode[] {
  const from = nodes.findIndex(({ isMany }) => isMany !== true);
  const last = nodes.findLastIndex(({ isMany }) => isMany !== true);
  return from < 0 ? [] : nodes.slice(from, last + 1);
}

/** The kinds of nodes that a pattern can begin at. */
function kindsOf({ kind, children }: PatternNode): readonly string[] {
  if (kind === 'assignment_expression') return [kind, 'init_declarator'];
  if (kind === 'expression_statement' && children[0]?.kind === 'assignment_expression')
    return [kind, 'declaration'];
  return [kind];
}
