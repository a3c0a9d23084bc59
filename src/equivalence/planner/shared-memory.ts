import type { ClangFunction } from '../../code/clang/unit.ts';
import type { PairingDefinitions } from '../pairing/definitions.ts';
import type { Pair } from '../pairing/pair.ts';

/** What is said of fields that lead to one memory in C, and have memory of their own here. */
interface SharedMemory {
  readonly limits: readonly string[];
  /** Where the function itself has one of them lead into the other. */
  readonly doubts: readonly string[];
}

/**
 * Finds fields of given records that lead into the memory of each other in C, while both sides are given a list for each.
 * @param reached by the function in question
 * @param all functions of the project
 */
export function sharedMemory(
  pairs: readonly Pair[],
  { records }: Pick<PairingDefinitions, 'records'>,
  reached: readonly ClangFunction[],
  all: readonly ClangFunction[],
): SharedMemory {
  const lists = new Set(pairs.flatMap((pair) => listFields(pair, records)));
  const textsOf = (functions: readonly ClangFunction[]) => {
    const shares = functions.flatMap((f) => f.shares);
    const found = shares.filter((one) => lists.has(one.field) && lists.has(one.with));
    return [...new Set(found.map((one) => `${one.field} leads into the memory of ${one.with}`))];
  };
  return {
    limits: textsOf(all).map((text) => `In C, ${text}: here each has memory of its own.`),
    doubts: textsOf(reached).map(
      (text) =>
        `${text} in C, so that what is written to one changes the other, and here each has its own`,
    ),
  };
}

/** The lists of records, as `struct buffer.data`. */
function listFields(pair: Pair, records: PairingDefinitions['records']): string[] {
  if (pair.kind === 'record') {
    const record = [...records.values()].find(({ name }) => name === pair.c);
    return pair.fields.flatMap((field) => [
      ...(field.pair.kind === 'list' && record !== undefined ? [`${record.id}.${field.c}`] : []),
      ...listFields(field.pair, records),
    ]);
  }
  return 'of' in pair && typeof pair.of === 'object' ? listFields(pair.of, records) : [];
}
