import type { MigratedFunction, MigrationFacts } from '../../isolated-worker/migration-facts.ts';
import type { SourceAddress } from '../../text/source-link.ts';

/** What a description is made of. */
export interface PullSubject {
  readonly facts: MigrationFacts;
  /** Of the repository, such as `https://github.com/ada/demo`. */
  readonly repositoryUrl: string;
  /** The commit that the change was made for: the C is shown as it is there. */
  readonly base: string;
  /** The commit with the Rust; undefined before there is one. */
  readonly head?: string | undefined;
  /** The pull request that this one is built on, and that comes first. */
  readonly after?: number | undefined;
  /** The folder of the crate, relative to the repository. */
  readonly crate: string;
  /** Commits that an agent added since CI failed. */
  readonly repairs: number;
  /** How one asks for it again once it is closed, in Markdown; by a comment when missing. */
  readonly again?: string | undefined;
  /** Why it goes no further by itself. */
  readonly blocked?: string | undefined;
}

/** Where the C is shown. */
export function addressOfC({ repositoryUrl, base }: PullSubject): SourceAddress {
  return { repositoryUrl, head: base };
}

/** The C of a function; `line` counts from 1. */
export function linesOfC({ c_file: file, start_line: line, end_line: endLine }: MigratedFunction) {
  return { file, line, endLine };
}
