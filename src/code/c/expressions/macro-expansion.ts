import { LIMITS } from '../../limits.ts';
import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import type { Expr } from '../ir/ast.ts';
import type { Macro } from '../ir/symbols.ts';
import type { LoweringContext, MacroArgument, SourceText } from './lowering-context.ts';

/** A macro's body as syntax, to be lowered with its own text underneath. */
export interface Expansion {
  readonly node: SyntaxNode;
  readonly source: SourceText;
}

/** The value of a macro used as an expression, or undefined where it cannot be expanded. */
export function expandExpression(
  macro: Macro,
  use: SyntaxNode,
  args: readonly SyntaxNode[],
  context: LoweringContext,
): Expr | undefined {
  const expansion = expand(macro, use, args, asExpression(macro), parenthesised, context);
  return expansion && context.withSource(expansion.source, () => context.lower(expansion.node));
}

/** The body of a macro as an expression in parentheses, undefined where it is none. */
export function macroExpression(macro: Macro, context: LoweringContext): SyntaxNode | undefined {
  return macro.body.length > LIMITS.macroBody
    ? undefined
    : context.fragment(asExpression(macro), parenthesised);
}

function asExpression(macro: Macro): string {
  return `int m=(${macro.body});`;
}

/** The block that a macro used as a statement, such as `CHECK(x);`, stands for; undefined for a plain call. */
export function expandStatement(call: SyntaxNode, context: LoweringContext): Expansion | undefined {
  const callee = childOf(call, 'function');
  if (callee?.type !== 'identifier') return undefined;
  const name = context.textOf(callee);
  const macro = context.lookup(name) === undefined ? context.symbols.macro(name) : undefined;
  if (macro?.parameters === undefined || !STATEMENT.test(macro.body)) return undefined;
  const args = (childOf(call, 'arguments')?.children ?? []).filter((child) => child.named);
  return expand(macro, call, args, `void m(){${macro.body};}`, functionBody, context);
}

const STATEMENT = /[;{]|^\s*(?:if|do|while|for|return|goto)\b/;

function parenthesised(root: SyntaxNode): SyntaxNode | undefined {
  const init = root.children[0]?.children.find((child) => child.type === 'init_declarator');
  const value = init === undefined ? undefined : childOf(init, 'value');
  return value?.type === 'parenthesized_expression' ? value : undefined;
}

function functionBody(root: SyntaxNode): SyntaxNode | undefined {
  const definition = root.children[0];
  return definition === undefined ? undefined : childOf(definition, 'body');
}

function expand(
  macro: Macro,
  use: SyntaxNode,
  args: readonly SyntaxNode[],
  wrapped: string,
  part: (root: SyntaxNode) => SyntaxNode | undefined,
  context: LoweringContext,
): Expansion | undefined {
  const names = macro.parameters ?? [];
  if (macro.body.includes('#') || names.includes('...') || names.length !== args.length)
    return undefined;
  const node = macro.body.length > LIMITS.macroBody ? undefined : context.fragment(wrapped, part);
  if (node === undefined) return undefined;
  if (!context.mayExpand(macro.body.length)) return undefined;
  const bound = new Map<string, MacroArgument>();
  names.forEach((name, index) => {
    const arg = args[index];
    if (arg !== undefined) bound.set(name, { node: arg, source: context.source });
  });
  const { start, end } = context.span(use);
  const depth = context.source.depth + 1;
  return { node, source: { text: wrapped, span: { start, end }, args: bound, depth } };
}
