import type { Constants } from '../../src/equivalence/inputs/values/constants.ts';

/** The constants of a program that has none. */
export const NO_CONSTANTS: Constants = {
  integers: [],
  tabled: [],
  floats: [],
  words: [],
  characters: [],
};
