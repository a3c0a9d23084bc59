import { posix } from 'node:path';
import type { SyntaxNode, SyntaxTree } from '../../code/syntax.ts';
import type { SourceIndex } from './source-index.ts';

/** A macro, type, constant or global variable at file level. */
export interface Definition {
  readonly file: string;
  readonly names: readonly string[];
  readonly line: number;
  readonly endLine: number;
}

/** Headers are followed this far from the file that includes them. */
const MAX_FILES = 24;

const CONTAINER =
  /^(?:preproc_(?:if|ifdef|else|elif|elifdef)|linkage_specification|namespace_definition|declaration_list|mod_item)$/;

/**
 * Finds where names that a piece of code uses are defined: in its own file and in what that
 * includes, as far as it belongs to the project. Functions are not among them.
 * @returns in the order of files and lines
 */
export async function definitionsOf(
  names: ReadonlySet<string>,
  file: string,
  index: SourceIndex,
): Promise<Definition[]> {
  const found: Definition[] = [];
  for (const reached of reachedFiles(file, index)) {
    const tree = await index.tree(reached);
    if (tree === undefined) continue;
    const all = itemsOf(tree).map((item) => ({ file: reached, ...item }));
    found.push(...all.filter((item) => item.names.some((name) => names.has(name))));
  }
  return found;
}

/** The file itself, then the project's files that it includes, breadth first. */
function reachedFiles(file: string, index: SourceIndex): string[] {
  const reached = [file];
  for (let at = 0; at < reached.length && reached.length < MAX_FILES; at += 1) {
    const from = reached[at] ?? file;
    for (const named of includesOf(index.lines(from))) {
      const target = resolveInclude(from, named, index.files);
      if (target !== undefined && !reached.includes(target)) reached.push(target);
    }
  }
  return reached.slice(0, MAX_FILES);
}

function includesOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [, named] = /^\s*#\s*include\s*["<]([^">]+)[">]/.exec(line) ?? [];
    return named === undefined ? [] : [named];
  });
}

/** The project's file that an include means: beside the including file, else any whose path ends so. */
function resolveInclude(from: string, named: string, files: readonly string[]): string | undefined {
  const beside = posix.normalize(posix.join(posix.dirname(from), named));
  if (files.includes(beside)) return beside;
  return files.find((file) => file === named || file.endsWith(`/${named}`));
}

function itemsOf(tree: SyntaxTree): Omit<Definition, 'file'>[] {
  const items: Omit<Definition, 'file'>[] = [];
  const collect = (node: SyntaxNode): void => {
    for (const child of node.children) {
      if (CONTAINER.test(child.type)) collect(child);
      else {
        const names = definedNames(tree, child);
        const { line, endLine, endColumn } = tree.location(child);
        // A directive ends with its line feed.
        const last = endColumn === 1 && endLine > line ? endLine - 1 : endLine;
        if (names.length > 0) items.push({ names, line, endLine: last });
      }
    }
  };
  collect(tree.root);
  return items;
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
      if (isPrototype(node)) return [];
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
