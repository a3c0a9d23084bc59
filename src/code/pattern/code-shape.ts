import type { SyntaxNode, SyntaxTree } from '../syntax/syntax.ts';

/** Names of values, types, fields and labels: which of them one is depends on what stands around it. */
const NAMES = new Set([
  'identifier',
  'type_identifier',
  'field_identifier',
  'namespace_identifier',
  'statement_identifier',
]);

/** What is one word to the code, although the grammar sees parts in it. */
const WHOLE = new Set([
  'string_literal',
  'char_literal',
  'raw_string_literal',
  'system_lib_string',
  'number_literal',
]);

/** What a node is, as far as it counts when code is compared. */
export function kindOf(node: SyntaxNode, tree: SyntaxTree): string {
  const { type, named } = node;
  if (!named) return `'${type}`;
  // Trees have no brackets, which are all that tells these apart.
  if (type === 'delete_expression' && isOfArray(node, tree)) return `${type}[]`;
  return NAMES.has(type) ? 'name' : type;
}

function isOfArray({ children }: SyntaxNode, tree: SyntaxTree): boolean {
  const word = children.find((child) => child.type === 'delete');
  const between = tree.textOf({ start: word?.end ?? 0, end: children.at(-1)?.start ?? 0 });
  return between.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '').includes('[');
}

/** The part of a loop that a node is, since trees have no semicolons either; undefined for what is told by its place. */
export function slotOf(node: SyntaxNode, parent: SyntaxNode): string | undefined {
  return parent.type === 'for_statement' && node.named ? node.field : undefined;
}

/** The children of a node that are compared: none of a literal, which is compared by its text. */
export function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return WHOLE.has(node.type) ? [] : node.children;
}

/** What a node without parts is by its text; of empty parentheses and braces, what is between them does not count. */
export function wordOf(text: string): string {
  return /^[([{]/.test(text) ? '' : text;
}

/** The same code without parentheses around it, and without nodes that only say what a part of a tree is for. */
export function coreOf(node: SyntaxNode): SyntaxNode {
  let core = node;
  for (;;) {
    const [only, ...more] = core.children;
    if (only === undefined || more.length > 0 || !only.named || WHOLE.has(core.type)) return core;
    const isSame = only.start === core.start && only.end === core.end;
    if (core.type !== 'parenthesized_expression' && !isSame) return core;
    core = only;
  }
}

/** What is declared, without the stars and references before its name. */
export function withoutPointers(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while (inner.type === 'pointer_declarator' || inner.type === 'reference_declarator') {
    const declared = inner.children.findLast(
      ({ named, type }) => named && type !== 'type_qualifier',
    );
    if (declared === undefined) return inner;
    inner = declared;
  }
  return inner;
}
