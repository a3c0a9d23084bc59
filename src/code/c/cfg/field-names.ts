import type { CType } from '../ir/types.ts';

/**
 * A field named with the record that it is of, as `reader.parse`, where that has a name: many records of a
 * project call a field `fn`. Undefined where the record is not known, or has no name.
 * @param holder the type of the record, or of a pointer to it
 */
export function fieldOfRecord(holder: CType, field: string): string | undefined {
  const record = holder.kind === 'pointer' ? holder.to : holder;
  // A record without a name is named by its place, which another file may have as well.
  if (record.kind !== 'record' || record.name.startsWith('<')) return undefined;
  return `${record.name}.${field}`;
}

/** What functions are kept under that are stored in a field of a record that is not known. */
export function fieldOfUnknownRecord(field: string): string {
  return `.${field}`;
}

/** The name of a field alone. */
export function plainField(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1);
}

/**
 * The functions that calls through a field may reach.
 * @param field the name alone, or named with its record: then what other records have in a field of the name is none of it
 * @param targetsIn the functions that are known under a name of either kind; undefined where nothing is
 */
export function functionsInField(
  field: string,
  targetsIn: (name: string) => Iterable<string> | undefined,
): readonly string[] {
  const plain = plainField(field);
  const own = targetsIn(field);
  if (plain === field) return [...(own ?? [])];
  // Nothing is known to set it in this record: a cast may have, or a copy of another one.
  if (own === undefined) return [...(targetsIn(plain) ?? [])];
  return [...new Set([...own, ...(targetsIn(fieldOfUnknownRecord(plain)) ?? [])])];
}
