import type { SyntaxNode, SyntaxTree } from '../syntax/syntax.ts';
import { coreOf, kindOf, partsOf, slotOf, wordOf } from './code-shape.ts';
import { METAVARIABLE, type Pattern, type PatternNode } from './pattern.ts';
import { ANY_NAME, grammaticalText, MANY_PREFIX } from './pattern-text.ts';

/** Why a text is no pattern, in words that follow "the pattern". */
export class PatternError extends Error {}

const BEFORE = 'void f(void) {\n';

/**
 * Reads the pattern of an expression, or of statements.
 * @param parse the parser of the language that it is a pattern of
 * @throws PatternError where it is neither in that language, or would match everything
 */
export function parsePattern(text: string, parse: (text: string) => SyntaxTree): Pattern {
  const code = grammaticalText(text).trim();
  if (code === '') throw new PatternError('is empty');
  const asExpression = () => readExpression(parse(`${BEFORE}return ${code};\n}`));
  const asStatements = () => readStatements(parse(`${BEFORE}${code}\n}`));
  const nodes = code.endsWith(';')
    ? (asStatements() ?? asExpression())
    : (asExpression() ?? asStatements());
  if (nodes === undefined)
    throw new PatternError('is neither an expression nor statements, each with what ends it');
  if (nodes.every(isAnything)) throw new PatternError('would match everything');
  return { nodes, variables: new Set(nodes.flatMap(variablesOf)) };
}

function readExpression(tree: SyntaxTree): PatternNode[] | undefined {
  const [statement, ...more] = bodyOf(tree) ?? [];
  const [, expression, ...others] = statement?.children ?? [];
  const isOne = statement?.type === 'return_statement' && more.length + others.length === 0;
  return isOne && expression !== undefined ? [patternNode(expression, tree, false)] : undefined;
}

function readStatements(tree: SyntaxTree): PatternNode[] | undefined {
  const body = bodyOf(tree);
  if (body === undefined || body.length === 0) return undefined;
  return body.map((statement) => patternNode(statement, tree, false));
}

/** The statements of the function that was made of a pattern, if it is one function still, and whole. */
function bodyOf({
  root,
  errors,
  broken,
  truncated,
}: SyntaxTree): readonly SyntaxNode[] | undefined {
  const [fn, ...more] = root.children;
  const isWhole = errors === 0 && broken.size === 0 && !truncated && more.length === 0;
  const body = fn?.children.find(({ field }) => field === 'body');
  return isWhole ? body?.children : undefined;
}

function patternNode(whole: SyntaxNode, tree: SyntaxTree, ofAnyType: boolean): PatternNode {
  const node = coreOf(whole);
  const kind = kindOf(node, tree);
  const text = tree.textOf(node);
  const plain = { kind, text, children: [] };
  // A statement is `...` with its semicolon.
  const words = node.type === 'expression_statement' ? text.replace(/\s*;$/, '') : text;
  if (words === ANY_NAME) return { ...plain, isMany: true };
  if (words.startsWith(MANY_PREFIX) && /^[$\w]+$/.test(words))
    return { ...plain, isMany: true, variable: `$${words.slice(MANY_PREFIX.length)}` };
  if (METAVARIABLE.test(text))
    return { ...plain, variable: text, ...(ofAnyType ? { isOfAnyType: true } : {}) };
  if (node.type === 'string_literal' && text === '"..."') return { ...plain, isAnyText: true };
  const type = node.children.find(({ field }) => field === 'type');
  const isOfAnyType = type !== undefined && METAVARIABLE.test(tree.textOf(type));
  const children = partsOf(node).map((child) => {
    const part = patternNode(
      child,
      tree,
      child.field === 'declarator' && (ofAnyType || isOfAnyType),
    );
    return part.isMany === true ? part : { ...part, slot: slotOf(child, node) };
  });
  return {
    ...{ kind, children, text: children.length === 0 ? wordOf(text) : '' },
    ...(ofAnyType || isOfAnyType ? { isOfAnyType: true } : {}),
  };
}

function isAnything({ isMany, variable, kind, children }: PatternNode): boolean {
  if (isMany === true || variable !== undefined) return true;
  return kind === 'expression_statement' && children.every(isAnything);
}

function variablesOf({ variable, children }: PatternNode): string[] {
  return [...(variable === undefined ? [] : [variable]), ...children.flatMap(variablesOf)];
}
