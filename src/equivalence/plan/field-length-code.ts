import type { ClangRecord } from '../../code/clang/types.ts';
import type { ClangFunction } from '../../code/clang/unit.ts';
import { NotComparable } from '../not-comparable.ts';
import type { FieldLength } from '../pairing/field-length.ts';
import { cArgumentVariable } from './c-variables.ts';

/** The variable of the C driver that holds the field from before the call. */
export function oldFieldVariable({ name, field }: FieldLength): string {
  return `rw_old_${name}_${field}`;
}

/**
 * The C expression of the field, at the moment where it stands.
 * @throws NotComparable where the parameter points at no record with such an integer
 */
export function fieldLengthCode(
  { name, field }: FieldLength,
  params: ClangFunction['params'],
  records: ReadonlyMap<string, ClangRecord>,
): string {
  const type = params.find((param) => param.name === name)?.type;
  const id = type?.kind === 'pointer' && type.to.kind === 'record' ? type.to.id : '';
  const record = records.get(id);
  const told = record?.fields?.find((one) => one.name === field)?.type;
  if (record === undefined || told?.kind !== 'integer') {
    throw new NotComparable(
      `${name}->${field} is to be a number of elements, and is no integer in a record that a parameter points at`,
    );
  }
  // An object is a pointer to nothing known.
  return `((${record.name} *)${cArgumentVariable(name)})->${field}`;
}
