import type { Expr } from '../../c/ir/ast.ts';
import type { Value } from '../domain/value.ts';
import type { Facts } from '../interpreter/facts.ts';

/** What a path decided, by the condition in a form of its own: equal forms hold or fail together. */
export type PathConditions = ReadonlyMap<string, boolean>;

/** A condition as a relation between values, and whether it is the opposite of its form. */
interface ConditionForm {
  readonly form: string;
  readonly negated: boolean;
}

/**
 * The form of a condition in terms of value numbers, so that two tests of the same values are
 * known to be one, whatever they are called; undefined where it has none.
 */
export function formOf(condition: Expr, facts: Facts): ConditionForm | undefined {
  switch (condition.kind) {
    case 'unary': {
      if (condition.op !== '!') break;
      const inner = formOf(condition.operand, facts);
      return inner && { form: inner.form, negated: !inner.negated };
    }
    case 'cast':
      return formOf(condition.operand, facts);
    case 'binary': {
      const { op, left, right } = condition;
      if (op === '&&' || op === '||') {
        const [a, b] = [formOf(left, facts), formOf(right, facts)];
        if (a === undefined || b === undefined) return undefined;
        return { form: `(${signed(a)} ${op} ${signed(b)})`, negated: false };
      }
      const relation = RELATIONS.get(op);
      if (relation === undefined) break;
      const [a, b] = [facts.valueOf(left), facts.valueOf(right)];
      const [first, second] = relation.swapped ? [b, a] : [a, b];
      const sides = [named(first), named(second)];
      // Equality has no order.
      if (relation.name === '==') sides.sort();
      return { form: sides.join(` ${relation.name} `), negated: relation.negated };
    }
    default:
      break;
  }
  const value = facts.valueOf(condition);
  if (value.root === 0) return undefined;
  const sides = [named(value), '0:0:0'].sort();
  return { form: sides.join(' == '), negated: true };
}

/**
 * The conditions of a path that goes on where a condition was true or false; undefined where it
 * contradicts what the path decided before.
 */
export function decide(
  known: PathConditions,
  condition: ConditionForm | undefined,
  outcome: boolean,
): PathConditions | undefined {
  if (condition === undefined) return known;
  const holds = condition.negated ? !outcome : outcome;
  const before = known.get(condition.form);
  if (before !== undefined) return before === holds ? known : undefined;
  return new Map(known).set(condition.form, holds);
}

/** Each relation as `==` or `<`, perhaps of the swapped operands, perhaps negated. */
const RELATIONS: ReadonlyMap<
  string,
  { readonly name: string; readonly swapped: boolean; readonly negated: boolean }
> = new Map(
  Object.entries({
    '==': { name: '==', swapped: false, negated: false },
    '!=': { name: '==', swapped: false, negated: true },
    '<': { name: '<', swapped: false, negated: false },
    '>=': { name: '<', swapped: false, negated: true },
    '>': { name: '<', swapped: true, negated: false },
    '<=': { name: '<', swapped: true, negated: true },
  }),
);

function named({ root, scale, add }: Value): string {
  return `${root}:${scale}:${add}`;
}

function signed({ form, negated }: ConditionForm): string {
  return negated ? `!${form}` : form;
}
