import type { CallExpr, Expr, LoweredFunction } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { withoutCasts } from '../c/ir/without-casts.ts';
import { isPlace } from './access-paths.ts';
import { type Comparison, type Constraint, comparison, constraint } from './constraint.ts';
import { type LinearForm, linearForm, scaled, sum } from './linear-form.ts';

/** A constraint on parameters, said of the arguments of a call; undefined where it is about anything else. */
export function inTermsOf(
  wanted: Constraint,
  fn: LoweredFunction,
  call: CallExpr,
): Constraint | undefined {
  const given = new Map(fn.parameters.map(({ name }, index) => [name, call.args[index]]));
  const alternatives: Comparison[] = [];
  for (const { relation, form } of wanted.alternatives) {
    let all: LinearForm = { constant: form.constant, terms: new Map() };
    for (const [term, factor] of form.terms) {
      const [, name = '', rest = ''] = /^([A-Za-z_]\w*)((?:(?:->|\.)\w+)*)$/.exec(term) ?? [];
      const argument = given.get(name);
      const part = argument === undefined ? undefined : partOf(withoutCasts(argument), rest);
      if (part === undefined) return undefined;
      all = sum(all, scaled(part, factor));
    }
    const found = comparison(relation, all);
    if (found === undefined) return undefined;
    alternatives.push(found);
  }
  const [first, ...others] = alternatives;
  if (first === undefined) return undefined;
  return constraint([first, ...others], wanted.test, wanted.kind, wanted.reads, wanted.compared);
}

/** An argument, or what of it the function reads: `->n` of `&list` is `list.n`. */
function partOf(argument: Expr, rest: string): LinearForm | undefined {
  if (rest === '') return linearForm(argument);
  const isAddress = argument.kind === 'address' && rest.startsWith('->');
  const place = isAddress ? argument.operand : argument;
  if (!isPlace(place)) return undefined;
  const text = expressionText(place) + (isAddress ? `.${rest.slice(2)}` : rest);
  return { constant: 0, terms: new Map([[text, 1]]) };
}
