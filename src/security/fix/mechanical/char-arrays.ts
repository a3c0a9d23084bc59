import { childOf, type SyntaxNode, type SyntaxTree } from '../../../code/syntax/syntax.ts';
import type { FoundIn } from './mechanical-fix.ts';
import { declarerOfMember } from './members.ts';
import { declarationBy, declarersOf, macrosOf, outsideOf } from './names.ts';
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
function memberOf(found: FoundIn, use: SyntaxNode): CharArray | undefined {
  const declarer = declarerOfMember(found, use);
  const size = declarer === undefined ? undefined : memberSize(found.tree, declarer);
  return size === undefined ? undefined : { name: found.tree.textOf(use), size };
}

/** The size of a member; undefined for one that may be longer. */
function memberSize(tree: SyntaxTree, declarer: SyntaxNode): SyntaxNode | undefined {
  const array = declarer.parent;
  const declaration = array?.parent;
  if (array?.type !== 'array_declarator' || declaration?.type !== 'field_declaration')
    return undefined;
  if (!isOfChars(tree, declaration)) return undefined;
  const size = childOf(array, 'size');
  const number = size === undefined ? undefined : numberOf(tree, size);
  // The last member of a block may be allocated longer than it is declared.
  const isLast = declaration.parent?.children.at(-1) === declaration;
  const mayBeLonger = isLast ? number === undefined : number === 1;
  return mayBeLonger || (number ?? 2) < 2 ? undefined : size;
}

/** How many elements an array has, where its declaration says so by a decimal number. */
export function statedSize(tree: SyntaxTree, { size }: CharArray): number | undefined {
  return size === undefined ? undefined : numberOf(tree, size);
}

function numberOf(tree: SyntaxTree, size: SyntaxNode): number | undefined {
  const text = size.type === 'number_literal' ? tree.textOf(size) : '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
