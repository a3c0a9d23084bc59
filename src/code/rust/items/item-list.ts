import type { SourceParser } from '../../syntax/source-parser.ts';
import { childOf, type SyntaxNode, type SyntaxTree } from '../../syntax/syntax.ts';
import { cachedSyntax } from '../../syntax/syntax-cache.ts';

/** One item of a Rust file, or of an `impl` or `mod` block, with its doc comments and attributes. */
export interface RustItem {
  /**
   * What tells it from the others of its list: `fn area`, `type Point` (a struct, enum, union or
   * alias), `const MAX` (or a static), `impl Display for Point`, `mod tests`, `use std::fmt;`.
   */
  readonly key: string;
  /** Empty where it has none, as a `use` or an `impl`. */
  readonly name: string;
  readonly text: string;
  /** The doc comments and attributes at its beginning. */
  readonly lead: string;
  /** What stands before its body, without doc comments and attributes: the signature of a function. */
  readonly head: string;
  /** Of a function: what stands between its braces. */
  readonly body?: string;
  /** Of an `impl`, `trait` or `mod` block with a body. */
  readonly members?: readonly RustItem[];
  /** As written, such as `#[test]`. */
  readonly attributes: readonly string[];
}

/** What a file consists of: printing it gives the file again, but for white space. */
export interface ItemList {
  /** Inner attributes and inner doc comments. */
  readonly header: string;
  readonly items: readonly RustItem[];
  /** Comments after the last item. */
  readonly footer: string;
}

/** A text that is no Rust: the line where the first trouble is, counted from 1. */
export interface RustSyntaxError {
  readonly line: number;
}

/** Splits the text of a file into its items; the line of the first error where it does not parse. */
export function parseItems(parser: SourceParser, text: string): ItemList | RustSyntaxError {
  const tree = cachedSyntax(parser, text);
  const trouble = firstError(tree.root);
  if (trouble !== undefined) return { line: tree.location(trouble).line };
  return listOf(tree, tree.root.children, 0, text.length);
}

/** Whether a text was split. */
export function isItems(result: ItemList | RustSyntaxError): result is ItemList {
  return 'items' in result;
}

/** A file of these items, not yet formatted. */
export function printItems({ header, items, footer }: ItemList): string {
  const parts = [header, ...items.map(({ text }) => text), footer];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** An item as the others, with these members in its body. */
export function withMembers(item: RustItem, members: readonly RustItem[]): RustItem {
  const body = members.map(({ text }) => text).join('\n\n');
  return { ...item, members, text: `${item.lead}${item.head} {\n${body}\n}` };
}

function firstError(root: SyntaxNode): SyntaxNode | undefined {
  const pending = [root];
  let first: SyntaxNode | undefined;
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'ERROR' && (first === undefined || node.start < first.start)) first = node;
    pending.push(...node.children);
  }
  return first;
}

/** @param from where the list begins in the text, and `to` where it ends */
function listOf(
  tree: SyntaxTree,
  nodes: readonly SyntaxNode[],
  from: number,
  to: number,
): ItemList {
  const items: RustItem[] = [];
  const inner = nodes.filter(({ type }) => type === 'inner_attribute_item').at(-1);
  let start = Math.max(headerEnd(tree.text, from, to), inner?.end ?? from);
  const header = tree.text.slice(from, start).trim();
  let attributes: string[] = [];
  for (const node of nodes) {
    if (node.start < start || node.type === 'inner_attribute_item') continue;
    if (node.type === 'attribute_item') {
      attributes.push(tree.textOf(node));
      continue;
    }
    items.push(itemOf(tree, node, tree.text.slice(start, node.end).trim(), attributes));
    start = node.end;
    attributes = [];
  }
  return { header, items, footer: tree.text.slice(start, to).trim() };
}

/** Where the inner doc comments at the beginning end. */
function headerEnd(text: string, from: number, to: number): number {
  let at = from;
  for (;;) {
    const line = /^\s*\/\/!.*(?:\n|$)/.exec(text.slice(at, to));
    if (line === null) return at;
    at += line[0].length;
  }
}

const TYPES = ['struct_item', 'enum_item', 'union_item', 'type_item', 'associated_type'];

function itemOf(
  tree: SyntaxTree,
  node: SyntaxNode,
  text: string,
  attributes: readonly string[],
): RustItem {
  const named = childOf(node, 'name');
  const name = named === undefined ? '' : tree.textOf(named);
  const body = childOf(node, 'body');
  const head = tree.text.slice(node.start, body?.start ?? node.end).trim();
  const lead = text.slice(0, text.length - (node.end - node.start));
  const item = { key: keyOf(node, name, head), name, text, lead, head, attributes };
  if (body === undefined) return item;
  if (node.type === 'function_item') {
    return { ...item, body: tree.text.slice(body.start + 1, body.end - 1).trim() };
  }
  if (!['impl_item', 'mod_item', 'trait_item'].includes(node.type)) return item;
  const { header, items, footer } = listOf(tree, body.children, body.start + 1, body.end - 1);
  const last = items.at(-1);
  if (header !== '' || footer === '' || last === undefined) {
    // A list of members has no place for what is said of the block as a whole.
    return header === '' && footer === '' ? { ...item, members: items } : item;
  }
  return { ...item, members: items.with(-1, { ...last, text: `${last.text}\n\n${footer}` }) };
}

function keyOf({ type }: SyntaxNode, name: string, head: string): string {
  if (type === 'function_item' || type === 'function_signature_item') return `fn ${name}`;
  if (TYPES.includes(type)) return `type ${name}`;
  if (type === 'const_item' || type === 'static_item') return `const ${name}`;
  if (type === 'mod_item') return `mod ${name}`;
  if (type === 'trait_item') return `trait ${name}`;
  if (type === 'macro_definition') return `macro ${name}`;
  return head.replaceAll(/\s+/g, ' ');
}
