import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import { decayed, resolveDeclarator, specifiedType } from '../expressions/declarators.ts';
import { opaque } from '../expressions/opaque.ts';
import type { FunctionLowering } from './function-lowering.ts';

/** `try` with its handlers: control may come to each of them from the start of the block, or from a `throw` in it. */
export function lowerTry(node: SyntaxNode, fn: FunctionLowering): void {
  const { graph } = fn;
  const clauses = node.children.filter((child) => child.type === 'catch_clause');
  const handlers = clauses.map(() => graph.label());
  const after = graph.label();
  const body = graph.label();
  const choice = opaque(node, fn.context, []);
  const first = handlers[0];
  if (first !== undefined) graph.branch(choice, body, first);
  graph.place(body);
  fn.handlers.push(handlers);
  fn.child(node, 'body');
  fn.handlers.pop();
  fn.jump(after);
  clauses.forEach((clause, index) => {
    const handler = handlers[index];
    if (handler === undefined) return;
    graph.place(handler);
    const next = handlers[index + 1];
    if (next !== undefined) {
      const here = graph.label();
      graph.branch(choice, here, next);
      graph.place(here);
    }
    fn.context.pushScope();
    declareCaught(clause, fn);
    fn.child(clause, 'body');
    fn.context.popScope();
    fn.jump(after);
  });
  graph.place(after);
}

/** What a handler catches has the name that it gives it, and nothing is known of its value. */
function declareCaught(clause: SyntaxNode, { context, locals, graph }: FunctionLowering): void {
  const [caught] = childOf(clause, 'parameters')?.children ?? [];
  if (caught === undefined) return;
  context.touch(caught);
  const declarator = childOf(caught, 'declarator');
  if (declarator === undefined) return;
  const { name, type, node } = resolveDeclarator(
    declarator,
    specifiedType(caught, context),
    context,
  );
  const variable = context.declareVariable({ name, type: decayed(type), scope: 'local' }, node);
  locals.push(variable);
  graph.add({ kind: 'declare', variable, init: opaque(caught, context, []), count: undefined });
}
