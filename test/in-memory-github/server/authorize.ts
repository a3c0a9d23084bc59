import type { Caller, Installation } from '../state/caller.ts';
import { findRepository } from '../state/look-up.ts';
import { type Repository, type Role, roleOf } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { notFound, Refusal } from './refusal.ts';

/** What an operation asks of its caller: of an app its permission, of a person a role. */
export interface Needs {
  /** One of them is enough. */
  readonly permission: string | readonly string[];
  readonly access: 'read' | 'write';
  /** The role a person needs; by default the one named like the access. */
  readonly role?: Role;
  /** Whether only apps may do it. */
  readonly appsOnly?: boolean;
}

const ROLES: readonly Role[] = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];

/** Whether a role includes another. */
function includes(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/**
 * The repository of that name, if the caller may do this there.
 * @throws Refusal 404 when the caller may not even know of it, 401 or 403 when he may not do it.
 */
export function authorize(
  world: World,
  caller: Caller,
  owner: string | undefined,
  name: string | undefined,
  needs: Needs,
): Repository {
  const repository = findRepository(world, `${owner}/${name}`);
  if (repository === undefined) throw notFound();
  const writes = needs.access === 'write';
  const role = needs.role ?? needs.access;
  switch (caller.kind) {
    case 'anonymous':
      if (repository.private) throw notFound();
      if (writes) throw new Refusal(401, 'Requires authentication');
      return repository;
    case 'user': {
      const { app } = caller;
      const isOn = ({ app: { id }, repositories }: Installation) =>
        id === app?.id && repositories.has(repository.id);
      // A user who comes by way of an app has what both have.
      if (app !== undefined && ![...world.installations.values()].some(isOn)) throw notFound();
      const has = roleOf(repository, caller.user.login);
      if (has === 'none') throw notFound();
      if (needs.appsOnly && writes) {
        throw new Refusal(403, 'You must authenticate via a GitHub App.');
      }
      if (!includes(has, role)) {
        throw new Refusal(403, `Must have ${role} access to this repository.`);
      }
      return repository;
    }
    case 'app':
    case 'client':
      throw new Refusal(403, 'Resource not accessible by integration');
    case 'installation': {
      const { repositories, permissions } = caller.token;
      const inside = repositories.has(repository.id);
      if (!inside && repository.private) throw notFound();
      const enough = [needs.permission].flat().some((permission) => {
        const granted = permission === 'metadata' ? 'read' : permissions[permission];
        return granted === 'write' || granted === 'admin' || granted === needs.access;
      });
      if ((inside && enough) || (!inside && !writes)) return repository;
      throw new Refusal(403, 'Resource not accessible by integration');
    }
  }
}
