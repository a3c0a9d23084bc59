import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import { isNever } from '../declarations/directives.ts';
import type { LoweringContext } from '../expressions/lowering-context.ts';
import type { Expr, Variable } from '../ir/ast.ts';
import { parseCondition } from '../ir/build-condition.ts';
import { BOOL, INT } from '../ir/types.ts';
import type { FunctionLowering } from './function-lowering.ts';

/** `#if`: `0` and `1` go one way; else either way, and the same condition goes the same way each time. */
export function lowerConditionalGroup(node: SyntaxNode, fn: FunctionLowering): void {
  const { graph, context } = fn;
  const conditionNode = childOf(node, 'condition') ?? childOf(node, 'name');
  const text = conditionNode === undefined ? '' : context.textOf(conditionNode).trim();
  const alternative = childOf(node, 'alternative');
  const inside = node.children.filter((child) => child !== conditionNode && child !== alternative);
  if (node.type === 'preproc_if' && isNever(parseCondition(text)))
    return fn.child(node, 'alternative');
  if (/^[1-9]\d*$/.test(text)) return fn.each(inside);
  const then = graph.label();
  const otherwise = graph.label();
  const after = graph.label();
  graph.branch(buildCondition(node, text, context), then, otherwise);
  graph.place(then);
  fn.each(inside);
  fn.jump(after);
  graph.place(otherwise);
  if (alternative !== undefined) fn.statement(alternative);
  graph.place(after);
}

/** No build compiles what stands beside an `#error`. */
export function lowerDirective(node: SyntaxNode, { context, graph }: FunctionLowering): void {
  const directive = childOf(node, 'directive');
  if (directive !== undefined && /^#\s*error$/.test(context.textOf(directive)))
    graph.finish({ kind: 'stop' });
}

/** An unknown constant, one for each condition's text. */
function buildCondition(node: SyntaxNode, text: string, context: LoweringContext): Expr {
  const negated = node.type === 'preproc_ifdef' && context.textOf(node).startsWith('#ifndef');
  const name = `#if ${text}`;
  const { configurations } = context;
  const variable: Variable = configurations.get(name) ?? {
    name,
    type: BOOL,
    scope: 'global',
    id: -1 - configurations.size,
    position: -1,
    constant: true,
    start: node.start,
    end: node.start,
  };
  configurations.set(name, variable);
  const { start, end } = context.span(node);
  const condition: Expr = { kind: 'name', name, variable, type: BOOL, start, end };
  return negated
    ? { kind: 'unary', op: '!', operand: condition, type: INT, start, end }
    : condition;
}
