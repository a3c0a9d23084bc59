import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../code/syntax/syntax.ts';
import type { FoundIn } from './mechanical-fix.ts';
import { declarationBy, declarersOf, macrosOf } from './names.ts';
import { ancestors, functionAround } from './nodes.ts';

/** An array of characters whose size `sizeof` gives. */
export interface CharArray {
  /** How it is written: a variable, or a member of what one holds or points to. */
  readonly name: string;
  /** How many elements its declaration states. */
  readonly size: SyntaxNode | undefined;
}

/** The array of `char` that an expression names; undefined unless exactly one declaration can be meant, and it is one. */
export function charArrayOf(found: FoundIn, use: SyntaxNode): CharArray | undefined {
  if (use.type === 'identifier') return variableOf(found, use);
  return use.type === 'field_expression' ? memberOf(found, use) : undefined;
}

function variableOf({ tree, language }: FoundIn, use: SyntaxNode): CharArray | undefined {
  const around = functionAround(use);
  if (around === undefined) return undefined;
  const name = tree.textOf(use);
  if (macrosOf(tree).has(name)) return undefined;
  const local = declarersOf(tree, around, name);
  const [declarer, ...others] = local.length > 0 ? local : outsideOf(tree, name);
  if (declarer === undefined || others.length > 0) return undefined;
  const declaration = declarationBy(declarer);
  const scope = declaration?.parent;
  if (declaration?.type !== 'declaration' || declaration.start > use.start) return undefined;
  const isLocal = local.length > 0;
  // In C++ the member of a class hides what is outside of functions.
  const isInScope = isLocal
    ? scope?.type === 'compound_statement' && ancestors(use).includes(scope)
    : scope === tree.root && language === 'c';
  return isInScope ? arrayOf(tree, declaration, declarer) : undefined;
}

function outsideOf(tree: SyntaxTree, name: string): SyntaxNode[] {
  return declarersOf(tree, tree.root, name).filter(
    (node) =>
      !ancestors(node).some(({ type }) => /^(?:function_definition|parameter_list)$/.test(type)),
  );
}

function arrayOf(
  tree: SyntaxTree,
  declaration: SyntaxNode,
  declarer: SyntaxNode,
): CharArray | undefined {
  const array = declarer.parent;
  if (!isOfChars(tree, declaration) || array?.type !== 'array_declarator') return undefined;
  const around = array.parent;
  const size = childOf(array, 'size');
  const isInitialised = around?.type === 'init_declarator';
  if (!isInitialised && around !== declaration) return undefined;
  return size === undefined && !isInitialised ? undefined : { name: tree.textOf(declarer), size };
}

/** Whether a declaration is of `char` that can be written. */
function isOfChars(tree: SyntaxTree, declaration: SyntaxNode): boolean {
  const type = childOf(declaration, 'type');
  return (
    type?.type === 'primitive_type' &&
    tree.textOf(type) === 'char' &&
    declaration.children.every(
      (child) => child.type !== 'type_qualifier' || tree.textOf(child) !== 'const',
    )
  );
}

/** An array in a structure that the file defines, reached by one variable of the function. */
function memberOf({ tree }: FoundIn, use: SyntaxNode): CharArray | undefined {
  const [base, member] = [childOf(use, 'argument'), childOf(use, 'field')];
  const around = functionAround(use);
  if (base?.type !== 'identifier' || member === undefined || around === undefined) return undefined;
  const [declarer, ...others] = declarersOf(tree, around, tree.textOf(base));
  const declaration = declarer === undefined ? undefined : declarationBy(declarer);
  if (declarer === undefined || declaration === undefined || others.length > 0) return undefined;
  if (declaration.start > use.start || !isVisible(around, declaration, use)) return undefined;
  const pointer = declarer.parent?.type === 'pointer_declarator' ? declarer.parent : undefined;
  const isPointer = childOf(use, 'operator')?.type === '->';
  const outer = (pointer ?? declarer).parent;
  const isDirect = outer === declaration || outer?.type === 'init_declarator';
  if (isPointer !== (pointer !== undefined) || !isDirect) return undefined;
  const type = childOf(declaration, 'type');
  const names = [tree.textOf(base), tree.textOf(member)];
  const macros = macrosOf(tree);
  if (type === undefined || names.some((name) => macros.has(name))) return undefined;
  const size = memberSize(tree, type, tree.textOf(member));
  return size === undefined ? undefined : { name: tree.textOf(use), size };
}

function isVisible(around: SyntaxNode, declaration: SyntaxNode, use: SyntaxNode): boolean {
  const scope = declaration.parent;
  if (declaration.type === 'declaration')
    return scope?.type === 'compound_statement' && ancestors(use).includes(scope);
  const head = descendants(around).find((node) => node.type === 'function_declarator');
  return declaration.type === 'parameter_declaration' && scope?.parent === head;
}

/** The size of the only member of a name, in the only definition of a structure; undefined for one that may be longer. */
function memberSize(tree: SyntaxTree, type: SyntaxNode, member: string): SyntaxNode | undefined {
  const body = definitionOf(tree, type);
  const named = descendants(body ?? type).filter(
    (node) => node.type === 'field_identifier' && tree.textOf(node) === member,
  );
  const [declarer] = named;
  const array = declarer?.parent;
  const declaration = array?.parent;
  if (body === undefined || named.length !== 1 || array?.type !== 'array_declarator')
    return undefined;
  if (declaration?.type !== 'field_declaration' || declaration.parent !== body) return undefined;
  if (!isOfChars(tree, declaration)) return undefined;
  const size = childOf(array, 'size');
  const number = size === undefined ? undefined : numberOf(tree, size);
  // The last member of a block may be allocated longer than it is declared.
  const mayBeLonger = body.children.at(-1) === declaration ? number === undefined : number === 1;
  return mayBeLonger || (number ?? 2) < 2 ? undefined : size;
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

/** How many elements an array has, where its declaration says so by a decimal number. */
export function statedSize(tree: SyntaxTree, { size }: CharArray): number | undefined {
  return size === undefined ? undefined : numberOf(tree, size);
}

function numberOf(tree: SyntaxTree, size: SyntaxNode): number | undefined {
  const text = size.type === 'number_literal' ? tree.textOf(size) : '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
