import { commandWords } from '../../code/compile-commands/command-words.ts';
import { UsageError } from '../../errors.ts';

/** A program and its arguments; no shell reads them. */
export type ProjectCommand = readonly [string, ...string[]];

/**
 * Takes a command line apart.
 * @param option where it comes from, for people
 * @throws UsageError when it names no program
 */
export function parseProjectCommand(option: string, line: string): ProjectCommand {
  const [program, ...rest] = commandWords(line) ?? [];
  if (program !== undefined) return [program, ...rest];
  throw new UsageError(`${option} names no program; give a command line such as "make check"`);
}
