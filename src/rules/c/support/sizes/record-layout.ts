import type { Expr } from '../../../../code/c/ir/ast.ts';
import type { Symbols } from '../../../../code/c/ir/symbols.ts';
import { type CType, pointee } from '../../../../code/c/ir/types.ts';
import type { Facts } from '../../../../code/flow/interpreter/facts.ts';

/** A type as its author would name it. */
export function nameOfType(type: CType, symbols: Symbols): string {
  switch (type.kind) {
    case 'record':
      return `\`${typedefOf(type.name, symbols) ?? type.name}\``;
    case 'float':
      return type.bits === 32 ? '`float`' : '`double`';
    case 'int':
      return `an integer of ${type.bits} bits`;
    case 'pointer':
      return 'a pointer';
    default:
      return type.kind;
  }
}

/** A structure without a tag goes by the name that a typedef gives it. */
function typedefOf(record: string, symbols: Symbols): string | undefined {
  if (!record.startsWith('<')) return undefined;
  for (const [name, type] of symbols.typedefs)
    if (type.kind === 'record' && type.name === record) return name;
  return 'a structure without a name';
}

/**
 * Whether memory of one type may be used as another: they are the same, one
 * begins with the other, or too little is known of them to say.
 */
export function areRelated(a: CType, b: CType, symbols: Symbols): boolean {
  if (a.kind === 'int' && b.kind === 'int')
    return a.bits === b.bits || a.bits === 8 || b.bits === 8;
  if (a.kind === 'float' && b.kind === 'float') return a.bits === b.bits;
  if ((a.kind === 'int' && b.kind === 'float') || (a.kind === 'float' && b.kind === 'int'))
    return (a.kind === 'int' ? a : b.kind === 'int' ? b : a).bits === 8;
  if (a.kind !== 'record' || b.kind !== 'record') return true;
  if (a.name === b.name || /^sockaddr/.test(a.name) || /^sockaddr/.test(b.name)) return true;
  const one = symbols.record(a.name);
  const other = symbols.record(b.name);
  if (one === undefined || other === undefined || one.union || other.union) return true;
  if (one.fields.length === 0 || other.fields.length === 0) return true;
  return (
    beginsWith(a, b.name, symbols, 0) || beginsWith(b, a.name, symbols, 0) || alike(a, b, symbols)
  );
}

/** Whether the first field of a record, or the first of that, is another record. */
function beginsWith(type: CType, name: string, symbols: Symbols, depth: number): boolean {
  if (type.kind !== 'record' || depth > 6) return false;
  if (type.name === name) return true;
  const record = symbols.record(type.name);
  const first = record?.fields[0];
  return first !== undefined && beginsWith(first.type, name, symbols, depth + 1);
}

/** Beyond so many, further fields of a record tell little of what it begins with. */
const MAX_LEADING = 100;

/** The fields of a record with those of the records in it in their place: what its memory holds, from the start on. */
function leadingTypes(
  type: CType & { kind: 'record' },
  symbols: Symbols,
  depth = 0,
): readonly CType[] {
  const record = symbols.record(type.name);
  if (record === undefined || record.union || record.fields.length === 0 || depth > 6)
    return [type];
  const types: CType[] = [];
  for (const field of record.fields) {
    if (types.length >= MAX_LEADING) break;
    types.push(
      ...(field.type.kind === 'record'
        ? leadingTypes(field.type, symbols, depth + 1)
        : [field.type]),
    );
  }
  return types;
}

/** From so many fields of the same name on, two records are meant to be used in each other's place. */
const COMMON_FIELDS = 3;

/**
 * Whether all the fields of the shorter record stand at the beginning of the longer one, or both have
 * several fields in common, as the nodes of a tree do whose kind one of these tells.
 */
function alike(
  a: CType & { kind: 'record' },
  b: CType & { kind: 'record' },
  symbols: Symbols,
): boolean {
  const one = symbols.record(a.name)?.fields ?? [];
  const other = symbols.record(b.name)?.fields ?? [];
  const [begin, rest] = [leadingTypes(a, symbols), leadingTypes(b, symbols)].sort(
    (left, right) => left.length - right.length,
  );
  if (begin?.every((type, index) => isAlike(type, rest?.[index]))) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const names = new Set(long.map(({ name }) => name));
  return short.filter(({ name }) => names.has(name)).length >= COMMON_FIELDS;
}

function isAlike(a: CType, b: CType | undefined): boolean {
  if (b === undefined || a.kind !== b.kind) return false;
  if (a.kind === 'int' && b.kind === 'int') return a.bits === b.bits;
  if (a.kind === 'record' && b.kind === 'record') return a.name === b.name;
  if (a.kind === 'array' && b.kind === 'array') return a.length === b.length;
  return true;
}

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
