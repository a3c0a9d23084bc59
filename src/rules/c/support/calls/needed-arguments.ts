import type { Expr } from '../../../../code/c/ir/ast.ts';
import type { Value } from '../../../../code/flow/domain/value.ts';
import type { CallEvent } from '../../../../code/flow/interpreter/events.ts';

interface NeededArgument {
  /** From 0. */
  readonly index: number;
  readonly argument: Expr;
  readonly value: Value;
}

/** The arguments of a call that may not be null, by what is known of the function. */
export function neededArguments({ model, call, args }: CallEvent): readonly NeededArgument[] {
  return (model?.nonNull ?? []).flatMap((index) => {
    const [argument, value] = [call.args[index], args[index]];
    return argument === undefined || value === undefined ? [] : [{ index, argument, value }];
  });
}
