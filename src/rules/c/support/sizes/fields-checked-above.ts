import type { Expr, MemberExpr } from '../../../../code/c/ir/ast.ts';
import { constantOf } from '../../../../code/c/ir/constants.ts';
import type { CType } from '../../../../code/c/ir/types.ts';
import { expressionsOf, topLevelExpressions } from '../../../../code/c/ir/walk.ts';
import { withoutCasts } from '../../../../code/c/ir/without-casts.ts';
import type { TranslationUnit } from '../../../../code/c/unit.ts';
import { libraryModelOf } from '../../../../code/library-models/lookup.ts';

const known = new WeakMap<TranslationUnit, ReadonlySet<string>>();

/**
 * Whether a field has a sign, gets numbers without one that are put together from bytes, and is compared with an
 * upper limit, and never with a lower one, anywhere in the file: the check lets half of the numbers through.
 */
export function isCheckedAboveOnly(field: MemberExpr, unit: TranslationUnit): boolean {
  let fields = known.get(unit);
  if (fields === undefined) {
    fields = fieldsOf(unit);
    known.set(unit, fields);
  }
  const key = keyOf(field);
  return key !== undefined && fields.has(key);
}

function fieldsOf(unit: TranslationUnit): ReadonlySet<string> {
  const decoded = new Set<string>();
  const above = new Set<string>();
  const other = new Set<string>();
  for (const { blocks } of unit.functions) {
    for (const expr of expressionsOf(blocks)) {
      if (expr.kind === 'assign') {
        const key = signedField(expr.target);
        if (key !== undefined && expr.op === '=' && isDecoded(expr.value, expr.target))
          decoded.add(key);
        if (expr.target.kind === 'name' && hasSign(expr.target)) copied(expr.value, other);
      }
      if (expr.kind === 'binary' && /^[<>]=?$/.test(expr.op)) compared(expr, above, other);
    }
    for (const block of blocks)
      for (const step of block.steps)
        if (step.kind === 'declare' && step.init !== undefined && hasSign(step.variable))
          copied(step.init, other);
    // What decides by the number alone, as a switch does, may leave out what is below zero.
    for (const block of blocks)
      if (block.end.kind === 'switch')
        for (const expr of topLevelExpressions(block)) copied(expr, other);
  }
  return decoded.intersection(above).difference(other);
}

function compared(
  { left, right }: Expr & { readonly kind: 'binary' },
  above: Set<string>,
  other: Set<string>,
): void {
  for (const [field, limit] of [
    [left, right],
    [right, left],
  ] as const) {
    const key = signedField(field);
    if (key === undefined) continue;
    const number = constantOf(limit);
    const isBelow = number !== undefined && number <= 1;
    // Beside a number without a sign the field counts as one, so that the comparison keeps all of it out.
    if (isBelow || !hasSign(field) || !hasSign(limit)) other.add(key);
    else above.add(key);
  }
}

function hasSign({ type }: { readonly type: CType }): boolean {
  return type.kind === 'int' && type.signed;
}

/** A copy may be compared in place of the field. */
function copied(value: Expr, other: Set<string>): void {
  const key = signedField(value);
  if (key !== undefined) other.add(key);
}

/** A number without a sign, as wide as the field, of a function of the project or of shifted bytes. */
function isDecoded(value: Expr, target: Expr): boolean {
  const bare = withoutCasts(value);
  if (bare.type.kind !== 'int' || bare.type.signed || target.type.kind !== 'int') return false;
  if (bare.type.bits < target.type.bits) return false;
  if (bare.kind === 'binary') return bare.op === '|' || bare.op === '<<';
  if (bare.kind !== 'call') return false;
  return libraryModelOf(bare.name) === undefined || /^(?:ntohl|be32toh|le32toh)$/.test(bare.name);
}

function signedField(expr: Expr): string | undefined {
  const bare = withoutCasts(expr);
  if (bare.kind !== 'member' || bare.type.kind !== 'int' || !bare.type.signed) return undefined;
  return keyOf(bare);
}

function keyOf({ base, name }: MemberExpr): string | undefined {
  const type = base.type.kind === 'pointer' ? base.type.to : base.type;
  return type.kind === 'record' ? `${type.name}.${name}` : undefined;
}
