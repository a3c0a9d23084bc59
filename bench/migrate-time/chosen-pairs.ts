import { type Pair, readPairs } from '../mutants/pairs.ts';

/** Kinds of C: texts, sums, encodings, bits, records, a table, characters, parsers, packed data. */
const UNITS = ['text', 'checksum', 'encode', 'bits', 'geometry', 'table', 'utf8', 'parse', 'pack'];

/** Fifty functions with the Rust that they became, in whole units. */
export function chosenPairs(): readonly Pair[] {
  return readPairs().filter(({ c }) => UNITS.some((unit) => c === `${unit}.c`));
}
