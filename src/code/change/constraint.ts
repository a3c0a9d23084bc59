import type { Expr } from '../c/ir/ast.ts';
import { expressionText } from '../c/ir/expression-text.ts';
import { isPointerLike } from '../c/ir/types.ts';
import { partsOf } from '../c/ir/walk.ts';
import { accessPaths, isPlace, valuePaths } from './access-paths.ts';
import { askedCall } from './asked-call.ts';
import { expectedCondition } from './expected-condition.ts';
import { difference, type LinearForm, linearForm, scaled, sum, termsKey } from './linear-form.ts';

/** A form compared with 0, over the integers. */
export interface Comparison {
  readonly relation: '>=' | '==' | '!=';
  readonly form: LinearForm;
  /** The terms of the form: comparisons with one key differ by their constants. */
  readonly key: string;
}

/** What is known behind a test: that at least one of some comparisons holds. */
export interface Constraint {
  readonly alternatives: readonly [Comparison, ...Comparison[]];
  /** The test in the source, `a < b` or `!p`. */
  readonly test: Expr;
  readonly key: string;
  /** All places that the test reads. */
  readonly reads: ReadonlySet<string>;
  /** The places that it compares. */
  readonly compared: ReadonlySet<string>;
  readonly kind: 'null' | 'bound' | 'equality' | 'truth' | 'assigned' | 'accessed';
  /** What a place that keeps the answer of a condition says: the condition. */
  readonly keeps?: { readonly place: string; readonly condition: Expr };
}

/** The condition whose answer a place keeps, where it is known. */
type KeptCondition = (place: string) => Expr | undefined;
const NOTHING_KEPT: KeptCondition = () => undefined;

/** A disjunction of more comparisons is not kept: it says too little. */
const MAX_ALTERNATIVES = 3;
const NO_FORM: LinearForm = { constant: 0, terms: new Map() };

/** Whether a test says it; else an assignment does, or an access that would have failed. */
export function isTested({ kind }: Constraint): boolean {
  return kind !== 'assigned' && kind !== 'accessed';
}

/**
 * What holds where a condition came out true, or false.
 * @param kept what variables in it stand for
 */
export function constraintsOf(
  condition: Expr,
  outcome: boolean,
  kept = NOTHING_KEPT,
): readonly Constraint[] {
  if (condition.kind === 'cast') return constraintsOf(condition.operand, outcome, kept);
  if (condition.kind === 'unary' && condition.op === '!')
    return constraintsOf(condition.operand, !outcome, kept);
  if (condition.kind === 'binary' && (condition.op === '&&' || condition.op === '||')) {
    const left = constraintsOf(condition.left, outcome, kept);
    const right = constraintsOf(condition.right, outcome, kept);
    if ((condition.op === '&&') === outcome) return [...left, ...right];
    return disjunction(left, right);
  }
  if (condition.kind === 'binary' && condition.op === ',')
    return constraintsOf(condition.right, outcome, kept);
  const expected = expectedCondition(condition);
  if (expected !== undefined) return constraintsOf(expected, outcome, kept);
  return [...constraintsOfTest(condition, outcome), ...constraintsOfKept(condition, outcome, kept)];
}

/** What a variable stands for that is tested as a truth: `ok`, or `ok == 0`. */
function constraintsOfKept(
  test: Expr,
  outcome: boolean,
  kept: KeptCondition,
): readonly Constraint[] {
  if (isPlace(test)) {
    const condition = kept(expressionText(test));
    return condition === undefined ? [] : constraintsOf(condition, outcome, kept);
  }
  if (test.kind !== 'binary' || !/^[!=]=$/.test(test.op)) return [];
  const place = isNull(test.right) ? test.left : isNull(test.left) ? test.right : undefined;
  if (place === undefined || !isPlace(place)) return [];
  return constraintsOfKept(place, (test.op === '!=') === outcome, kept);
}

