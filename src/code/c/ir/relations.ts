const NEGATED: ReadonlyMap<string, string> = new Map(
  Object.entries({ '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' }),
);

/** Whether an operator compares: `==`, `!=`, `<`, `<=`, `>` or `>=`. */
export function isRelation(op: string): boolean {
  return NEGATED.has(op);
}

/** The relation that holds where another does not, such as `>=` for `<`; of no relation `!=`. */
export function negatedRelation(op: string): string {
  return NEGATED.get(op) ?? '!=';
}

/** The relation that holds between the operands in the other order, such as `>` for `<`. */
export function swappedRelation(op: string): string {
  return op.replace(/[<>]/, (sign) => (sign === '<' ? '>' : '<'));
}
