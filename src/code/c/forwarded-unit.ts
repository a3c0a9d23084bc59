import { Forwarded, forwardersOf } from './cfg/forwarded-calls.ts';
import type { Forwarding } from './cfg/forwarding-functions.ts';
import { indirectCalls } from './cfg/indirect-calls.ts';
import type { TranslationUnit } from './unit.ts';

/**
 * A file in which calls of functions that only pass their parameters on are the calls that these make, and calls of
 * functions that set one thing are assignments, as if they were macros: who asks for the name of a library function need not know them. How a call is written stays with it.
 */
export function withForwardedCalls(
  unit: TranslationUnit,
  forwardingOf: (name: string) => Forwarding | undefined,
): TranslationUnit {
  const rewriting = new Forwarded(forwardingOf);
  const functions = unit.functions.map((fn) => rewriting.ofFunction(fn));
  if (functions.every((fn, at) => fn === unit.functions[at])) return unit;
  const forwardedCalls = rewriting.calls;
  return {
    ...unit,
    functions,
    forwardedCalls,
    forwarders: forwardersOf(functions, forwardedCalls, forwardingOf),
    functionsByName: new Map(functions.toReversed().map((fn) => [fn.name, fn])),
    indirectCalls: indirectCalls(functions, unit.globals),
  };
}
