import type { Expr } from '../../c/ir/ast.ts';
import { expressionsIn } from '../../c/ir/walk.ts';
import { assuming } from '../domain/assumptions.ts';
import { factsOfType } from '../domain/typed-facts.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { havoc } from '../memory/havoc.ts';
import { loadLocation } from '../memory/load.ts';
import { lvalueOf } from '../memory/resolve-lvalue.ts';
import { store } from '../memory/store.ts';

/** What is evaluated once, when the arguments are. */
const HAS_EFFECT: ReadonlySet<Expr['kind']> = new Set([
  'assign',
  'incdec',
  'call',
  'new',
  'delete',
]);

/**
 * Forgets of what a macro is given by name that it was not written, is null, or is a certain
 * number, since the macro may write it. What comparisons have shown of it stays: a macro that
 * only reads is the more common one.
 */
export function forgetCertain(interpreter: Interpreter, arg: Expr): void {
  const isNamed = arg.kind === 'name' && arg.variable?.constant === false;
  if (!isNamed && arg.kind !== 'member' && arg.kind !== 'index' && arg.kind !== 'deref') return;
  if (!isNamed && expressionsIn(arg).some(({ kind }) => HAS_EFFECT.has(kind))) return;
  const lvalue = lvalueOf(interpreter, arg, false);
  const [location, ...others] = lvalue.locations;
  if (location === undefined || others.length > 0) return;
  if (lvalue.type.kind === 'record' || lvalue.type.kind === 'array')
    return havoc(interpreter, location.object, arg, undefined);
  const held = loadLocation(interpreter, location, lvalue.type);
  const { uninitialised, mayBeNonNull } = interpreter.factsOf(held);
  const typed = factsOfType(lvalue.type);
  const written = { ...typed, assumed: typed.assumed | assuming('opaque-macro') };
  if (held.root === 0 || uninitialised !== 'no' || !mayBeNonNull)
    store(interpreter, lvalue, interpreter.fresh(arg, 'by macro', written), arg);
}
