import type { CommandOf } from '../command.ts';
import type { Access } from './access.ts';
import type { Conversation } from './conversation.ts';
import type { Pull } from './pull.ts';

/** An instruction that is to be carried out: who asked may, and has not asked too often. */
export interface Granted {
  readonly access: Access;
  readonly command: CommandOf<'follow-instruction'>;
  readonly pull: Pull;
  readonly conversation: Conversation;
  /** When it was asked for: ISO 8601, to the second. */
  readonly created: string;
}
