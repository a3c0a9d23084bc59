import { childOf, descendants, type SyntaxNode } from '../../../code/syntax/syntax.ts';
import type { FixOfRule, FoundIn } from './mechanical-fix.ts';
import { declarersOf, isLibraryCall, mayBeMacro } from './names.ts';
import { argumentsOf, calledName, functionAround, mayHaveEffects, nodeAt } from './nodes.ts';

/** `if (!ready) wait` becomes `while (!ready) wait`. */
export const waitInLoop: FixOfRule = (found) => {
  const { tree } = found;
  // A wait with a timeout would go on for ever after it.
  const call = nodeAt(found, (node) => isWait(found, node));
  const decision = call === undefined ? undefined : onlyStepOf(call);
  const condition = decision === undefined ? undefined : childOf(decision, 'condition');
  if (call === undefined || decision === undefined || condition === undefined) return undefined;
  const [word, ...others] = decision.children;
  const isPlain = others.every(({ type }) => type !== 'constexpr' && type !== 'else_clause');
  if (word?.type !== 'if' || !isPlain || childOf(decision, 'alternative') !== undefined)
    return undefined;
  if (childOf(condition, 'initializer') !== undefined || mayHaveEffects(condition))
    return undefined;
  const isMethod = calledName(tree, call) === '';
  if (!isMethod && !isLibraryCall(found, call)) return undefined;
  if (!canBeChanged(found, condition)) return undefined;
  return {
    title: 'Test the condition again after each wait',
    edits: [{ start: word.start, end: word.end, text: 'while' }],
  };
};

function isWait({ tree, language }: FoundIn, node: SyntaxNode): boolean {
  if (/^(?:pthread_cond_wait|cnd_wait)$/.test(calledName(tree, node))) return true;
  const called = node.type === 'call_expression' ? childOf(node, 'function') : undefined;
  const method = called?.type === 'field_expression' ? childOf(called, 'field') : undefined;
  if (method === undefined || language !== 'cpp') return false;
  return tree.textOf(method) === 'wait' && argumentsOf(node).length === 1;
}

/** The `if` that does nothing but this call. */
function onlyStepOf(call: SyntaxNode): SyntaxNode | undefined {
  const statement = call.parent;
  if (statement?.type !== 'expression_statement') return undefined;
  const block = statement.parent;
  const step =
    block?.type === 'compound_statement' && block.children.length === 1 ? block : statement;
  return step.field === 'consequence' && step.parent?.type === 'if_statement'
    ? step.parent
    : undefined;
}

/** Whether another thread can change what a condition depends on; a local variable would keep the loop running. */
function canBeChanged({ tree }: FoundIn, condition: SyntaxNode): boolean {
  const around = functionAround(condition);
  if (around === undefined) return false;
  return descendants(condition).some((node) => {
    if (node.type === 'field_expression') return childOf(node, 'operator')?.type === '->';
    if (node.type !== 'identifier') return false;
    const name = tree.textOf(node);
    return !mayBeMacro(tree, name) && declarersOf(tree, around, name).length === 0;
  });
}
