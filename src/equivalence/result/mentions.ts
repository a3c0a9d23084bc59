import type { Meaning } from '../pairing/meaning.ts';

/** Whether a meaning takes its value from a place. */
export function meaningUsesPlace(meaning: Meaning, place: string): boolean {
  if (typeof meaning === 'string') return meaning === place;
  if ('tuple' in meaning) return meaning.tuple.some((part) => meaningUsesPlace(part, place));
  if ('fields' in meaning)
    return Object.values(meaning.fields).some((part) => meaningUsesPlace(part, place));
  if ('ok' in meaning) return place === 'return' || meaningUsesPlace(meaning.ok, place);
  if ('some' in meaning) return place === 'return' || meaningUsesPlace(meaning.some, place);
  if ('buffer' in meaning) return meaning.buffer === place;
  if ('allocated' in meaning) return meaning.allocated === place;
  if ('offset' in meaning) {
    const { offset, from } = meaning;
    return from === undefined ? place === 'return' || place === offset : place === from;
  }
  return ('sign' in meaning ? meaning.sign : meaning.of) === place;
}

/** Whether what the C returns is the number of elements, so that each number that is no failure is one. */
export function isCounted(meaning: Meaning): boolean {
  return typeof meaning === 'object' && 'buffer' in meaning && meaning.length === 'return';
}
