import { Command } from 'commander';

/** A command with these options after it has been given arguments; prints nothing. */
export function commandWith(add: (command: Command) => unknown, args: readonly string[]): Command {
  const command = new Command('some').exitOverride().configureOutput({ writeErr: () => undefined });
  add(command);
  return command.parse(args, { from: 'user' });
}
