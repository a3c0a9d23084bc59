import type { Expr } from '../../../../code/c/ir/ast.ts';
import { type CType, pointee } from '../../../../code/c/ir/types.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';

/** Where a field ends in its record, in bytes from the start; undefined where a type is not known. */
export function fieldEnd(expr: Expr & { kind: 'member' }, facts: Facts): number | undefined {
  const owner = expr.arrow ? pointee(expr.base.type) : expr.base.type;
  const record = owner?.kind === 'record' ? facts.unit.symbols.record(owner.name) : undefined;
  if (record === undefined) return undefined;
  let at = 0;
  for (const field of record.fields) {
    const size = facts.sizeOf(field.type);
    if (size === undefined) return undefined;
    const align = alignmentOf(field.type, facts);
    const start = record.union ? 0 : Math.ceil(at / align) * align;
    // An array at the end is as long as what was allocated for it.
    if (field.name === expr.name) return field.type.kind === 'array' ? start : start + size;
    at = start + size;
  }
  return undefined;
}

function alignmentOf(type: CType, facts: Facts): number {
  if (type.kind === 'array') return alignmentOf(type.of, facts);
  if (type.kind === 'record') {
    const fields = facts.unit.symbols.record(type.name)?.fields ?? [];
    return Math.max(1, ...fields.map((field) => alignmentOf(field.type, facts)));
  }
  return Math.max(1, facts.sizeOf(type) ?? 8);
}
