import { MistakesError, messageOf } from '../../errors.ts';
import { oneLine } from './terminal-text.ts';

/** Says something on one line of the error output. */
export function printNote(line: string): void {
  process.stderr.write(`rustward: ${oneLine(line)}\n`);
}

/** Says on one line of the error output what a person should look at. */
export function printWarning(line: string): void {
  printNote(`warning: ${line}`);
}

/** Says what is wrong, each of several mistakes on a line. */
export function printProblem(error: Error): void {
  const lines = error instanceof MistakesError ? error.mistakes : [messageOf(error)];
  for (const line of lines) printNote(line);
}
