import type { JobRun, RunJob } from '../jobs/run-turn.ts';
import { type Command, type CommandOf, commandSchema } from './command.ts';

/**
 * Carries a command out. When it returns, the command is done. When it throws after the signal was
 * aborted, it has stopped for something newer or for the end of the process; else it is tried again,
 * and after the `last` attempt it counts as failed.
 */
export type Handle<Kind extends Command = Command> = (command: Kind, run: JobRun) => Promise<void>;

/** Who carries out which command. */
export type Handlers = {
  readonly [Kind in Command['kind']]: Handle<CommandOf<Kind>>;
};

/** Carries out jobs that were made of commands. */
export function runCommand(handlers: Handlers): RunJob {
  return (data, run) => {
    const command = commandSchema.parse(data);
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
      case 'explain-check':
        return handlers[command.kind](command, run);
    }
  };
}
