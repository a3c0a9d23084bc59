import { refusalOf } from '../api/calls.ts';
import type { RepositoryClient } from '../api/repository-client.ts';
import type { CommandOf } from '../commands/command.ts';

type User = CommandOf<'follow-instruction'>['user'];

/** What somebody may do in a repository: read it, or push to it. */
export type Permission = 'read' | 'write';

/**
 * What a person may do now, by GitHub's word; undefined for nothing, and for everybody who is no
 * person. The login is resolved anew: it counts only if it still belongs to the account that wrote.
 */
export async function fetchPermission(
  { github, calls, ownerRepo }: RepositoryClient,
  user: User,
): Promise<Permission | undefined> {
  if (isBot(user)) return undefined;
  try {
    const { data } = await calls.read((options) =>
      github.rest.repos.getCollaboratorPermissionLevel({
        ...{ ...ownerRepo, ...options, username: user.login },
      }),
    );
    if (data.user?.id !== user.id || data.user.type !== 'User') return undefined;
    return ROLE_PERMISSIONS.get(data.role_name) ?? ROLE_PERMISSIONS.get(data.permission);
  } catch (thrown) {
    if (refusalOf(thrown)?.status === 404) return undefined;
    throw thrown;
  }
}

/** The account of an app; GitHub lets nobody else have square brackets in a login. */
export function isBot({ login }: Pick<User, 'login'>): boolean {
  return login.endsWith('[bot]');
}

/** By GitHub's own roles. A role that an organisation made is told by the older, coarser name. */
const ROLE_PERMISSIONS: ReadonlyMap<string, Permission> = new Map([
  ['admin', 'write'],
  ['maintain', 'write'],
  ['write', 'write'],
  ['triage', 'read'],
  ['read', 'read'],
]);
