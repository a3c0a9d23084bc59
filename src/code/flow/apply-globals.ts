import type { CallExpr } from '../c/ast.ts';
import { havoc } from './havoc.ts';
import { loadVariable } from './load.ts';
import type { Machine } from './machine.ts';
import { variableObject } from './objects.ts';
import type { FunctionSummary } from './summary.ts';
import { forgetGlobals } from './unknown-call.ts';
import { UNKNOWN_FACTS } from './value.ts';

/** What a callee leaves in global variables. */
export function applyGlobals(machine: Machine, expr: CallExpr, summary: FunctionSummary): void {
  if (summary.globals === 'any') {
    machine.writesAnyGlobal = true;
    return forgetGlobals(machine, expr);
  }
  for (const effect of summary.globals) {
    const variable = machine.unit.symbols.global(effect.name);
    if (variable === undefined) continue;
    const object = variableObject(machine, variable);
    machine.written.add(object);
    const cell = machine.ids.cell(object, '');
    if (effect.frees) {
      const value = loadVariable(machine, variable);
      for (const target of machine.targetsOf(value)) {
        const known = machine.state.object(target.object);
        if (known !== undefined)
          machine.state.setObject({
            ...known,
            state: 'freed',
            freedAt: machine.step(expr, `${expr.name} frees it`),
          });
      }
      continue;
    }
    havoc(machine, object, expr, effect.taint);
    const { lo, hi, mayBeNull, mayBeNonNull, nullOrigin, taint } = effect;
    machine.state.set(
      cell,
      machine.fresh(expr, `global ${effect.name}`, {
        ...UNKNOWN_FACTS,
        lo,
        hi,
        mayBeNull,
        mayBeNonNull,
        nullOrigin,
        taint,
      }),
    );
  }
}
