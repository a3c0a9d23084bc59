/** A length that a field of a record tells: `buf->len` as it is after the call, `old(buf->len)` as it was before. */
export interface FieldLength {
  readonly name: string;
  readonly field: string;
  readonly isOld: boolean;
}

export const FIELD_LENGTH =
  /^(?:old\(([A-Za-z_]\w*)->([A-Za-z_]\w*)\)|([A-Za-z_]\w*)->([A-Za-z_]\w*))$/;

/** The field that a length of the mapping names; undefined for any other length. */
export function fieldLength(text: string): FieldLength | undefined {
  const [, oldName, oldField, name = oldName, field = oldField] = FIELD_LENGTH.exec(text) ?? [];
  if (name === undefined || field === undefined) return undefined;
  return { name, field, isOld: oldName !== undefined };
}
