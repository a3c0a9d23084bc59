import { messageOf } from '../../errors.ts';
import type { JobRun, RunJob } from '../../jobs/queue/run-leased-job.ts';
import { TryLaterError } from '../../jobs/queue/try-later-error.ts';
import { isUnavailable } from '../api/retrying-calls.ts';
import { type Command, type CommandOf, commandSchema } from '../commands/command.ts';

/**
 * Carries a command out. When it returns, the command is done. When it throws after the signal was
 * aborted, it has stopped for something newer or for the end of the process; else it is tried again,
 * and after the `last` attempt it counts as failed.
 */
export type CommandHandler<Kind extends Command = Command> = (
  command: Kind,
  run: JobRun,
) => Promise<void>;

type CommandsByKind = { readonly [Kind in Command['kind']]: CommandOf<Kind> & { kind: Kind } };

/** What is done about each command. */
export type CommandHandlers = {
  readonly [Kind in keyof CommandsByKind]: CommandHandler<CommandsByKind[Kind]>;
};

/**
 * Carries out jobs that were made of commands. While GitHub is out, or would have us wait for longer
 * than a worker may be held, they wait as well.
 */
export function runCommand(handlers: CommandHandlers): RunJob {
  return async (data, run) => {
    try {
      await dispatch(handlers, commandSchema.parse(data), run);
    } catch (thrown) {
      if (!isUnavailable(thrown)) throw thrown;
      throw new TryLaterError(messageOf(thrown), { cause: thrown });
    }
  };
}

function dispatch<Kind extends Command['kind']>(
  handlers: CommandHandlers,
  command: CommandsByKind[Kind],
  run: JobRun,
): Promise<void> {
  const kind: Kind = command.kind;
  return handlers[kind](command, run);
}
