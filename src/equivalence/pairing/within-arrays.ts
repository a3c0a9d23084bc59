import type { ClangField, ClangRecord } from '../../code/clang/types.ts';
import { isLengthNameFor } from '../name-matching.ts';
import type { PairingDefinitions } from './definitions.ts';
import type { PairField } from './pair.ts';

/** A field that is an array within the record. */
interface InlineArray {
  readonly name: string;
  readonly length: number;
  readonly isText: boolean;
}

/**
 * Fields of a record, where integers that count the elements of its arrays, or are places among them, are not
 * beyond these: there the C means nothing. By the mapping, by the source, or by the names.
 */
export function withinArrays(
  fields: readonly PairField[],
  record: ClangRecord,
  definitions: PairingDefinitions,
): PairField[] {
  const arrays = (record.fields ?? []).flatMap((field) => inlineArray(field) ?? []);
  return fields.map((field): PairField => {
    const { pair } = field;
    if (pair.kind !== 'integer' || pair.isByte) return field;
    const lengths = arrays
      .filter((array) => isCounted(array, field.c, arrays, record, definitions))
      .map(({ length }) => length);
    if (lengths.length === 0) return field;
    // What counts none, or is the place of the last one, may be below the first.
    const within = { least: pair.signed ? -1n : 0n, most: BigInt(Math.min(...lengths)) };
    return { ...field, pair: { ...pair, within } };
  });
}

function inlineArray({ name, type }: ClangField): InlineArray | undefined {
  if (type.kind !== 'array' || type.length === undefined || type.length === 0) return undefined;
  const isText = type.of.kind === 'integer' && type.of.isCharacter;
  return { name, length: type.length, isText };
}

function isCounted(
  array: InlineArray,
  by: string,
  all: readonly InlineArray[],
  { name: record }: ClangRecord,
  { fields, indexes }: PairingDefinitions,
): boolean {
  const told = fields[record]?.[array.name]?.length;
  if (told !== undefined) return told.kind === 'name' && told.name === by;
  if (indexes(array.name).has(by)) return true;
  // A count beside a text or among several arrays may be that of anything.
  return all.length === 1 && !array.isText && isLengthNameFor(by, array.name, false);
}
