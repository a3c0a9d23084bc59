import type { CommandOf } from '../../command.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { AccessDeps } from '../../instructions/access.ts';
import type { ReadingDeps } from '../../review/read-change.ts';
import type { GatePull } from './gate-pull.ts';

/** A failure of CI on the head of a pull request. */
export interface Failure {
  readonly command: CommandOf<'judge-migration'>;
  readonly pull: GatePull;
  /** Which repair this is, from 1. */
  readonly round: number;
  readonly configuration: Configuration;
  /** What CI says: text of strangers. */
  readonly log: string;
}

/** What became of an attempt to mend it. */
export type Mended =
  /** The branch is at a new commit of ours. */
  | { readonly kind: 'pushed'; readonly head: string }
  /** Somebody else was faster. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'none'; readonly reason: string };

/** What reading a repository and writing to it takes. */
export interface RepairDeps extends AccessDeps, ReadingDeps {}

export type Mend = (failure: Failure, deps: RepairDeps) => Promise<Mended>;
