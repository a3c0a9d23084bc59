import {
  allCommands,
  type CompletedCommand,
  type CompletedOption,
  commandNames,
  pathText,
  type Value,
} from './completion-tree.ts';

/** Completion for fish, with what each option and command is for. */
export function fishScript(program: CompletedCommand): string {
  const commands = allCommands(program);
  return `# fish completion for rustward: rustward completion fish | source
function __rustward_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$at $word")
    if contains -- $next ${commandNames(program).map(fishQuote).join(' ')}
      set at $next
    end
  end
  test "$at" = "$argv[1]"
end
complete -c rustward -f
${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf(command: CompletedCommand): readonly string[] {
  const head = `complete -c rustward -n ${fishQuote(`__rustward_at ${fishQuote(pathText(command))}`)}`;
  const { rest } = command;
  return [
    ...command.commands.map(
      ({ path, about }) => `${head} -a ${fishQuote(path.at(-1) ?? '')} -d ${fishQuote(about)}`,
    ),
    ...command.options.map((option) => `${head} ${flagsOf(option)} -d ${fishQuote(option.about)}`),
    ...(rest === undefined || rest.kind === 'text' ? [] : [`${head} ${restOf(rest)}`]),
  ];
}

function flagsOf({ flags, value }: CompletedOption): string {
  const names = flags.map((flag) =>
    flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
  );
  return [...names, ...(value === undefined ? [] : [valueText(value)])].join(' ');
}

function valueText(value: Value): string {
  return value.kind === 'files' ? '-r -F' : value.kind === 'text' ? '-x' : `-x ${restOf(value)}`;
}

function restOf(value: Value): string {
  switch (value.kind) {
    case 'words':
      return `-a ${fishQuote(value.words.join(' '))}`;
    case 'files':
      return '-F';
    case 'folders':
      return `-a '(__fish_complete_directories (commandline -ct))'`;
    case 'commits':
      return `-a '(git for-each-ref --format="%(refname:short)" 2>/dev/null)'`;
    case 'text':
      return '';
  }
}

/** A text as one word of fish, in which a backslash stands for itself only where it is doubled. */
function fishQuote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
