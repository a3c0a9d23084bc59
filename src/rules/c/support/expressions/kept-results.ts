import type { CallExpr, Expr, LoweredFunction } from '../../../../code/c/ir/ast.ts';
import { pointee } from '../../../../code/c/ir/types.ts';
import { expressionsIn, expressionsOf } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';

/** A use of a pointer that is kept in a field, in a function that asks nothing of the field. */
interface OpenUse {
  readonly base: Expr;
  readonly at: Expr;
}

/**
 * Results of searches that one function keeps in a field of a record without asking whether there is one, and the uses of
 * the field in functions that do not ask either.
 */
export class KeptResults {
  private readonly kept = new Map<string, CallExpr>();
  private readonly uses = new Map<string, OpenUse[]>();
  private readonly asked = new WeakMap<LoweredFunction, ReadonlySet<string>>();
  private readonly tell: (use: OpenUse, search: CallExpr) => void;

  constructor(tell: (use: OpenUse, search: CallExpr) => void) {
    this.tell = tell;
  }

  /** The result of a search goes to a field. */
  keep(fn: LoweredFunction, target: Expr, search: CallExpr): void {
    const field = fieldOf(target);
    if (field === undefined || this.kept.has(field) || this.isAsked(fn, field)) return;
    this.kept.set(field, search);
    for (const use of this.uses.get(field) ?? []) this.tell(use, search);
    this.uses.delete(field);
  }

  /** A pointer is looked through. */
  use(fn: LoweredFunction, base: Expr, at: Expr): void {
    const field = fieldOf(withoutCasts(base));
    if (field === undefined || this.isAsked(fn, field)) return;
    const search = this.kept.get(field);
    if (search !== undefined) return this.tell({ base, at }, search);
    const known = this.uses.get(field) ?? [];
    if (known.length < MAX_USES) this.uses.set(field, [...known, { base, at }]);
  }

  private isAsked(fn: LoweredFunction, field: string): boolean {
    let asked = this.asked.get(fn);
    if (asked === undefined) {
      asked = fieldsAsked(fn);
      this.asked.set(fn, asked);
    }
    return asked.has(field);
  }
}

/** Further uses of a field have the same remedy. */
const MAX_USES = 4;

/** A field by the record that it belongs to. */
function fieldOf(expr: Expr): string | undefined {
  if (expr.kind !== 'member') return undefined;
  const record = expr.arrow ? pointee(expr.base.type) : expr.base.type;
  return record?.kind === 'record' ? `${record.name}.${expr.name}` : undefined;
}

/** The fields that conditions of a function ask something of, other than what they lead to. */
function fieldsAsked(fn: LoweredFunction): ReadonlySet<string> {
  const asked = new Set<string>();
  const conditions: Expr[] = [];
  for (const { end } of fn.blocks) if (end.kind === 'branch') conditions.push(end.condition);
  for (const part of expressionsOf(fn.blocks)) {
    if (part.kind === 'conditional') conditions.push(part.condition);
    if (part.kind === 'binary' && /^(?:&&|\|\|)$/.test(part.op)) conditions.push(part.left);
  }
  for (const condition of conditions)
    for (const part of expressionsIn(condition)) {
      const field = fieldOf(part);
      if (field !== undefined) asked.add(field);
    }
  return asked;
}
