import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import { opaque } from '../expressions/opaque.ts';
import { constantOf } from '../ir/constants.ts';
import type { FunctionLowering } from './function-lowering.ts';
import { lowerCondition } from './lower-condition.ts';

export function lowerSwitch(node: SyntaxNode, fn: FunctionLowering): void {
  const { graph } = fn;
  fn.context.pushScope();
  const value = lowerCondition(childOf(node, 'condition'), fn) ?? opaque(node, fn.context, []);
  const head = graph.here;
  const after = graph.label();
  graph.finish({ kind: 'stop' });
  fn.switches.push({ cases: [], otherwise: undefined });
  fn.targets.push({ breakTo: after, continueTo: undefined });
  fn.child(node, 'body');
  fn.targets.pop();
  const frame = fn.switches.pop();
  graph.place(after);
  graph.setSwitch(head, value, frame?.cases ?? [], frame?.otherwise ?? after);
  fn.context.popScope();
}

/** `case 1:`, GNU's `case 1 ... 5:`, or `default:`, with the statements up to the next one. */
export function lowerCase(node: SyntaxNode, fn: FunctionLowering): void {
  const frame = fn.switches.at(-1);
  const here = fn.graph.label();
  fn.graph.place(here);
  const value = childOf(node, 'value');
  const range = value === undefined ? undefined : rangeIn(node);
  if (value !== undefined) {
    const [first, last] = endsOf(value, range);
    const low = constantOf(fn.context.lower(first));
    const high = first === last ? low : constantOf(fn.context.lower(last));
    frame?.cases.push({ low, high, to: here });
  } else if (frame !== undefined) frame.otherwise = here;
  fn.each(node.children.filter((child) => child !== value && child !== range));
}

/** The least and the greatest value of a case. No constant has a comma, so one stands for the dots of a range. */
function endsOf(value: SyntaxNode, range: SyntaxNode | undefined): [SyntaxNode, SyntaxNode] {
  const [inner] = value.type === 'parenthesized_expression' ? value.children : [];
  const left = inner?.type === 'comma_expression' ? childOf(inner, 'left') : undefined;
  const right = inner?.type === 'comma_expression' ? childOf(inner, 'right') : undefined;
  if (left !== undefined && right !== undefined) return [left, right];
  const other = range?.children.find((child) => child.named) ?? value;
  return other.start < value.start ? [other, value] : [value, other];
}

/** The grammar does not know ranges: it takes one end for the value and gives the other, with the dots, as an error. */
function rangeIn(node: SyntaxNode): SyntaxNode | undefined {
  return node.children
    .slice(0, 3)
    .find((child) => child.type === 'ERROR' && child.children.some(({ type }) => type === '...'));
}
