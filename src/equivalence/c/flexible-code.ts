import { NotComparable } from '../not-comparable.ts';
import type { ListPair, Pair } from '../pairing/pair.ts';

/** The list of a record whose elements stand behind its last field; undefined where it has none. */
function flexibleList(pair: Pair): { readonly c: string; readonly list: ListPair } | undefined {
  if (pair.kind !== 'record') return undefined;
  for (const { c, pair: list } of pair.fields) {
    if (list.kind === 'list' && list.isFlexible === true) return { c, list };
  }
  return undefined;
}

/**
 * C statements that make memory for a value and read it. A record with a flexible array is read where there is room for the most
 * elements, and then given memory of exactly its size, so that a step behind it is seen.
 * @param to the pointer
 * @param read reads the value that the pointer leads to
 */
export function readBehindCode(pair: Pair, to: string, read: string): string {
  const found = flexibleList(pair);
  if (found === undefined) return `${to} = rw_room(sizeof *${to}); ${read}`;
  const { c, list } = found;
  const element = `sizeof (*${to}).${c}[0]`;
  const sized = `${to} = rw_fitted(${to}, sizeof *${to} + (${countCode(list, `(*${to})`, c)}) * ${element});`;
  return `${to} = rw_room(sizeof *${to} + ${list.room ?? 0} * ${element}); ${read} ${sized}`;
}

function countCode(list: ListPair, owner: string, field: string): string {
  const end = list.isText ? ' + 1' : '';
  if (list.lengthField !== undefined) return `(rw_u64)${owner}.${list.lengthField}${end}`;
  if (list.isText) {
    return `rw_length(${owner}.${field}, sizeof ${owner}.${field}[0])${end}`;
  }
  throw new NotComparable(
    `${field} stands behind its record, and no field of the record is its length`,
  );
}

/** @throws NotComparable for a record with a flexible array that no pointer leads to: there is no room behind it */
export function refuseFlexible(pair: Pair): void {
  const found = flexibleList(pair);
  if (found === undefined || pair.kind !== 'record') return;
  throw new NotComparable(
    `${pair.c} ends with the elements of ${found.c}, and stands in a list, a record or an argument that has no room for them`,
  );
}
