import {
  allCommands,
  type CompletedCommand,
  type CompletedOption,
  commandNames,
  pathText,
  type Value,
  valuesBehind,
} from './completion-tree.ts';
import { shellQuote } from './shell-quote.ts';

/** Completion for zsh, with what each option and command is for. */
export function zshScript(program: CompletedCommand): string {
  const commands = allCommands(program);
  return `#compdef rustward
# zsh completion for rustward: source <(rustward completion zsh)
_rustward() {
  local cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}" at='' word='' kind='' index
  local -a found
  if [[ $cur == --*=* ]]; then
    prev="\${cur%%=*}"
    compset -P '*='
    cur="\${cur#*=}"
  fi
  for ((index = 2; index < CURRENT; index++)); do
    word="\${words[index]}"
    case "\${at:+$at }$word" in
      (${commandNames(program).map(shellQuote).join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at $prev" in
${commands.flatMap(valueCases).join('\n')}
  esac
  if [[ -z $kind ]]; then
    case "$at" in
${commands.map(commandCase).join('\n')}
    esac
  fi
  case $kind in
    (described) _describe -o rustward found ;;
    (words) compadd -- "\${found[@]}" ;;
    (commits) compadd -- \${(f)"$(git for-each-ref --format='%(refname:short)' 2>/dev/null)"} ;;
    (folders) _files -/ ;;
    (files) _files ;;
  esac
}
if [[ $funcstack[1] == _rustward ]]; then
  _rustward "$@"
else
  compdef _rustward rustward
fi
`;
}

/** What stands behind each option that takes a value. */
function valueCases(command: CompletedCommand): readonly string[] {
  return valuesBehind(command).map(
    ({ options, value }) => `    (${options.map(shellQuote).join('|')}) ${settingOf(value)} ;;`,
  );
}

function commandCase(command: CompletedCommand): string {
  const options = command.options.flatMap(described);
  const below = command.commands.map(({ path, about }) => entry(path.at(-1) ?? '', about));
  const rest =
    below.length > 0
      ? `kind=described found=(${below.join(' ')})`
      : settingOf(command.rest ?? { kind: 'text' });
  const flags = `kind=described found=(${options.join(' ')})`;
  return `      (${shellQuote(pathText(command))}) if [[ $cur == -* ]]; then ${flags}; else ${rest}; fi ;;`;
}

function described({ flags, about }: CompletedOption): readonly string[] {
  return flags.map((flag) => entry(flag, about));
}

/** As `_describe` takes it: a colon ends the name. */
function entry(name: string, about: string): string {
  return shellQuote(`${name.replaceAll(':', '\\:')}:${about}`);
}

function settingOf(value: Value): string {
  if (value.kind !== 'words') return `kind=${value.kind}`;
  return `kind=words found=(${value.words.map(shellQuote).join(' ')})`;
}
