import { childOf, type SyntaxNode } from '../../syntax/syntax.ts';
import { joinValues, type RustValue, UNKNOWN } from '../state/value.ts';
import type { RustWalk } from '../state/walk.ts';
import { combine } from './expressions.ts';

export function assignment(walk: RustWalk, node: SyntaxNode): RustValue {
  const targetNode = childOf(node, 'left');
  const valueNode = childOf(node, 'right');
  if (targetNode === undefined || valueNode === undefined) return UNKNOWN;
  const value = walk.evaluate(valueNode);
  const target = walk.evaluate(targetNode);
  walk.events.assignments.push({
    ...walk.eventContext(),
    node,
    target,
    targetNode,
    value,
    valueNode,
  });
  walk.kill(target.place);
  const binding = walk.bindingAt(target, targetNode);
  if (binding !== undefined) walk.set(binding, { ...value, type: binding.type ?? value.type });
  if (value.variant === 'some') walk.learn([{ kind: 'present', place: target.place, node }]);
  return UNKNOWN;
}

/** `x += y` and the like */
export function compoundAssignment(walk: RustWalk, node: SyntaxNode): RustValue {
  const targetNode = childOf(node, 'left');
  const valueNode = childOf(node, 'right');
  const operatorNode = childOf(node, 'operator');
  if (targetNode === undefined || valueNode === undefined) return UNKNOWN;
  const target = walk.evaluate(targetNode);
  const value = walk.evaluate(valueNode);
  const operator = operatorNode === undefined ? '' : walk.text(operatorNode).replace(/=$/, '');
  const result = combine(walk, operator, target, value, node);
  walk.kill(target.place);
  const binding = walk.bindingAt(target, targetNode);
  if (binding !== undefined) {
    walk.set(binding, {
      ...joinValues(binding.value, result),
      text: result.text,
      type: binding.type,
      range: result.range,
      isConverted: false,
    });
  }
  return UNKNOWN;
}
