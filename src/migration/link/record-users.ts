import type { ClangRecord } from '../../code/clang/types.ts';
import type { ClangUnit } from '../../code/clang/unit.ts';
import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../code/syntax/syntax.ts';

/**
 * The functions and macros of a project that look into records of a type, or have one by its value, as
 * the text tells: by the names of the type and of its fields. All else only passes pointers on. What is no
 * part of a function has the name of its file's scope, which is none.
 */
export function recordUsers(
  { name, fields = [] }: ClangRecord,
  { types }: ClangUnit,
  trees: readonly SyntaxTree[],
): Set<string> {
  const tag = name.replace(/^(?:struct|union) /, '');
  const isIt = new RegExp(`^(?:struct |union )?${tag}$`);
  const names = new Set([tag]);
  for (const type of types) {
    if (type.kind === 'typedef' && isIt.test(type.underlying ?? '')) names.add(type.name);
  }
  const fieldNames = new Set(fields.map((field) => field.name));
  const users = new Set<string>();
  for (const tree of trees) {
    const visit = (node: SyntaxNode, owner: string): void => {
      const inside = nameOf(node, tree) ?? owner;
      const field = node.type === 'field_expression' ? childOf(node, 'field') : undefined;
      if (field !== undefined && fieldNames.has(tree.textOf(field))) users.add(inside);
      if (node.type === 'type_identifier' && names.has(tree.textOf(node)) && isValue(node, tree)) {
        users.add(inside);
      }
      // The body of a macro is no tree: its words have to do.
      if (node.type === 'preproc_arg' && mentionsField(tree.textOf(node), fieldNames)) {
        users.add(inside);
      }
      for (const child of node.children) visit(child, inside);
    };
    visit(tree.root, '');
  }
  return users;
}

/** The name of a function or macro, where one begins. */
function nameOf(node: SyntaxNode, tree: SyntaxTree): string | undefined {
  if (node.type === 'preproc_def' || node.type === 'preproc_function_def') {
    const name = childOf(node, 'name');
    return name && tree.textOf(name);
  }
  if (node.type !== 'function_definition') return undefined;
  const declarator = descendants(node).find(({ type }) => type === 'function_declarator');
  const name = declarator && childOf(declarator, 'declarator');
  return name && tree.textOf(name);
}

/** Whether a type is named other than to point at it, to declare it, or to give it a name. */
function isValue(node: SyntaxNode, { text }: SyntaxTree): boolean {
  const specifier = node.parent?.type.endsWith('_specifier') ? node.parent : node;
  if (specifier.parent?.type === 'type_definition') return false;
  return !/^\s*(?:(?:const|volatile|restrict)\b\s*)*[*;{]/.test(text.slice(node.end));
}

function mentionsField(body: string, fields: ReadonlySet<string>): boolean {
  return [...body.matchAll(/(?:->|\.)\s*(\w+)/g)].some(([, name = '']) => fields.has(name));
}