function constraintsOfTest(condition: Expr, outcome: boolean): readonly Constraint[] {
  if (isNameOfArray(condition)) return [];
  const comparison = comparisonOf(condition, outcome);
  if (comparison === undefined) return [];
  // A call that is the test is asked about what it is given.
  const asked = askedCall(condition);
  const compared = asked === undefined ? comparedIn(condition) : valuePaths(asked);
  return [constraint([comparison], condition, kindOf(condition), accessPaths(condition), compared)];
}

/** Whether a test asks if an array is null, which it never is. */
function isNameOfArray(test: Expr): boolean {
  if (test.type.kind === 'array') return true;
  if (test.kind !== 'binary' || !/^[!=]=$/.test(test.op)) return false;
  return (
    (isNull(test.left) && test.right.type.kind === 'array') ||
    (isNull(test.right) && test.left.type.kind === 'array')
  );
}

function disjunction(left: readonly Constraint[], right: readonly Constraint[]): Constraint[] {
  return left.flatMap((a) =>
    right.flatMap((b) => {
      const alternatives = a.alternatives.concat(b.alternatives);
      const [first, ...others] = alternatives;
      if (first === undefined || alternatives.length > MAX_ALTERNATIVES) return [];
      return constraint(
        [first, ...others],
        a.kind === 'bound' ? a.test : b.test,
        a.kind === 'bound' ? a.kind : b.kind,
        a.reads.union(b.reads),
        a.compared.union(b.compared),
      );
    }),
  );
}

/** A comparison as a constraint, said by a test or an assignment. */
export function constraint(
  alternatives: readonly [Comparison, ...Comparison[]],
  test: Expr,
  kind: Constraint['kind'],
  reads: ReadonlySet<string>,
  compared: ReadonlySet<string>,
): Constraint {
  const key = alternatives
    .map(({ relation, form, key }) => `${key} + ${form.constant} ${relation} 0`)
    .sort()
    .join(' or ');
  return { alternatives, test, key, reads, compared, kind };
}

const NEGATED = new Map([
  ['<', '>='],
  ['<=', '>'],
  ['>', '<='],
  ['>=', '<'],
  ['==', '!='],
  ['!=', '=='],
]);

function comparisonOf(condition: Expr, outcome: boolean): Comparison | undefined {
  if (condition.kind === 'binary' && NEGATED.has(condition.op)) {
    const op = outcome ? condition.op : NEGATED.get(condition.op);
    const left = linearForm(condition.left);
    const right = linearForm(condition.right);
    const one: LinearForm = { ...NO_FORM, constant: -1 };
    switch (op) {
      case '<':
        return comparison('>=', sum(difference(right, left), one));
      case '<=':
        return comparison('>=', difference(right, left));
      case '>':
        return comparison('>=', sum(difference(left, right), one));
      case '>=':
        return comparison('>=', difference(left, right));
      case '==':
        return comparison('==', difference(left, right));
      default:
        return comparison('!=', difference(left, right));
    }
  }
  const form = linearForm(condition);
  return comparison(outcome ? '!=' : '==', form);
}

/** Undefined for what compares constants. */
export function comparison(
  relation: Comparison['relation'],
  form: LinearForm,
): Comparison | undefined {
  if (form.terms.size === 0) return undefined;
  if (relation === '>=') return { relation, form, key: termsKey(form) };
  // a - b == 0 and b - a == 0 are one.
  const first = [...form.terms].sort(([a], [b]) => (a < b ? -1 : 1))[0];
  const signed = first !== undefined && first[1] < 0 ? scaled(form, -1) : form;
  return { relation, form: signed, key: termsKey(signed) };
}

/** Measures of what they are given: comparing `strlen(s)` compares `s`. */
const MEASURE = /len|size|count|num|width/i;

/** The places that a test compares: what other calls are given is not. */
function comparedIn(test: Expr): ReadonlySet<string> {
  if (test.kind === 'call' && !MEASURE.test(test.name)) return new Set();
  if (test.kind === 'assign') return comparedIn(test.target);
  if (isPlace(test)) return valuePaths(test);
  return partsOf(test).reduce<ReadonlySet<string>>(
    (all, part) => all.union(comparedIn(part)),
    new Set(),
  );
}

