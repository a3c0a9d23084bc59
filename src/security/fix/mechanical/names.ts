import {
  childOf,
  descendants,
  type SyntaxNode,
  type SyntaxTree,
} from '../../../code/syntax/syntax.ts';
import type { FoundIn } from './mechanical-fix.ts';
import { ancestors, calledName, functionAround, identifiersIn } from './nodes.ts';

/** In which roles a name below a declarator is a use of it. */
const USES: ReadonlySet<string> = new Set(['size', 'value', 'parameters', 'default_value']);

/** The node that declares a variable, a parameter or a function by this identifier; undefined for a use. */
export function declarationBy(identifier: SyntaxNode): SyntaxNode | undefined {
  let node = identifier;
  while (node.parent?.type.endsWith('_declarator') === true) {
    if (USES.has(node.field)) return undefined;
    node = node.parent;
  }
  return node.field === 'declarator' ? node.parent : undefined;
}

/** The identifiers below a node that declare a name. */
export function declarersOf(tree: SyntaxTree, within: SyntaxNode, name: string): SyntaxNode[] {
  return identifiersIn(within).filter(
    (node) => tree.textOf(node) === name && declarationBy(node) !== undefined,
  );
}

/** The identifiers that declare a name outside of functions. */
export function outsideOf(tree: SyntaxTree, name: string): SyntaxNode[] {
  return declarersOf(tree, tree.root, name).filter(
    (node) =>
      !ancestors(node).some(({ type }) => /^(?:function_definition|parameter_list)$/.test(type)),
  );
}

/** The names that the file defines as macros. */
export function macrosOf(tree: SyntaxTree): ReadonlySet<string> {
  const defining = descendants(tree.root).filter(({ type }) =>
    /^preproc_(?:function_)?def$/.test(type),
  );
  return new Set(
    defining.flatMap((node) => {
      const name = childOf(node, 'name');
      return name === undefined ? [] : [tree.textOf(name)];
    }),
  );
}

/** Whether a name is a macro of the file, or spelled as those of headers are. */
export function mayBeMacro(tree: SyntaxTree, name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name) || macrosOf(tree).has(name);
}

/** Whether a call is one of the library by its plain name. */
export function isLibraryCall(found: FoundIn, call: SyntaxNode): boolean {
  return isLibraryName(found, call, calledName(found.tree, call));
}

/** What makes a function of a name another than the library's; a bare declaration may be the library's own. */
const OWN = /^(?:function_definition|field_declaration|namespace_definition)$/;

/** Whether a name is the library's at a place: neither the file nor the function around has another of that name. */
export function isLibraryName({ tree }: FoundIn, at: SyntaxNode, name: string): boolean {
  const around = functionAround(at);
  if (name === '' || around === undefined || macrosOf(tree).has(name)) return false;
  const isOwn = descendants(tree.root).some(
    (node) =>
      node.parent?.type === 'function_declarator' &&
      /^(?:field_)?identifier$/.test(node.type) &&
      node.field === 'declarator' &&
      tree.textOf(node) === name &&
      ancestors(node).some(({ type }) => OWN.test(type)),
  );
  return !isOwn && declarersOf(tree, around, name).length === 0;
}
