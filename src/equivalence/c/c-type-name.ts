import type { ClangCType } from '../../code/clang/types.ts';
import type { ClangUnit } from '../../code/clang/unit.ts';
import { NotComparable } from '../not-comparable.ts';
import type { Pair } from '../pairing/pair.ts';
import { arrayName } from '../plan/c-type-of-pair.ts';

/** The records of a unit, by their ids. */
export type RecordsById = ClangUnit['records'];

/** What a pointer or an array is of; undefined for any other type. */
export function elementType(type: ClangCType | undefined): ClangCType | undefined {
  if (type?.kind === 'pointer') return type.to;
  return type?.kind === 'array' ? type.of : undefined;
}

/** How C code names a type; a pointer of any kind is one to nothing known. */
export function cTypeName(type: ClangCType, records: RecordsById, pair?: Pair): string {
  switch (type.kind) {
    case 'integer':
      return `rw_${type.signed ? 'i' : 'u'}${type.bits}`;
    case 'enum':
      return `rw_${type.signed ? 'i' : 'u'}${type.bits}`;
    case 'float':
      if (type.bits > 64) throw new NotComparable('a long double');
      return `rw_f${type.bits}`;
    case 'boolean':
      return '_Bool';
    case 'void':
      return 'rw_u8';
    case 'record':
      return pair?.kind === 'record' || pair?.kind === 'tagged'
        ? pair.c
        : recordName(type.id, records);
    case 'pointer':
      return type.to.kind === 'pointer' ? 'void *' : `${cTypeName(type.to, records)} *`;
    case 'array':
      if (type.length === undefined) throw new NotComparable('an array of no known length');
      return arrayName(cTypeName(type.of, records), type.length);
    default:
      throw new NotComparable(`memory for a ${type.kind}`);
  }
}

export function recordName(id: string, records: RecordsById): string {
  const record = records.get(id);
  if (record?.fields !== undefined) return record.name;
  throw new NotComparable(`memory for ${record?.name ?? id}, of no known size`);
}
