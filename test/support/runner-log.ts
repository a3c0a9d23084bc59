/** A command that a step printed, as the runner understands it. */
export interface RunnerCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** Lines that the runner folds away below a title. */
interface RunnerGroup {
  readonly title: string;
  readonly lines: string[];
}

export interface RunnerLog {
  readonly commands: RunnerCommand[];
  /** Lines that are no commands, those of groups included. */
  readonly shown: string[];
  readonly groups: RunnerGroup[];
  /** Whether the runner takes no commands from what comes next. */
  readonly isStopped: boolean;
}

/**
 * What GitHub's runner makes of the output of a step: the commands that it carries out, and the lines
 * that it shows. Commands begin a line, blanks aside (`::`), or stand anywhere in it (`##[`); after
 * `stop-commands` only the token that came with it counts.
 */
export function runnerLog(output: string): RunnerLog {
  const commands: RunnerCommand[] = [];
  const shown: string[] = [];
  const groups: RunnerGroup[] = [];
  let group: RunnerGroup | undefined;
  let stopped: string | undefined;
  const show = (line: string) => {
    shown.push(line);
    group?.lines.push(line);
  };
  for (const line of output.split(/\r\n|\r|\n/)) {
    const [, name = '', list = '', message = ''] =
      /^\s*::([^\s:]+)(?: ([^:]*))?::(.*)$/.exec(line) ??
      /##\[([^\s\]]+)(?: ([^\]]*))?\](.*)$/.exec(line) ??
      [];
    if (stopped !== undefined) {
      if (name === stopped) stopped = undefined;
      else show(line);
    } else if (name === 'stop-commands') stopped = message;
    else if (name === '') show(line);
    else {
      commands.push({ name, properties: properties(list), message: unescaped(message) });
      if (name === 'group') {
        group = { title: unescaped(message), lines: [] };
        groups.push(group);
      } else if (name === 'endgroup') group = undefined;
      else group?.lines.push(unescaped(message));
    }
  }
  return { commands, shown, groups, isStopped: stopped !== undefined };
}

function properties(list: string): Record<string, string> {
  const pairs = list.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, unescaped(value.join('=')).replaceAll('%3A', ':').replaceAll('%2C', ',')];
    }),
  );
}

function unescaped(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}
