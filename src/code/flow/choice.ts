import type { ConditionalExpr, Expr } from '../c/ast.ts';
import { split } from './conditions.ts';
import { converted } from './conversion.ts';
import type { Machine } from './machine.ts';
import type { State } from './state.ts';
import { constant, UNKNOWN_FACTS, type Value, ZERO } from './value.ts';

/** 0 or 1 by a condition, with both outcomes kept in mind until here. */
export function truth(machine: Machine, expr: Expr): Value {
  const [yes, no] = split(machine, expr);
  if (yes === undefined && no === undefined) {
    machine.reachable = false;
    return ZERO;
  }
  if (yes === undefined || no === undefined) {
    machine.state = yes ?? no ?? machine.state;
    return constant(yes === undefined ? 0 : 1);
  }
  machine.state = machine.joined([yes, no], expr);
  return machine.fresh(expr, 'truth', { ...UNKNOWN_FACTS, lo: 0, hi: 1 });
}

/** The value of `condition ? a : b`, each branch evaluated where the condition allows it. */
export function conditional(machine: Machine, expr: ConditionalExpr): Value {
  const [yes, no] = split(machine, expr.condition);
  const results: { state: State; value: Value }[] = [];
  for (const [state, branch] of [
    [yes, expr.then ?? expr.condition],
    [no, expr.otherwise],
  ] as const) {
    if (state === undefined) continue;
    machine.state = state;
    machine.reachable = true;
    const value = machine.evaluate(branch);
    if (machine.reachable) {
      const { listener } = machine;
      machine.listener = undefined;
      results.push({
        value: converted(machine, branch, branch.type, expr.type, value),
        state: machine.state,
      });
      machine.listener = listener;
    }
  }
  const [first, second] = results;
  if (first === undefined) {
    machine.reachable = false;
    return ZERO;
  }
  machine.reachable = true;
  if (second === undefined) {
    machine.state = first.state;
    return first.value;
  }
  const cell = machine.ids.cell(machine.ids.root(expr, 'choice'), '');
  first.state.set(cell, first.value);
  second.state.set(cell, second.value);
  machine.state = machine.joined([first.state, second.state], expr);
  const value = machine.state.get(cell) ?? machine.unknown(expr);
  machine.state.remove(cell);
  return value;
}
