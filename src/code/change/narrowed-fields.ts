import type { Expr, LoweredFunction, Span } from '../c/ir/ast.ts';
import { knownNumber } from '../c/ir/constants.ts';
import type { CType } from '../c/ir/types.ts';
import { expressionsOf } from '../c/ir/walk.ts';
import type { TranslationUnit } from '../c/unit.ts';
import { isUsedAsOffset, isWide } from './size-uses.ts';
import type { UnitChange } from './unit-change.ts';
import { writtenDeclaration } from './written-declaration.ts';

/** A member of a record whose integer type holds less than it did. */
export interface NarrowedField {
  readonly record: string;
  readonly name: string;
  readonly from: CType & { readonly kind: 'int' };
  readonly to: CType & { readonly kind: 'int' };
  /** Its declaration in head. */
  readonly place: Span;
  /** What the file does with it; 'name': only its name says that it is a length. */
  readonly why: 'values' | 'offset' | 'name';
}

const LENGTH_NAME = /(?:^|_|[a-z])(?:len|length|size|count|offset|off|idx|index)(?:$|_)/i;

/** The members of the file's records that hold less, although what they hold or are used for stays. */
export function narrowedFields(change: UnitChange): readonly NarrowedField[] {
  const found: NarrowedField[] = [];
  for (const [record, { fields }] of change.head.symbols.records) {
    const before = change.base.symbols.records.get(record);
    if (before === undefined) continue;
    const old = new Map(before.fields.map((field) => [field.name, field.type]));
    for (const { name, type: to } of fields) {
      const from = old.get(name);
      if (from?.kind !== 'int' || to.kind !== 'int') continue;
      if (from.boolean === true || to.boolean === true) continue;
      const why = whyItMatters(change.head, record, name, from, to);
      const place = why === undefined ? undefined : writtenDeclaration(change, name);
      if (why === undefined || place === undefined) continue;
      found.push({ record, name, from, to, place, why });
    }
  }
  return found;
}

function whyItMatters(
  unit: TranslationUnit,
  record: string,
  name: string,
  from: NarrowedField['from'],
  to: NarrowedField['to'],
): NarrowedField['why'] | undefined {
  const isPlace = (expr: Expr) => isField(expr, record, name);
  if (from.bits === 64 && to.bits <= 32)
    return unit.functions.some((fn) => isGivenWide(fn, isPlace)) ? 'values' : undefined;
  const isSignedNow = from.bits === to.bits && !from.signed && to.signed;
  // From 32 bits on a value that becomes negative is rare; of two bytes every second one does.
  if (!isSignedNow || from.bits > 16) return undefined;
  if (unit.functions.some((fn) => isUsedAsOffset(fn, isPlace))) return 'offset';
  return from.bits === 16 && LENGTH_NAME.test(name) ? 'name' : undefined;
}

function isField(expr: Expr, record: string, name: string): boolean {
  if (expr.kind !== 'member' || expr.name !== name) return false;
  const { type } = expr.base;
  const of = type.kind === 'pointer' ? type.to : type;
  return of.kind === 'record' && of.name === record;
}

function isGivenWide(fn: LoweredFunction, isPlace: (expr: Expr) => boolean): boolean {
  return expressionsOf(fn.blocks).some(
    (expr) =>
      expr.kind === 'assign' &&
      isPlace(expr.target) &&
      knownNumber(expr.value) === undefined &&
      isWide(expr.value),
  );
}
