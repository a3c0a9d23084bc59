import type { ClangRecord } from '../../code/clang/types.ts';
import type { PairField } from './pair.ts';

/** A field of a record, where an integer that the C keeps in a bit field is none that this cannot hold. */
export function withinWidth(field: PairField, record: ClangRecord): PairField {
  const { pair } = field;
  const width = record.fields?.find(({ name }) => name === field.c)?.width;
  if (width === undefined || width === 0 || pair.kind !== 'integer') return field;
  const half = 1n << BigInt(width - 1);
  const within = pair.signed
    ? { least: -half, most: half - 1n }
    : { least: 0n, most: 2n * half - 1n };
  return { ...field, pair: { ...pair, within } };
}
