import type { Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import type { TranslationUnit } from '../c/unit.ts';
import { isPlace } from './access-paths.ts';
import {
  type Comparison,
  type Constraint,
  comparison,
  constraint,
  isImplied,
} from './constraint.ts';
import { guardedUses } from './guarded-uses.ts';

type Call = Expr & { readonly kind: 'call' };

/**
 * Whether all calls of a function are made where a constraint on its parameters holds, so that a test
 * of it within the function was moved to the callers, or is made by them as well. Only of functions
 * of one file, whose addresses are not taken, all calls are known.
 */
export function isGuardedByCallers(
  unit: TranslationUnit,
  fn: LoweredFunction,
  wanted: Constraint,
): boolean {
  if (fn.exported || isAddressTaken(unit.tree.text, fn.name)) return false;
  const calls = unit.functions.flatMap((caller) =>
    caller === fn
      ? []
      : guardedUses(caller).flatMap(({ expr, constraints }) =>
          expr.kind === 'call' && expr.name === fn.name ? [{ call: expr, constraints }] : [],
        ),
  );
  if (calls.length === 0) return false;
  return calls.every(({ call, constraints }) => {
    const atCall = inTermsOf(wanted, fn, call);
    return atCall !== undefined && isImplied(atCall, constraints);
  });
}

function isAddressTaken(text: string, name: string): boolean {
  return new RegExp(`(?<!->|\\.)\\b${name}\\b(?!\\s*\\()`).test(text);
}

/** A constraint on parameters, said of the arguments of a call; undefined where it is about anything else. */
function inTermsOf(wanted: Constraint, fn: LoweredFunction, call: Call): Constraint | undefined {
  const places = new Map<string, string>();
  for (const [index, { name }] of fn.parameters.entries()) {
    const argument = call.args[index];
    if (argument !== undefined && isPlace(argument)) places.set(name, expressionText(argument));
  }
  const alternatives: Comparison[] = [];
  for (const { relation, form } of wanted.alternatives) {
    const terms = new Map<string, number>();
    for (const [term, factor] of form.terms) {
      const [, name = '', rest = ''] = /^([A-Za-z_]\w*)((?:(?:->|\.)\w+)*)$/.exec(term) ?? [];
      const place = places.get(name);
      if (place === undefined) return undefined;
      terms.set(place + rest, factor);
    }
    const found = comparison(relation, { constant: form.constant, terms });
    if (found === undefined) return undefined;
    alternatives.push(found);
  }
  const [first, ...others] = alternatives;
  if (first === undefined) return undefined;
  return constraint([first, ...others], wanted.test, wanted.kind, wanted.reads, wanted.compared);
}
