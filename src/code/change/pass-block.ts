import type { BasicBlock, Expr, Step } from '../c/ir/ast.ts';

/** What an analysis makes of the parts of a basic block. */
interface BlockTransfer<S> {
  readonly step: (step: Step, input: S) => S;
  /** For the condition, the value of a switch, or the value that is returned. */
  readonly expression: (expr: Expr, input: S) => S;
}

/** The transfer function of a block: its steps in their order, and what its end evaluates. */
export function passBlock<S>(
  block: BasicBlock | undefined,
  input: S,
  { step, expression }: BlockTransfer<S>,
): S {
  if (block === undefined) return input;
  let known = input;
  for (const each of block.steps) known = step(each, known);
  const { end } = block;
  if (end.kind === 'branch') return expression(end.condition, known);
  if (end.kind === 'switch') return expression(end.value, known);
  if (end.kind === 'return' && end.value !== undefined) return expression(end.value, known);
  return known;
}
