import { repositoryOperation } from '../server/operation.ts';
import { notFound } from '../server/refusal.ts';
import { roleOf } from '../state/repository.ts';
import { accountJson } from './account-json.ts';

/** The five roles as the older field of the answer knows them. */
const PERMISSIONS = {
  ...{ none: 'none', read: 'read', triage: 'read' },
  ...{ write: 'write', maintain: 'write', admin: 'admin' },
} as const;

export const collaboratorOperations = [
  repositoryOperation(
    'repos/get-collaborator-permission-level',
    { permission: 'metadata', access: 'read' },
    ({ world, repository, path }) => {
      const account = world.accounts.get(path.username.toLowerCase());
      if (account === undefined) throw notFound();
      const role = roleOf(repository, account.login);
      const user = { ...accountJson(world, account), role_name: role };
      return { status: 200, body: { permission: PERMISSIONS[role], role_name: role, user } };
    },
  ),
];
