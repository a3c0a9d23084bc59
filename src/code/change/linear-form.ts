import type { Expr } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import { expressionText } from '../c/ir/expression-text.ts';

/** A sum of multiples of places and of a constant, as an integer without width: `2*n + p->len - 4`. */
export interface LinearForm {
  readonly constant: number;
  /** By the text of what is multiplied, none of them 0. */
  readonly terms: ReadonlyMap<string, number>;
}

/** What an expression amounts to. What is not linear in it is a term by its text. */
export function linearForm(expr: Expr): LinearForm {
  const constant = knownNumber(expr);
  if (constant !== undefined) return { constant, terms: new Map() };
  switch (expr.kind) {
    case 'name':
      // ASCII's name of the character 0, which another file has.
      if (expr.name === 'NUL' && expr.variable === undefined)
        return { constant: 0, terms: new Map() };
      break;
    case 'cast':
      return linearForm(expr.operand);
    case 'unary':
      if (expr.op === '-') return scaled(linearForm(expr.operand), -1);
      if (expr.op === '+') return linearForm(expr.operand);
      break;
    case 'incdec': {
      // The place stands for its value behind the expression, which is what later code reads.
      const form = linearForm(expr.operand);
      if (expr.prefix) return form;
      return sum(form, { constant: expr.op === '++' ? -1 : 1, terms: new Map() });
    }
    case 'assign':
      return linearForm(expr.target);
    case 'binary': {
      if (expr.op === '+') return sum(linearForm(expr.left), linearForm(expr.right));
      if (expr.op === '-') return difference(linearForm(expr.left), linearForm(expr.right));
      if (expr.op === ',') return linearForm(expr.right);
      if (expr.op !== '*') break;
      const left = knownNumber(expr.left);
      if (left !== undefined) return scaled(linearForm(expr.right), left);
      const right = knownNumber(expr.right);
      if (right !== undefined) return scaled(linearForm(expr.left), right);
      break;
    }
  }
  return { constant: 0, terms: new Map([[expressionText(expr), 1]]) };
}

export function scaled({ constant, terms }: LinearForm, factor: number): LinearForm {
  if (factor === 0) return { constant: 0, terms: new Map() };
  return {
    // No -0: what is equal must be the same.
    constant: constant * factor + 0,
    terms: new Map([...terms].map(([text, multiple]) => [text, multiple * factor])),
  };
}

export function sum(a: LinearForm, b: LinearForm): LinearForm {
  const terms = new Map(a.terms);
  for (const [text, multiple] of b.terms) {
    const all = (terms.get(text) ?? 0) + multiple;
    if (all === 0) terms.delete(text);
    else terms.set(text, all);
  }
  return { constant: a.constant + b.constant, terms };
}

export function difference(a: LinearForm, b: LinearForm): LinearForm {
  return sum(a, scaled(b, -1));
}

/** The terms in one order, without the constant: two forms that differ by a constant have one key. */
export function termsKey({ terms }: LinearForm): string {
  return [...terms]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([text, multiple]) => `${multiple}*${text}`)
    .join(' + ');
}
