import {
  allCommands,
  type CompletedCommand,
  commandNames,
  pathText,
  type Value,
  valuesBehind,
} from './completion-tree.ts';
import { shellQuote } from './shell-quote.ts';

/**
 * Completion for bash from version 3.2 on, without the package bash-completion. The tables are as the shell finds them
 * fastest: a `case` by the command and the word before.
 */
export function bashScript(program: CompletedCommand): string {
  const commands = allCommands(program);
  return `# bash completion for rustward: source <(rustward completion bash)
_rustward() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  local at='' word='' words='' kind='' index
  # bash takes --format=json apart: its three words are two.
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $prev == '=' ]]; then
    prev="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "\${at:+$at }$word" in
      ${commandNames(program).map(shellQuote).join(' | ')}) at="\${at:+$at }$word" ;;
    esac
  done
  COMPREPLY=()
  case "$at $prev" in
${commands.flatMap(valueCases).join('\n')}
  esac
  if [[ -z $kind ]]; then
    case "$at" in
${commands.map(commandCase).join('\n')}
    esac
  fi
  case $kind in
    commits) words="$(git for-each-ref --format='%(refname:short)' 2>/dev/null)" ;;
    files | folders) compopt -o filenames 2>/dev/null ;;
  esac
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(
    case $kind in
      words | commits) compgen -W "$words" -- "$cur" ;;
      folders) compgen -d -- "$cur" ;;
      files) compgen -f -- "$cur" ;;
    esac
  )
}
complete -F _rustward rustward
`;
}

/** What stands behind each option that takes a value. */
function valueCases(command: CompletedCommand): readonly string[] {
  return valuesBehind(command).map(
    ({ options, value }) => `    ${options.map(shellQuote).join(' | ')}) ${settingOf(value)} ;;`,
  );
}

/** Options where the word begins as one; else the commands below it, or what it takes. */
function commandCase(command: CompletedCommand): string {
  const options = command.options.flatMap(({ flags }) => flags);
  const below = command.commands.map(({ path }) => path.at(-1) ?? '');
  const rest =
    below.length > 0
      ? settingOf({ kind: 'words', words: below })
      : command.rest === undefined
        ? 'kind=none'
        : settingOf(command.rest);
  const flags = settingOf({ kind: 'words', words: options });
  return `      ${shellQuote(pathText(command))}) if [[ $cur == -* ]]; then ${flags}; else ${rest}; fi ;;`;
}

function settingOf(value: Value): string {
  if (value.kind !== 'words') return `kind=${value.kind}`;
  return `kind=words words=${shellQuote(value.words.join(' '))}`;
}
