import type { SyntaxNode, SyntaxTree } from '../../code/syntax/syntax.ts';
import { isBuiltinName } from './builtin-names.ts';
import { declarationEnd, declaredNames } from './declared-names.ts';

/** A macro, type, constant or global variable at file level. */
export interface FileDefinition {
  readonly names: readonly string[];
  readonly line: number;
  readonly endLine: number;
}

const CONTAINER =
  /^(?:ERROR|preproc_(?:if|ifdef|else|elif|elifdef)|linkage_specification|namespace_definition|declaration_list|mod_item)$/;

/** What a file defines besides functions, in its order. */
export function definitionsIn(tree: SyntaxTree): FileDefinition[] {
  const items: FileDefinition[] = [];
  /** Up to here, text is part of a declaration that the parser has cut in pieces. */
  let readTo = 0;
  const add = (names: readonly string[], node: Pick<SyntaxNode, 'start' | 'end'>): void => {
    const { line, endLine, endColumn } = tree.location(node);
    // A directive ends with its line feed.
    const last = endColumn === 1 && endLine > line ? endLine - 1 : endLine;
    const own = names.filter((name) => !isBuiltinName(name));
    if (own.length > 0) items.push({ names: own, line, endLine: last });
  };
  const collect = (node: SyntaxNode): void => {
    for (const child of node.children) {
      if (CONTAINER.test(child.type)) collect(child);
      else if (child.start < readTo) continue;
      else if (isInPieces(tree, child)) {
        readTo = declarationEnd(tree.text, child.start);
        const whole = { start: child.start, end: readTo };
        add(declaredNames(tree.text.slice(child.start, readTo)), whole);
      } else add(definedNames(tree, child), child);
    }
  };
  collect(tree.root);
  return items;
}

/** Whether a declaration is one that macros hide from the parser. */
function isInPieces(tree: SyntaxTree, node: SyntaxNode): boolean {
  if (node.type !== 'declaration') return false;
  const text = tree.textOf(node);
  if (!text.endsWith(';')) return true;
  return !text.includes('{') && node.children.some(({ type }) => type === 'ERROR');
}

function definedNames(tree: SyntaxTree, node: SyntaxNode): string[] {
  switch (node.type) {
    case 'preproc_def':
    case 'preproc_function_def':
    case 'struct_item':
    case 'enum_item':
    case 'union_item':
    case 'type_item':
    case 'const_item':
    case 'static_item':
    case 'macro_definition':
      return partNames(tree, node, 'name');
    case 'type_definition':
    case 'declaration':
      if (isPrototype(node) || looksLikePrototype(tree, node)) return [];
      return [
        ...node.children
          .filter(({ field }) => field === 'declarator')
          .flatMap((child) => lastName(tree, child)),
        ...node.children
          .filter(({ field }) => field === 'type')
          .flatMap((child) => typeNames(tree, child)),
      ];
    case 'struct_specifier':
    case 'union_specifier':
    case 'enum_specifier':
    case 'class_specifier':
      return typeNames(tree, node);
    default:
      return [];
  }
}

/** The tag of a type that is defined here, and the constants of an enumeration. */
function typeNames(tree: SyntaxTree, node: SyntaxNode): string[] {
  const body = node.children.find(({ field }) => field === 'body');
  if (body === undefined) return [];
  const constants = body.children.filter(({ type }) => type === 'enumerator');
  return [
    ...partNames(tree, node, 'name'),
    ...constants.flatMap((constant) => partNames(tree, constant, 'name')),
  ];
}

function partNames(tree: SyntaxTree, node: SyntaxNode, field: string): string[] {
  return node.children.filter((child) => child.field === field).map((child) => tree.textOf(child));
}

function lastName(tree: SyntaxTree, declarator: SyntaxNode): string[] {
  const inner = declarator.children.find(({ field }) => field === 'declarator');
  if (inner !== undefined) return lastName(tree, inner);
  return /identifier$/.test(declarator.type) ? [tree.textOf(declarator)] : [];
}

function isPrototype(node: SyntaxNode): boolean {
  if (node.type !== 'declaration') return false;
  return node.children.some((child) => child.field === 'declarator' && declaresFunction(child));
}

/**
 * Whether a declaration that the parser has not understood is one of a function, as one with a macro before
 * its name is: `API char *CALL open(const char *path);`.
 */
function looksLikePrototype(tree: SyntaxTree, node: SyntaxNode): boolean {
  if (node.type !== 'declaration') return false;
  const text = tree.textOf(node);
  return !/[={]|\(\s*\*/.test(text) && /\w\s*\([^()]*\)[\s\w()"]*;?\s*$/.test(text);
}

/** A pointer to a function is declared in parentheses, so it is none itself. */
function declaresFunction(declarator: SyntaxNode): boolean {
  if (declarator.type === 'parenthesized_declarator') return false;
  if (declarator.type === 'function_declarator') {
    return declarator.children[0]?.type !== 'parenthesized_declarator';
  }
  return declarator.children.some(
    (child) => child.field === 'declarator' && declaresFunction(child),
  );
}
