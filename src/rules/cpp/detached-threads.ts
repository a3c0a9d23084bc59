import type { LoweredFunction } from '../../code/c/ir/ast.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';
import { childOf, type SyntaxNode } from '../../code/syntax/syntax.ts';

/** What waits in the function for what the thread has done. */
const WAITING = /\b(?:wait|join|get|acquire|sleep_for|sleep_until|sleep|arrive_and_wait)\w*\s*\(/;

/** Whether a lambda is what a thread runs that the function detaches, without waiting for anything afterwards. */
export function isDetached(
  lambda: SyntaxNode,
  fn: LoweredFunction,
  unit: TranslationUnit,
): boolean {
  if (fn.name === 'main') return false;
  const { tree } = unit;
  const list = lambda.parent;
  const made = list?.parent;
  if (
    list === undefined ||
    made === undefined ||
    list.children.find(({ named }) => named) !== lambda
  )
    return false;
  const after = tree.text.slice(lambda.end, fn.end);
  if (WAITING.test(after)) return false;
  // `std::thread([&] { … }).detach()`
  if (made.type === 'call_expression') {
    const callee = childOf(made, 'function');
    return (
      callee !== undefined &&
      /(?:^|::)thread$/.test(tree.textOf(callee)) &&
      /^\s*[)}]\s*\.\s*detach\s*\(/.test(after)
    );
  }
  // `std::thread worker([&] { … }); worker.detach();`
  const declarator = made.type === 'init_declarator' ? childOf(made, 'declarator') : undefined;
  const type = made.parent === undefined ? undefined : childOf(made.parent, 'type');
  if (declarator === undefined || type === undefined) return false;
  const name = tree.textOf(declarator);
  return (
    /(?:^|::)thread$/.test(tree.textOf(type)) &&
    /^\w+$/.test(name) &&
    new RegExp(`\\b${name}\\s*\\.\\s*detach\\s*\\(`).test(after)
  );
}
