import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import { resolveDeclarator, specifiedType } from '../expressions/declarators.ts';
import { opaque } from '../expressions/opaque.ts';
import { exchanged } from '../expressions/operations.ts';
import type { Expr } from '../ir/ast.ts';
import { constantOf } from '../ir/constants.ts';
import { withoutCasts } from '../ir/without-casts.ts';
import type { FunctionLowering } from './function-lowering.ts';
import { lowerCondition } from './lower-condition.ts';
import { lowerStructuredBinding } from './lower-declaration.ts';

export function lowerWhile(node: SyntaxNode, fn: FunctionLowering): void {
  const { graph } = fn;
  fn.context.pushScope();
  const header = graph.label();
  const body = graph.label();
  const after = graph.label();
  graph.place(header);
  const condition = lowerCondition(childOf(node, 'condition'), fn);
  fn.loop(node, { kind: 'while', header, condition });
  fn.branchOn(condition, body, after);
  graph.place(body);
  fn.body(node, after, header);
  fn.jump(header);
  graph.place(after);
  fn.context.popScope();
}

/** `do … while`; `while (0)` makes no loop of it. */
export function lowerDo(node: SyntaxNode, fn: FunctionLowering): void {
  const { graph } = fn;
  const body = graph.label();
  const test = graph.label();
  const after = graph.label();
  graph.place(body);
  fn.body(node, after, test);
  graph.place(test);
  const condition = lowerCondition(childOf(node, 'condition'), fn);
  if (condition === undefined || constantOf(condition) !== 0)
    fn.loop(node, { kind: 'do', header: body, condition });
  if (condition !== undefined) fn.branchOn(condition, body, after);
  graph.place(after);
}

export function lowerFor(node: SyntaxNode, fn: FunctionLowering): void {
  const { graph, context } = fn;
  context.pushScope();
  const initializer = childOf(node, 'initializer');
  const init = initializer?.type.endsWith('_expression') ? context.lower(initializer) : undefined;
  if (init !== undefined) fn.evaluate(init);
  else if (initializer !== undefined) fn.statement(initializer);
  const header = graph.label();
  const body = graph.label();
  const step = graph.label();
  const after = graph.label();
  graph.place(header);
  const written = lowerCondition(childOf(node, 'condition'), fn);
  const updateNode = childOf(node, 'update');
  const update = updateNode === undefined ? undefined : context.lower(updateNode);
  const condition = written && counterFirst(written, update);
  fn.loop(node, { kind: 'for', header, condition, init, update });
  fn.branchOn(condition, body, after);
  graph.place(body);
  fn.body(node, after, step);
  graph.place(step);
  if (update !== undefined) fn.evaluate(update);
  fn.jump(header);
  graph.place(after);
  context.popScope();
}

/** `n > i` is `i < n` where the loop counts `i`. */
function counterFirst(condition: Expr, update: Expr | undefined): Expr {
  const step = update?.kind === 'incdec' ? update.operand : undefined;
  const counted = update?.kind === 'assign' ? update.target : step;
  if (condition.kind !== 'binary' || counted?.kind !== 'name') return condition;
  const isCounted = (side: Expr) => {
    const bare = withoutCasts(side);
    return bare.kind === 'name' && bare.variable === counted.variable;
  };
  const { left, right } = condition;
  return isCounted(right) && !isCounted(left) ? exchanged(condition) : condition;
}

/** `for (T x : range)`: how often it runs is not known, nor what x is. */
export function lowerRangeLoop(node: SyntaxNode, fn: FunctionLowering): void {
  const { graph, context } = fn;
  context.pushScope();
  const initializer = childOf(node, 'initializer');
  if (initializer !== undefined) fn.each(initializer.children);
  const right = childOf(node, 'right');
  if (right !== undefined) fn.evaluate(context.lower(right));
  const header = graph.label();
  const body = graph.label();
  const after = graph.label();
  graph.place(header);
  fn.loop(node, { kind: 'range', header });
  graph.branch(opaque(node, context, []), body, after);
  graph.place(body);
  const declarator = childOf(node, 'declarator');
  if (declarator?.type === 'structured_binding_declarator')
    lowerStructuredBinding(node, declarator, fn);
  else if (declarator !== undefined) {
    const {
      name,
      type,
      node: at,
    } = resolveDeclarator(declarator, specifiedType(node, context), context);
    const variable = context.declareVariable({ name, type, scope: 'local' }, at);
    fn.locals.push(variable);
    const init = opaque(node, context, []);
    graph.add({ kind: 'declare', variable, init, count: undefined });
  }
  fn.body(node, after, header);
  fn.jump(header);
  graph.place(after);
  context.popScope();
}
