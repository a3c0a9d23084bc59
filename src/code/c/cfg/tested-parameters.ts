import type { Expr, LoweredFunction } from '../ir/ast.ts';
import { withoutCasts } from '../ir/without-casts.ts';

/** A comparison of a parameter with a constant: `parameter op value`. A truth value is compared with 0. */
export interface ParameterTest {
  readonly op: '==' | '<' | '>';
  readonly value: number;
}

/** The comparisons of each parameter, by its position. */
export type ParameterTests = ReadonlyMap<number, readonly ParameterTest[]>;

/**
 * What a function itself tests its parameters for: null, or a constant, also by `switch`. It allows for callers that
 * pass such values. What an assertion tests, it takes for granted.
 */
export function testedParameters({ blocks }: LoweredFunction): ParameterTests {
  const tests = new Tests();
  for (const { end } of blocks) {
    if (end.kind === 'branch' && end.assertion !== true) tests.addCondition(end.condition);
    if (end.kind !== 'switch') continue;
    for (const { low, high } of end.cases)
      for (const value of [low, high]) if (value !== undefined) tests.add(end.value, '==', value);
  }
  return tests.found;
}

class Tests {
  readonly found = new Map<number, ParameterTest[]>();

  addCondition(condition: Expr): void {
    const inner = withoutCasts(condition);
    if (inner.kind === 'unary' && inner.op === '!') return this.addCondition(inner.operand);
    if (inner.kind !== 'binary') return this.add(inner, '==', 0);
    const { op, left, right } = inner;
    if (op === '&&' || op === '||') {
      this.addCondition(left);
      this.addCondition(right);
      return;
    }
    const relation = RELATIONS.get(op);
    if (relation === undefined) return;
    const [a, b] = [withoutCasts(left), withoutCasts(right)];
    if (b.kind === 'number') this.add(a, relation, b.value);
    if (a.kind === 'number') this.add(b, MIRRORED[relation], a.value);
  }

  add(expr: Expr, op: ParameterTest['op'], value: number): void {
    const inner = withoutCasts(expr);
    const variable = inner.kind === 'name' ? inner.variable : undefined;
    if (variable?.scope !== 'parameter') return;
    const tests = this.found.get(variable.position) ?? [];
    tests.push({ op, value });
    this.found.set(variable.position, tests);
  }
}

const RELATIONS: ReadonlyMap<string, ParameterTest['op']> = new Map([
  ['==', '=='],
  ['!=', '=='],
  ['<', '<'],
  ['<=', '<'],
  ['>', '>'],
  ['>=', '>'],
]);
const MIRRORED: Readonly<Record<ParameterTest['op'], ParameterTest['op']>> = {
  '==': '==',
  '<': '>',
  '>': '<',
};
