import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../code/syntax/syntax.ts';
import type { FoundIn } from './mechanical-fix.ts';
import { declarationBy, declarersOf, macrosOf } from './names.ts';
import { ancestors, functionAround } from './nodes.ts';

/**
 * What declares the member that an expression names, reached by one variable of the function: the only member of that
 * name in the only definition of a structure of the file.
 */
export function declarerOfMember({ tree }: FoundIn, use: SyntaxNode): SyntaxNode | undefined {
  const [base, member] = [childOf(use, 'argument'), childOf(use, 'field')];
  const around = functionAround(use);
  if (base?.type !== 'identifier' || member === undefined || around === undefined) return undefined;
  const [declarer, ...others] = declarersOf(tree, around, tree.textOf(base));
  const declaration = declarer === undefined ? undefined : declarationBy(declarer);
  if (declarer === undefined || declaration === undefined || others.length > 0) return undefined;
  if (!isVisible(around, declaration, use)) return undefined;
  const pointer = declarer.parent?.type === 'pointer_declarator' ? declarer.parent : undefined;
  const isPointer = childOf(use, 'operator')?.type === '->';
  const outer = (pointer ?? declarer).parent;
  const isDirect = outer === declaration || outer?.type === 'init_declarator';
  if (isPointer !== (pointer !== undefined) || !isDirect) return undefined;
  const type = childOf(declaration, 'type');
  const names = [tree.textOf(base), tree.textOf(member)];
  const macros = macrosOf(tree);
  if (type === undefined || names.some((name) => macros.has(name))) return undefined;
  return onlyMember(tree, type, tree.textOf(member));
}

/** Whether what a declaration in a function declares can be seen from a place after it. */
export function isVisible(around: SyntaxNode, declaration: SyntaxNode, use: SyntaxNode): boolean {
  const scope = declaration.parent;
  if (declaration.start > use.start || scope === undefined) return false;
  if (declaration.type === 'declaration')
    return /^(?:compound|for)_statement$/.test(scope.type) && ancestors(use).includes(scope);
  const head = descendants(around).find((node) => node.type === 'function_declarator');
  return declaration.type === 'parameter_declaration' && scope.parent === head;
}

function onlyMember(tree: SyntaxTree, type: SyntaxNode, member: string): SyntaxNode | undefined {
  const body = definitionOf(tree, type);
  const [declarer, ...others] = descendants(body ?? type).filter(
    (node) => node.type === 'field_identifier' && tree.textOf(node) === member,
  );
  if (body === undefined || declarer === undefined || others.length > 0) return undefined;
  return declarationBy(declarer)?.parent === body ? declarer : undefined;
}

/** The members of a structure, by its tag or a name that `typedef` gives it. */
function definitionOf(tree: SyntaxTree, type: SyntaxNode): SyntaxNode | undefined {
  const own = childOf(type, 'name') ?? (type.type === 'type_identifier' ? type : undefined);
  if (own === undefined) return undefined;
  const isTag = type.type === 'struct_specifier';
  const definitions = descendants(tree.root).filter((node) => {
    if (node.type !== 'struct_specifier' || childOf(node, 'body') === undefined) return false;
    const tag = childOf(node, 'name');
    const alias =
      node.parent?.type === 'type_definition' ? childOf(node.parent, 'declarator') : undefined;
    const name = isTag ? tag : (alias ?? tag);
    return name?.type === 'type_identifier' && tree.textOf(name) === tree.textOf(own);
  });
  const [definition] = definitions;
  const holder = definition?.parent?.type === 'type_definition' ? definition.parent : definition;
  const isOnly = definitions.length === 1 && holder?.parent === tree.root;
  return definition !== undefined && isOnly ? childOf(definition, 'body') : undefined;
}