function kindOf(test: Expr): Constraint['kind'] {
  if (test.kind === 'binary' && /^[<>]=?$/.test(test.op)) return 'bound';
  if (test.kind === 'binary' && (test.op === '==' || test.op === '!=')) {
    const tested = isNull(test.right) ? test.left : isNull(test.left) ? test.right : undefined;
    if (tested === undefined) return 'equality';
    // What is compared with `NULL` is a pointer, also where another file has its type.
    const { type } = tested === test.left ? test.right : test.left;
    if (tested.type.kind === 'unknown' && isPointerLike(type) && isPlace(tested)) return 'null';
    if (!isPointerLike(tested.type)) return 'equality';
    return isPointerPlace(tested) ? 'null' : 'truth';
  }
  return isPointerPlace(test) ? 'null' : 'truth';
}

function isNull(expr: Expr): boolean {
  if (expr.kind === 'cast') return isNull(expr.operand);
  return expr.kind === 'number' && expr.value === 0
    ? true
    : expr.kind === 'name' && /^(?:NULL|nullptr)$/.test(expr.name);
}

/** Also in `(p = f()) == NULL`. A call that is tested is no place. */
function isPointerPlace(expr: Expr): boolean {
  if (expr.kind === 'assign') return isPointerPlace(expr.target);
  return isPointerLike(expr.type) && isPlace(expr);
}

/** Whether what is known makes a constraint hold. */
export function isImplied(wanted: Constraint, known: ReadonlyMap<string, Constraint>): boolean {
  if (known.has(wanted.key)) return true;
  const isSaid = known
    .values()
    .some(({ alternatives }) =>
      alternatives.every((fact) => wanted.alternatives.some((goal) => implies(fact, goal))),
    );
  return isSaid || isPastSmallNumbers(wanted, known);
}

/** Numbers that are ruled out one by one are few. */
const MAX_RULED_OUT = 4;

/** Whether `n > 1` follows for an `n` without a sign from `n != 0` and `n != 1`. */
function isPastSmallNumbers(
  { alternatives: [goal, ...others], test }: Constraint,
  known: ReadonlyMap<string, Constraint>,
): boolean {
  const least = -goal.form.constant;
  const [term, ...more] = goal.form.terms;
  if (others.length > 0 || goal.relation !== '>=' || more.length > 0 || term?.[1] !== 1)
    return false;
  if (least < 1 || least > MAX_RULED_OUT || !hasNoSign(test)) return false;
  const facts = [...known.values()].flatMap(({ alternatives }) =>
    alternatives.length === 1 && alternatives[0].key === goal.key ? alternatives[0] : [],
  );
  return Array.from({ length: least }, (_, value) => value).every((value) =>
    facts.some(({ relation, form }) => relation === '!=' && form.constant === -value),
  );
}

function hasNoSign(test: Expr): boolean {
  const sides = test.kind === 'binary' ? [test.left, test.right] : [test];
  return sides.some(({ type }) => type.kind === 'int' && !type.signed);
}

function implies(fact: Comparison, goal: Comparison): boolean {
  if (fact.key === goal.key) {
    const more = goal.form.constant - fact.form.constant;
    if (fact.relation === '==')
      return goal.relation === '!=' ? more !== 0 : goal.relation === '==' ? more === 0 : more >= 0;
    if (fact.relation === '!=') return goal.relation === '!=' && more === 0;
    // f + c >= 0 with c < 0 says that f + g is positive for every g > c.
    if (goal.relation === '>=') return more >= 0;
    return goal.relation === '!=' && more > 0;
  }
  if (goal.key !== opposite(fact)) return false;
  const both = goal.form.constant + fact.form.constant;
  if (fact.relation === '==' && goal.relation === '>=') return both >= 0;
  // f + c >= 0 is -f <= c, which keeps -f + g from 0 for every g < -c.
  return fact.relation === '>=' && goal.relation === '!=' && both < 0;
}

function opposite({ form }: Comparison): string {
  return termsKey(scaled(form, -1));
}
