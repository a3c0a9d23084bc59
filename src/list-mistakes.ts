import { MistakesError } from './errors.ts';

/** What is wrong in a file that a person wrote, and in which line; without one, in the whole. */
export interface Mistake {
  readonly line: number | undefined;
  readonly what: string;
}

/** More are of one cause, most likely. */
const MAX_TOLD = 30;

/**
 * All that is wrong in a file, a line for each in their order, and how many more there are.
 * @param nameLine how a line of the file is called, and the file itself where there is no number
 */
export function listMistakes(
  mistakes: readonly Mistake[],
  nameLine: (line: number | undefined) => string,
): MistakesError {
  const sorted = mistakes.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const told = sorted.slice(0, MAX_TOLD).map(({ line, what }) => `${nameLine(line)}: ${what}`);
  const others = sorted.length - told.length;
  if (others > 0) told.push(`${nameLine(undefined)}: ${others} more mistakes are not listed`);
  return new MistakesError(told);
}
