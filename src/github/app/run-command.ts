import { messageOf } from '../../errors.ts';
import type { JobRun, RunJob } from '../../jobs/queue/run-leased-job.ts';
import { TryLaterError } from '../../jobs/queue/try-later-error.ts';
import { isUnavailable } from '../api/calls.ts';
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

/** Who carries out which command. */
export type CommandHandlers = {
  readonly [Kind in Command['kind']]: CommandHandler<CommandOf<Kind>>;
};

/**
 * Carries out jobs that were made of commands. While GitHub is out, or would have us wait for longer
 * than anybody holds a worker, they wait as well.
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

function dispatch(handlers: CommandHandlers, command: Command, run: JobRun): Promise<void> {
  switch (command.kind) {
    case 'review-pull-request':
      return handlers[command.kind](command, run);
    case 'abandon-review':
      return handlers[command.kind](command, run);
    case 'review-merge-group':
      return handlers[command.kind](command, run);
    case 'follow-instruction':
      return handlers[command.kind](command, run);
    case 'answer-question':
      return handlers[command.kind](command, run);
    case 'judge-migration':
      return handlers[command.kind](command, run);
    case 'link-migration':
      return handlers[command.kind](command, run);
    case 'exempt-from-gate':
      return handlers[command.kind](command, run);
    case 'explain-check':
      return handlers[command.kind](command, run);
    case 'migrate-function':
      return handlers[command.kind](command, run);
    case 'migrate-scheduled':
      return handlers[command.kind](command, run);
    case 'migration-closed':
      return handlers[command.kind](command, run);
    case 'update-dashboard':
      return handlers[command.kind](command, run);
  }
}
