import type { PairField, PlacePair } from '../pairing/pair.ts';
import type { FreshNames } from './fresh-names.ts';

/*
 * Pointers that are indices in Rust. While a record is read, a pointer into a list of it holds its index and one: the list
 * may come behind it.
 */

/** C statements that read an index from the case and make a pointer of it, or what `placedCode` makes one of. */
export function placeReadCode({ into }: PlacePair, to: string): string {
  switch (into.kind) {
    case 'table':
      return pointCode(to, into.name, into.length);
    case 'array':
      return pointCode(to, `${ownerOf(to)}.${into.field}`, into.length);
    case 'list':
      return `${to} = (void *)((__UINTPTR_TYPE__)rw_get_u64() + 1);`;
  }
}

function pointCode(to: string, array: string, length: number): string {
  return `{ rw_u64 rw_index = rw_get_u64(); if (rw_index >= ${length}) rw_invalid_input(); ${to} = &${array}[rw_index]; }`;
}

/** C statements that make a pointer of the index that a field of a record holds, once the lists of the record are there. */
export function placedCode({ c, pair }: PairField, owner: string): string {
  const place = pair.kind === 'nullable' ? pair.of : pair;
  if (place.kind !== 'place' || place.into.kind !== 'list') return '';
  const field = `${owner}.${c}`;
  const index = `((__UINTPTR_TYPE__)${field} - 1)`;
  const { start } = place.into;
  const pointer =
    start === undefined
      ? `rw_place(&${owner}, ${index}, sizeof *${field})`
      : `${owner}.${start} + ${index}`;
  return `if (${field}) ${field} = ${pointer};`;
}

/** A C statement that writes to the results by how many elements a pointer lies behind what it leads into. */
export function placeWriteCode({ into }: PlacePair, from: string): string {
  const owner = ownerOf(from);
  const index = (start: string, most: string) =>
    `rw_put_u64(rw_place_of(${from}, ${start}, ${most}, sizeof *${from}));`;
  if (into.kind === 'table') return index(into.name, `${into.length}`);
  if (into.kind === 'array') return index(`${owner}.${into.field}`, `${into.length}`);
  if (into.start !== undefined) return index(`${owner}.${into.start}`, '(rw_u64)-1');
  return `{ void *rw_start; rw_u64 rw_most = rw_memory_of(&${owner}, sizeof *${from}, &rw_start); ${index('rw_start', 'rw_most')} }`;
}

/**
 * C statements that read how long a list is that pointers lead into, and make its memory.
 * @param field that leads to where it begins; without a name where there is none
 */
export function listAround(
  pointer: string,
  end: string | undefined,
  field: string,
  names: FreshNames,
) {
  const owner = ownerOf(field);
  const [count, list] = [names.next('rw_n'), names.next('rw_list')];
  const element = `*${owner}.${pointer}`;
  const begin = field.endsWith('.') ? '' : ` ${field} = ${list};`;
  const code = `rw_u32 ${count} = rw_get_u32(); __typeof__(${element}) *${list} = rw_memory(&${owner}, ${count}, sizeof ${element});${begin}${end === undefined ? '' : ` ${owner}.${end} = ${list} + ${count};`}`;
  return { list, count, code };
}

/** C statements that find such a list, up to where a pointer leads that ends it, and write how long it is. */
export function listAroundWritten(
  pointer: string,
  end: string | undefined,
  field: string,
  names: FreshNames,
) {
  const owner = ownerOf(field);
  const [count, list] = [names.next('rw_n'), names.next('rw_list')];
  const element = `*${owner}.${pointer}`;
  const cut =
    end === undefined
      ? ''
      : `${count} = (rw_u32)rw_place_of(${owner}.${end}, ${list}, ${count}, sizeof ${element});`;
  const begin = field.endsWith('.')
    ? ''
    : `{ rw_u32 rw_first = (rw_u32)rw_place_of(${field}, rw_start, ${count}, sizeof ${element}); ${list} += rw_first; ${count} -= rw_first; }`;
  const code = `void *rw_start; rw_u32 ${count} = (rw_u32)rw_memory_of(&${owner}, sizeof ${element}, &rw_start); __typeof__(${element}) *${list} = rw_start; ${begin} ${cut} rw_put_u32(${count});`;
  return { list, count, code };
}

function ownerOf(field: string): string {
  return field.slice(0, field.lastIndexOf('.'));
}
