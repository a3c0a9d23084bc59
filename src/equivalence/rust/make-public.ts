import { childOf, type SyntaxNode, type SyntaxTree } from '../../code/syntax/syntax.ts';

const ITEMS = new Set([
  'function_item',
  'struct_item',
  'enum_item',
  'union_item',
  'type_item',
  'const_item',
  'static_item',
  'mod_item',
  'trait_item',
  'use_declaration',
]);

/**
 * A source file with every item, field and method visible to other crates, so that they can be
 * called; nothing else is changed. What a trait or a function body holds stays as it is.
 */
export function makePublic(tree: SyntaxTree): string {
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  const open = (node: SyntaxNode, before: SyntaxNode | undefined) => {
    const visibility = node.children.find(({ type }) => type === 'visibility_modifier');
    if (visibility !== undefined) edits.push({ ...visibility, text: 'pub' });
    else if (before !== undefined)
      edits.push({ start: before.start, end: before.start, text: 'pub ' });
  };
  const visit = (parent: SyntaxNode) => {
    for (const node of parent.children) {
      if (node.type === 'impl_item') {
        const body = childOf(node, 'body');
        if (childOf(node, 'trait') === undefined && body !== undefined) visit(body);
        continue;
      }
      if (!ITEMS.has(node.type)) continue;
      // A private import made public could clash with another name; it is not needed.
      if (node.type !== 'use_declaration') open(node, node);
      const body = childOf(node, 'body');
      if (body === undefined) continue;
      if (node.type === 'mod_item') visit(body);
      if (node.type === 'struct_item') openFields(body, open);
    }
  };
  visit(tree.root);
  edits.sort((a, b) => b.start - a.start);
  return edits.reduce(
    (text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end),
    tree.text,
  );
}

function openFields(
  body: SyntaxNode,
  open: (node: SyntaxNode, before: SyntaxNode | undefined) => void,
): void {
  if (body.type === 'field_declaration_list') {
    for (const field of body.children) if (field.type === 'field_declaration') open(field, field);
    return;
  }
  // The visibility of a tuple struct's field stands beside its type.
  let visibility: SyntaxNode | undefined;
  for (const child of body.children) {
    if (child.type === 'visibility_modifier') visibility = child;
    if (child.field !== 'type') continue;
    open({ ...child, children: visibility === undefined ? [] : [visibility] }, child);
    visibility = undefined;
  }
}
