import type { Account } from './caller.ts';

/** What a repository is, whatever happens in it. */
export interface RepositoryFacts {
  readonly id: number;
  readonly owner: Account;
  readonly name: string;
  readonly private: boolean;
  readonly defaultBranch: string;
  /** Of the bare repository on disk. */
  readonly folder: string;
  readonly parent: RepositoryFacts | undefined;
  readonly created: string;
}

/** `owner/name` */
export function fullName({ owner, name }: RepositoryFacts): string {
  return `${owner.login}/${name}`;
}
