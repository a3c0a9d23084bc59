import type { Statement, Statements } from './statements.ts';

/** A place in a file, as what is decided about it needs it. */
export interface SlicedPlace {
  readonly line: number;
  readonly endLine: number;
  /** The function that it is in; undefined at file level. */
  readonly function:
    | { readonly name: string; readonly line: number; readonly endLine: number }
    | undefined;
  /** The last line of the function that counts in any case, even behind the place. */
  readonly until: number;
}

/** The statements on the lines of a place; at a brace that ends blocks, the one before it. */
export function statementsAt(
  scope: readonly Statement[],
  { line, endLine }: SlicedPlace,
): readonly Statement[] {
  const there = scope.filter((one) => one.line <= endLine && one.endLine >= line);
  if (there.length > 0) return there;
  return scope.filter((one) => one.endLine < line).slice(-1);
}

/**
 * Where in, or behind, its own statement a place is: in a statement of several lines there may be several findings of a
 * rule, and behind it several blocks may end.
 */
export function markOf(
  { tokens, endLine, block }: Statement,
  { line }: SlicedPlace,
  ends: ReadonlyMap<Statement, number>,
): string {
  if (endLine >= line) return `${tokens.findIndex((token) => token.endLine >= line)}`;
  let closed = 0;
  for (let around = block; around !== undefined; around = around.block) {
    if ((ends.get(around) ?? 0) <= line) closed++;
  }
  return `behind ${closed}`;
}

/** The function's own statements, its head first. */
export function statementsOfFunction(
  { list, ends }: Statements,
  { name, line, endLine }: NonNullable<SlicedPlace['function']>,
): readonly Statement[] {
  const word = name.split(/[^\p{L}\p{N}_$~]+/u).at(-1) ?? name;
  const head = list.find(
    (one) =>
      one.kind === 'head' &&
      one.line <= endLine &&
      one.endLine >= line &&
      (ends.get(one) ?? 0) >= line &&
      one.tokens.some(({ text }) => text === word || `~${text}` === word),
  );
  if (head === undefined) return list.filter((one) => one.line <= endLine && one.endLine >= line);
  const at = list.indexOf(head);
  let end = at + 1;
  while ((list[end]?.depth ?? -1) > head.depth) end++;
  return list.slice(at, end);
}

/** Statements with the heads of all blocks around them. */
export function withBlocks(statements: readonly Statement[]): Statement[] {
  const all = new Set<Statement>();
  for (const one of statements) {
    const blocks: Statement[] = [];
    for (let at = one.block; at !== undefined && !all.has(at); at = at.block) blocks.push(at);
    for (const block of blocks.reverse()) all.add(block);
    all.add(one);
  }
  return [...all];
}

/** A call that goes on behind a block within it is one statement with what stands before. */
export function withContinuations(
  within: readonly Statement[],
  own: ReadonlySet<Statement>,
): Set<Statement> {
  const all = new Set(own);
  const latest = new Map<number, Statement>();
  const parts: Statement[][] = [];
  const partOf = new Map<Statement, Statement[]>();
  for (const one of within) {
    const before = one.goesOn ? partOf.get(latest.get(one.depth) ?? one) : undefined;
    const part = before ?? [];
    if (before === undefined) parts.push(part);
    part.push(one);
    partOf.set(one, part);
    if (one.kind !== 'directive') latest.set(one.depth, one);
  }
  for (const part of parts)
    if (part.some((one) => own.has(one))) for (const one of part) all.add(one);
  return all;
}
