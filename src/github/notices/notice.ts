import type { Severity } from '../../security/candidates/candidate.ts';
import type { Repository } from '../commands/command.ts';
import type { Configuration } from '../configuration/configuration.ts';

/**
 * Something that people are told of in a chat: kinds, numbers and names that were checked, and no text of a
 * repository, a model or a program. So nothing of it acts where it is shown, and it says no more of a
 * defect than that there is one.
 */
export type Notice =
  /** A review has commented on findings that it had not commented on before, and its check fails. */
  | {
      readonly kind: 'findings';
      readonly pull: number;
      readonly count: number;
      readonly highest: Severity;
    }
  /** The gate of a migration has come to its end on a commit. */
  | { readonly kind: 'gate'; readonly pull: number; readonly passed: boolean }
  /** A function is in a draft pull request, or came to nothing. */
  | { readonly kind: 'migration'; readonly function: string; readonly pull: number | undefined };

/** Where something has happened, and what its configuration lets people be told of. */
export interface NoticePlace {
  readonly repository: Repository;
  readonly configuration: Configuration;
}

/** Tells people in chats. */
export interface Notices {
  /** Tells them, unless the repository does not want it. Never throws: what is not taken is only said. */
  tell(notice: Notice, place: NoticePlace, signal: AbortSignal): Promise<void>;
}

/** Whether the configuration of a repository lets people be told of something. */
export function isWanted({ kind }: Notice, { notices }: Configuration): boolean {
  switch (kind) {
    case 'findings':
      return notices.findings;
    case 'gate':
      return notices.gates;
    case 'migration':
      return notices.migrations;
  }
}
