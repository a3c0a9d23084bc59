import type { PullRequest } from '../api/pulls.ts';
import type { RepositoryClient } from '../api/repository-client.ts';
import type { CommandOf } from '../commands/command.ts';
import type { Conversation } from '../comments/conversation.ts';

/** An instruction that is to be carried out: who asked may, and has not asked too often. */
export interface PermittedCommand {
  readonly access: RepositoryClient;
  readonly command: CommandOf<'follow-instruction'>;
  readonly pull: PullRequest;
  readonly conversation: Conversation;
  /** When it was asked for: ISO 8601, to the second. */
  readonly created: string;
}
