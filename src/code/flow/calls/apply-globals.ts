import type { CallExpr } from '../../c/ir/ast.ts';
import { isLambdaName } from '../../c/ir/nested-name.ts';
import { UNKNOWN } from '../../c/ir/types.ts';
import type { CallEffects, GlobalEffect } from '../domain/function-summary.ts';
import { TOP_FACTS } from '../domain/value.ts';
import { globalNamed } from '../interpreter/global-named.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { forgetCells, forgetConstants, havoc } from '../memory/havoc.ts';
import { loadLocation } from '../memory/load.ts';
import { variableObject } from '../memory/objects.ts';
import { forgetGlobals } from './unknown-call.ts';

/** What a callee leaves in global variables. */
export function applyGlobals(interpreter: Interpreter, expr: CallExpr, summary: CallEffects): void {
  if (summary.globals === 'any') {
    interpreter.writesAnyGlobal = true;
    return forgetGlobals(interpreter, expr);
  }
  // It may call the project back; in large projects it is mostly a function of another file. A lambda may write what it
  // has captured, which is no global.
  if (summary.callsUnseen || isLambdaName(expr.name)) {
    interpreter.callsUnseen = true;
    forgetCalledBack(interpreter, expr);
  }
  for (const effect of summary.globals) {
    const { internalTo } = effect;
    if (internalTo === undefined || internalTo === interpreter.file)
      applyGlobal(interpreter, expr, effect);
    else interpreter.internalGlobals.set(`${effect.name} ${internalTo}`, effect);
  }
}

function applyGlobal(interpreter: Interpreter, expr: CallExpr, effect: GlobalEffect): void {
  const { ids, state } = interpreter;
  const variable = interpreter.unit.symbols.global(effect.name);
  if (variable !== undefined) variableObject(interpreter, variable);
  const { id, internalTo } = globalNamed(interpreter, effect.name);
  // A `static` variable of this file is not the one of that name that others see.
  if (internalTo !== effect.internalTo || state.object(id) === undefined) return;
  interpreter.written.add(id);
  if (effect.frees) {
    const type = variable?.type ?? UNKNOWN;
    const value = loadLocation(interpreter, { object: id, path: '' }, type);
    for (const target of interpreter.targetsOf(value)) {
      const known = state.object(target.object);
      if (known !== undefined)
        state.setObject({
          ...known,
          lifetime: 'freed',
          freedAt: interpreter.step(expr, `${expr.name} frees it`),
        });
    }
    return;
  }
  havoc(interpreter, id, expr, effect.taint);
  const { lo, hi, mayBeNull, mayBeNonNull, nullOrigin, taint } = effect;
  state.set(
    ids.cell(id, ''),
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

/** Code that is not seen, and that a callee has called, may write what a call of it here may write. */
function forgetCalledBack(interpreter: Interpreter, expr: CallExpr): void {
  for (const { id, kind, escaped } of interpreter.state.objects()) {
    if (kind === 'static') forgetCells(interpreter, id, expr);
    else if (escaped && (kind === 'variable' || kind === 'heap'))
      forgetConstants(interpreter, id, expr);
  }
}
