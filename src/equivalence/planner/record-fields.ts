import type { ClangUnit } from '../../code/clang/unit.ts';
import type { Mapping } from '../pairing/mapping.ts';

/**
 * What a mapping says of the fields of records, by the names that C has for them: who calls a record by a
 * typedef means the same one. What is said by both names holds as the record's own name has it.
 */
export function fieldsByRecord(
  said: Mapping['records'],
  units: readonly Pick<ClangUnit, 'types'>[],
): Mapping['records'] {
  const all = Object.entries(said);
  const fields = new Map(all);
  for (const [name, more] of all) {
    const record = recordNamed(name, units);
    if (record !== undefined) fields.set(record, { ...more, ...fields.get(record) });
  }
  return Object.fromEntries(fields);
}

/** `struct buffer` for `buffer_t`; undefined where a name is no typedef of a record that has one. */
function recordNamed(name: string, units: readonly Pick<ClangUnit, 'types'>[]): string | undefined {
  const types = units.flatMap((unit) => unit.types);
  const typedef = types.find((one) => one.kind === 'typedef' && one.name === name);
  return /^(?:struct|union)\s+\w+$/.exec(typedef?.underlying?.trim() ?? '')?.[0];
}
