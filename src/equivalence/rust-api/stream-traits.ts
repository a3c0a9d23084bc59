import { childOf, type SyntaxNode, type SyntaxTree } from '../../code/syntax/syntax.ts';
import type { RustApiType } from './rust-type.ts';

/** What a stream may be besides: it says nothing of what is read or written. */
const BESIDES: ReadonlySet<string> = new Set(['Seek', 'Send', 'Sync', 'Unpin', 'Sized', 'Debug']);

/** The stream that traits stand for: `Read`, `BufRead` or `Write`; undefined where they are others. */
export function streamOf(bounds: string): RustApiType | undefined {
  const traits = bounds
    .replace(/^\s*(?:\(\s*)?(?:dyn|impl)\b/, '')
    .replace(/\)\s*$/, '')
    .replace(/^\s*:/, '')
    .split('+')
    .map((bound) => bound.trim().replace(/^\?/, '').replace(/^.*::/s, ''))
    .filter((name) => name !== '' && !name.startsWith("'") && !BESIDES.has(name));
  const reads = traits.filter((name) => name === 'Read' || name === 'BufRead');
  const writes = traits.filter((name) => name === 'Write');
  if (traits.length === 0 || reads.length + writes.length < traits.length) return undefined;
  if (reads.length > 0 && writes.length > 0) return undefined;
  return { kind: 'stream', does: reads.length > 0 ? 'reads' : 'writes' };
}

/** The type parameters of an item that stand for streams, by name: `W: Write`, `where R: BufRead`. */
export function streamParameters(tree: SyntaxTree, node: SyntaxNode): Map<string, RustApiType> {
  const found = new Map<string, RustApiType>();
  const add = (name: SyntaxNode | undefined, bounds: SyntaxNode | undefined) => {
    const stream = bounds === undefined ? undefined : streamOf(tree.textOf(bounds));
    if (name !== undefined && stream !== undefined) found.set(tree.textOf(name), stream);
  };
  for (const one of childOf(node, 'type_parameters')?.children ?? []) {
    if (one.type === 'type_parameter') add(childOf(one, 'name'), childOf(one, 'bounds'));
  }
  const where = node.children.find(({ type }) => type === 'where_clause');
  for (const one of where?.children ?? []) {
    if (one.type === 'where_predicate') add(childOf(one, 'left'), childOf(one, 'bounds'));
  }
  return found;
}
