import type { SyntaxNode, SyntaxTree } from '../../syntax/syntax.ts';
import { type CfgBuild, cfgHolds, splitArguments } from './cfg.ts';

/** An attribute as written, without `#[` and `]`, and with what `cfg_attr` adds. */
export interface Attribute {
  readonly text: string;
  readonly node: SyntaxNode;
}

/** The attributes of an item: those before it, and those that open its body (`#![…]`). */
export function attributesOf(tree: SyntaxTree, node: SyntaxNode): Attribute[] {
  const siblings = node.parent?.children ?? [];
  const at = siblings.indexOf(node);
  const found: SyntaxNode[] = [];
  for (let before = at - 1; siblings[before]?.type === 'attribute_item'; before -= 1) {
    const sibling = siblings[before];
    if (sibling !== undefined) found.unshift(sibling);
  }
  const bodies = [node, ...node.children.filter((child) => child.field === 'body')];
  for (const body of bodies) {
    found.push(...body.children.filter((child) => child.type === 'inner_attribute_item'));
  }
  return found.flatMap((one) => expand(attributeText(tree.textOf(one)), one));
}

/** The predicates of all `#[cfg(…)]` around a node. */
export function cfgsAround(tree: SyntaxTree, node: SyntaxNode): string[] {
  const predicates: string[] = [];
  for (let at: SyntaxNode | undefined = node; at !== undefined; at = at.parent) {
    if (at.type === 'attribute_item') continue;
    predicates.push(...cfgsOf(attributesOf(tree, at).map(({ text }) => text)));
  }
  return predicates;
}

/** The predicates of those attributes that are `cfg(…)`. */
export function cfgsOf(attributes: readonly string[]): string[] {
  return attributes.flatMap((text) => /^cfg\s*\(([\s\S]*?),?\s*\)$/.exec(text)?.[1] ?? []);
}

/** Whether all predicates hold. */
export function allHold(predicates: readonly string[], build: CfgBuild): boolean {
  return predicates.every((predicate) => cfgHolds(predicate, build));
}

function attributeText(written: string): string {
  return written.slice(written.indexOf('[') + 1, -1).trim();
}

function expand(text: string, node: SyntaxNode): Attribute[] {
  const conditional = /^cfg_attr\s*\(([\s\S]*)\)$/.exec(text);
  const unwrapped = /^unsafe\s*\(([\s\S]*)\)$/.exec(text);
  if (unwrapped !== null) return expand((unwrapped[1] ?? '').trim(), node);
  if (conditional === null) return [{ text, node }];
  const [predicate, ...added] = splitArguments(conditional[1] ?? '');
  if (!cfgHolds(predicate ?? '', { test: true, unknown: true })) return [];
  return added.flatMap((one) => expand(one, node));
}
