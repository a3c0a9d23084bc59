import { fetchCollaborator } from '../api/collaborators.ts';
import type { RepositoryCalls } from '../api/repository-client.ts';
import type { CommandOf } from '../commands/command.ts';

type User = CommandOf<'follow-instruction'>['user'];

/** What a person may do in a repository: read it, or push to it. */
export type Permission = 'read' | 'write';

/**
 * What a person may do now, by GitHub's word; undefined for nothing, and for everybody who is no
 * person. The login is resolved anew: it counts only if it still belongs to the account that wrote.
 */
export async function fetchPermission(
  client: RepositoryCalls,
  user: User,
): Promise<Permission | undefined> {
  if (isBot(user)) return undefined;
  const found = await fetchCollaborator(client, user.login);
  if (found === undefined || found.id !== user.id || !found.isPerson) return undefined;
  return ROLE_PERMISSIONS.get(found.role) ?? ROLE_PERMISSIONS.get(found.permission);
}

/** The account of an app; no other login has square brackets. */
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
