import type { CallExpr } from '../../c/ir/ast.ts';
import type { CallEffects } from '../domain/function-summary.ts';
import { TOP_FACTS } from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { havoc } from '../memory/havoc.ts';
import { loadVariable } from '../memory/load.ts';
import { variableObject } from '../memory/objects.ts';
import { forgetGlobals } from './unknown-call.ts';

/** What a callee leaves in global variables. */
export function applyGlobals(interpreter: Interpreter, expr: CallExpr, summary: CallEffects): void {
  if (summary.globals === 'any') {
    interpreter.writesAnyGlobal = true;
    return forgetGlobals(interpreter, expr);
  }
  for (const effect of summary.globals) {
    const variable = interpreter.unit.symbols.global(effect.name);
    if (variable === undefined) continue;
    const object = variableObject(interpreter, variable);
    interpreter.written.add(object);
    const cell = interpreter.ids.cell(object, '');
    if (effect.frees) {
      const value = loadVariable(interpreter, variable);
      for (const target of interpreter.targetsOf(value)) {
        const known = interpreter.state.object(target.object);
        if (known !== undefined)
          interpreter.state.setObject({
            ...known,
            lifetime: 'freed',
            freedAt: interpreter.step(expr, `${expr.name} frees it`),
          });
      }
      continue;
    }
    havoc(interpreter, object, expr, effect.taint);
    const { lo, hi, mayBeNull, mayBeNonNull, nullOrigin, taint } = effect;
    interpreter.state.set(
      cell,
      interpreter.fresh(expr, `global ${effect.name}`, {
        ...TOP_FACTS,
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
