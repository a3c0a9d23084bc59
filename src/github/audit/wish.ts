import type { Command } from '../commands/command.ts';

/** Why something is written to GitHub: what was asked for, and by whom where a person did. */
export interface Wish {
  readonly command: Command['kind'];
  /** What it was, in a word: an instruction, or what made us begin. */
  readonly what?: string;
  /** The login of a person. */
  readonly by?: string;
  /** The comment in which it was asked for. */
  readonly comment?: number;
}

/** By whose wish a command is carried out. */
export function wishOf(command: Command): Wish {
  const { kind } = command;
  switch (kind) {
    case 'follow-instruction':
      return {
        ...{ command: kind, what: command.instruction.name },
        ...{ by: command.user.login, comment: command.comment.id },
      };
    case 'answer-question':
      return { command: kind, by: command.user.login, comment: command.comment };
    case 'explain-check':
      return { command: kind, by: command.user.login };
    case 'review-pull-request':
      return { command: kind, what: command.reason };
    case 'migrate-function': {
      const { asked, reason } = command;
      if (asked === undefined) return { command: kind, what: reason };
      return {
        ...{ command: kind, what: reason },
        ...{ by: asked.user.login, comment: asked.comment.id },
      };
    }
    default:
      return { command: kind };
  }
}
