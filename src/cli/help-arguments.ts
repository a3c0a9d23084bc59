import type { Command } from 'commander';
import { didYouMean } from '../did-you-mean.ts';
import { UsageError } from '../errors.ts';

/**
 * `help app create` as `app create --help`: commander itself looks at the first name alone, and explains the parent.
 * @returns the arguments; as they are, where they ask for no help of a command
 * @throws UsageError for a command that there is not, with the nearest one
 */
export function helpArguments(program: Command, args: readonly string[]): readonly string[] {
  const [word, ...names] = args;
  if (word !== 'help' || names.length === 0) return args;
  if (names.some((name) => name.startsWith('-'))) return args;
  let command = program;
  for (const [index, name] of names.entries()) {
    const found = command.commands.find((one) => one.name() === name);
    if (found === undefined) throw new UsageError(unknown(names.slice(0, index), name, command));
    command = found;
  }
  return [...names, '--help'];
}

function unknown(parents: readonly string[], name: string, { commands }: Command): string {
  const near = didYouMean(
    name,
    commands.map((one) => one.name()),
  );
  const hint =
    near === undefined
      ? `'${['rustward help', ...parents].join(' ')}' lists what there is`
      : `did you mean ${near}?`;
  return `there is no command ${[...parents, name].join(' ')}; ${hint}`;
}
