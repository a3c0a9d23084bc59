import type { Expr, LoweredFunction, Step, Variable } from '../c/ir/ast.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import type { FunctionPair } from './function-pairs.ts';
import { isWritten } from './place-of-change.ts';
import type { UnitChange } from './unit-change.ts';

/** A record that base gave a value where it is declared, and head declares without one. */
export interface UnsetRecord {
  readonly variable: Variable;
  /** The first expression of head that has the variable. */
  readonly use: Expr;
}

/**
 * Records of which some part may be read as it was found in memory: head no longer gives them a value where they
 * are declared, and neither a call nor an assignment of the whole record comes first.
 */
export function unsetRecords(change: UnitChange, { base, head }: FunctionPair): UnsetRecord[] {
  const before = declarationsOf(base);
  return declarationsOf(head).flatMap(({ variable, init }) => {
    const { name, type, start } = variable;
    if (type.kind !== 'record' || init !== undefined || variable.scope !== 'local') return [];
    const old = before.filter((one) => one.variable.name === name);
    const isChanged = isWritten(change, { start, end: start + name.length });
    if (!isChanged || old.length !== 1 || old[0]?.init?.kind !== 'initlist') return [];
    const use = firstUse(head, variable);
    return use === undefined ? [] : [{ variable, use }];
  });
}

type Declaration = Extract<Step, { kind: 'declare' }>;

function declarationsOf(fn: LoweredFunction): Declaration[] {
  return fn.blocks.flatMap(({ steps }) => steps.filter((step) => step.kind === 'declare'));
}

/** The first use by its place; none where it may give the whole record a value. */
function firstUse(fn: LoweredFunction, { id, name }: Variable): Expr | undefined {
  const isIt = (expr: Expr) =>
    expr.kind === 'name' && expr.name === name && expr.variable?.id === id;
  const all = expressionsOf(fn.blocks);
  const [use] = all.filter(isIt).sort((left, right) => left.start - right.start);
  if (use === undefined) return undefined;
  const isGiven = all.some((expr) => {
    if (expr.kind === 'assign') return expr.target === use;
    return expr.kind === 'call' && expr.start <= use.start && use.end <= expr.end;
  });
  return isGiven ? undefined : use;
}
