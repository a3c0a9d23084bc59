import type { Argument, Command, Option } from 'commander';
import { RULES } from '../../rules/index.ts';

/** What can stand in a place of the command line. */
export type Value =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'files' | 'folders' | 'commits' | 'text' };

export interface CompletedOption {
  /** As they are written: `--define`, `-D`. */
  readonly flags: readonly string[];
  readonly about: string;
  /** What stands behind it; undefined for one that stands alone. */
  readonly value: Value | undefined;
}

/** A command, and what can stand behind its name. */
export interface CompletedCommand {
  /** The names that lead to it, without that of the program; none for the program itself. */
  readonly path: readonly string[];
  readonly about: string;
  readonly options: readonly CompletedOption[];
  readonly commands: readonly CompletedCommand[];
  /** What stands behind it besides; undefined for nothing. */
  readonly rest: Value | undefined;
}

/** What there is to complete, as the commands and their options themselves say it. */
export function completionTree(
  command: Command,
  parents: readonly Command[] = [],
): CompletedCommand {
  const help = command.createHelp();
  return {
    path: [...parents.slice(1), ...(parents.length === 0 ? [] : [command])].map((one) =>
      one.name(),
    ),
    about: command.summary() || command.description(),
    options: help.visibleOptions(command).map(completedOption),
    // The names behind `help` are those of the others.
    commands: help
      .visibleCommands(command)
      .map((one) => completionTree(one, [...parents, command])),
    rest: restOf(command, parents.at(-1)),
  };
}

/** All commands, each before those below it. */
export function allCommands(command: CompletedCommand): readonly CompletedCommand[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

/** The names that lead to a command, as they stand on a line: empty for the program itself. */
export function pathText({ path }: CompletedCommand): string {
  return path.join(' ');
}

/** The commands below a program, as they stand on a line. */
export function commandNames(program: CompletedCommand): readonly string[] {
  return allCommands(program)
    .map(pathText)
    .filter((names) => names !== '');
}

/** What can stand behind each option of a command that takes a value, with the option as it stands behind the names that lead there. */
export function valuesBehind(
  command: CompletedCommand,
): readonly { readonly options: readonly string[]; readonly value: Value }[] {
  return command.options.flatMap(({ flags, value }) => {
    if (value === undefined) return [];
    return [{ options: flags.map((flag) => `${pathText(command)} ${flag}`), value }];
  });
}

function completedOption(option: Option): CompletedOption {
  const { short, long, description, argChoices, flags } = option;
  const takesValue = option.required || option.optional;
  return {
    flags: [long, short].filter((flag) => flag !== undefined),
    about: description,
    value: takesValue ? valueIn(flags, argChoices) : undefined,
  };
}

function restOf(command: Command, parent: Command | undefined): Value | undefined {
  if (command.name() === 'help' && parent !== undefined) return words(namesOf(parent));
  const first: Argument | undefined = command.registeredArguments[0];
  if (first === undefined) return undefined;
  if (command.name() === 'rules') return words(ruleNames());
  return first.argChoices === undefined ? { kind: 'files' } : words(first.argChoices);
}

function namesOf(command: Command): readonly string[] {
  return command.commands.map((one) => one.name());
}

/** By what an option calls its value: `--state-dir <folder>`. */
function valueIn(flags: string, choices: readonly string[] | undefined): Value {
  if (choices !== undefined) return words(choices);
  if (/-rule\b/.test(flags)) return words(ruleNames());
  const [, name = ''] = /[<[]([^>\]]+)[>\]]/.exec(flags) ?? [];
  if (/file/.test(name)) return { kind: 'files' };
  if (/folder|path/.test(name)) return { kind: 'folders' };
  return { kind: name === 'commit' ? 'commits' : 'text' };
}

function words(all: readonly string[]): Value {
  return { kind: 'words', words: all };
}

function ruleNames(): readonly string[] {
  return RULES.map(({ id }) => id);
}
