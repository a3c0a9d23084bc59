import type { Account } from './caller.ts';

export type Role = 'none' | 'read' | 'triage' | 'write' | 'maintain' | 'admin';

export interface Repository {
  readonly id: number;
  readonly owner: Account;
  readonly name: string;
  readonly private: boolean;
  readonly defaultBranch: string;
  /** Of the bare repository on disk. */
  readonly folder: string;
  readonly parent: Repository | undefined;
  readonly created: string;
  readonly collaborators: Map<string, Role>;
}

export function fullName({ owner, name }: Repository): string {
  return `${owner.login}/${name}`;
}

/** What a person may do there: everybody may read what is public. */
export function roleOf(repository: Repository, login: string): Role {
  if (repository.owner.login.toLowerCase() === login.toLowerCase()) return 'admin';
  const role = repository.collaborators.get(login.toLowerCase());
  return role ?? (repository.private ? 'none' : 'read');
}
