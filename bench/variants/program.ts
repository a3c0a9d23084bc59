import type { SourceParser } from '../../src/code/syntax/source-parser.ts';
import {
  childOf,
  descendants,
  parseSyntax,
  type SyntaxNode,
  type SyntaxTree,
} from '../../src/code/syntax/syntax.ts';
import { clangTypes, type Types } from './clang-types.ts';

/** A variable of a function, whose name stands for nothing else in it. */
export interface Variable {
  readonly name: string;
  /** As clang spells it: `char *`, `int[8]`. */
  readonly type: string;
  readonly isParameter: boolean;
  /** The declaration, or the declaration of the parameter. */
  readonly declaration: SyntaxNode;
  readonly initial: SyntaxNode | undefined;
  /** Everything that names it, the declaration not among them. */
  readonly uses: readonly SyntaxNode[];
}

/** A function with its body. */
export interface FunctionPart {
  readonly node: SyntaxNode;
  readonly body: SyntaxNode;
  readonly name: string;
  /** Its result, where this is spelled plainly. */
  readonly result: string | undefined;
  readonly variables: ReadonlyMap<string, Variable>;
  /** All names of variables and parameters, also of those that are left out of `variables`. */
  readonly names: ReadonlySet<string>;
}

/** A C program of one file, read for transformations. */
export interface Program {
  readonly text: string;
  readonly tree: SyntaxTree;
  readonly types: Types;
  readonly functions: readonly FunctionPart[];
}

/**
 * Reads a program.
 * @returns none where it does not compile, or holds what is not ASCII
 */
export function readProgram(text: string, parser: SourceParser): Program | undefined {
  if (/[^\n\t -~]/.test(text)) return undefined;
  const tree = parseSyntax(parser, text);
  const types = tree.errors === 0 ? clangTypes(text) : undefined;
  if (types === undefined) return undefined;
  const functions = descendants(tree.root).flatMap((node) => {
    const part = node.type === 'function_definition' ? partOf(node, tree, types) : undefined;
    return part === undefined ? [] : [part];
  });
  return { text, tree, types, functions };
}

/** A text with its comments between signs that end them, so that more may stand behind them in the line. */
export function withClosedComments(text: string, parser: SourceParser): string {
  return parseSyntax(parser, text).comments.reduceRight((changed, { start, end }) => {
    const comment = text.slice(start, end).trimEnd();
    if (!comment.startsWith('//')) return changed;
    const closed = `/*${comment.slice(2).replaceAll('*/', '* /')} */`;
    return changed.slice(0, start) + closed + changed.slice(start + comment.length);
  }, text);
}

/** The name that a declarator declares. */
function declaredName(declarator: SyntaxNode): SyntaxNode | undefined {
  if (declarator.type === 'identifier') return declarator;
  const inner = childOf(declarator, 'declarator') ?? declarator.children.find(({ named }) => named);
  return inner === undefined ? undefined : declaredName(inner);
}

function partOf(node: SyntaxNode, tree: SyntaxTree, types: Types): FunctionPart | undefined {
  const [body, declarator] = [childOf(node, 'body'), childOf(node, 'declarator')];
  const name = declarator === undefined ? undefined : declaredName(declarator);
  if (body?.type !== 'compound_statement' || name === undefined) return undefined;
  const result = /^([^()]*\S)\s*\([^()]*\)$/.exec(types.declared(name.start) ?? '')?.[1];
  const { variables, names } = variablesOf(node, name, tree, types);
  return { node, body, name: tree.textOf(name), result, variables, names };
}

function variablesOf(node: SyntaxNode, own: SyntaxNode, tree: SyntaxTree, types: Types) {
  const all = descendants(node);
  const found = all.flatMap((each) => {
    if (each.type !== 'parameter_declaration' && each.type !== 'declaration') return [];
    return each.children
      .filter(({ field }) => field === 'declarator')
      .flatMap((declarator) => {
        const name = declaredName(declarator);
        return name === undefined || name === own ? [] : [{ declaration: each, declarator, name }];
      });
  });
  const names = new Set(found.map(({ name }) => tree.textOf(name)));
  const variables = new Map<string, Variable>();
  for (const { declaration, declarator, name } of found) {
    const text = tree.textOf(name);
    const type = types.declared(name.start);
    const isAlone = found.filter((other) => tree.textOf(other.name) === text).length === 1;
    if (type === undefined || !isAlone || isSpecial(declaration, type, tree)) continue;
    variables.set(text, {
      name: text,
      type,
      isParameter: declaration.type === 'parameter_declaration',
      declaration,
      initial: childOf(declarator, 'value'),
      uses: all.filter(
        (each) => each.type === 'identifier' && each !== name && tree.textOf(each) === text,
      ),
    });
  }
  return { variables, names };
}

/** Whether a variable may not be moved: it outlives the call, is volatile, a function or a list of arguments. */
function isSpecial(declaration: SyntaxNode, type: string, tree: SyntaxTree): boolean {
  const words = declaration.children.map((child) => tree.textOf(child));
  return (
    words.some((word) => /^(?:static|extern|volatile|register|_Thread_local)$/.test(word)) ||
    /\(|volatile|va_list|__va_/.test(type)
  );
}
