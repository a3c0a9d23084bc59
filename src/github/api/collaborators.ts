import { z } from 'zod';
import { undefinedIfMissing } from './commits.ts';
import { parseAnswer } from './parse-answer.ts';
import type { RepositoryCalls } from './repository-client.ts';

/** What GitHub says of an account and a repository. */
export interface Collaborator {
  readonly id: number;
  readonly isPerson: boolean;
  /** GitHub's own roles, or one that an organisation has made. */
  readonly role: string;
  /** The older and coarser name for the same. */
  readonly permission: string;
}

const levelSchema = z.object({
  user: z.object({ id: z.int(), type: z.string() }).nullable(),
  role_name: z.string(),
  permission: z.string(),
});

/** What the account of a login may do in a repository now; undefined where there is no account. */
export async function fetchCollaborator(
  { github, calls, ownerRepo }: RepositoryCalls,
  login: string,
): Promise<Collaborator | undefined> {
  const found = await undefinedIfMissing(() =>
    calls.read((options) =>
      github.rest.repos.getCollaboratorPermissionLevel({
        ...{ ...ownerRepo, ...options, username: login },
      }),
    ),
  );
  if (found === undefined) return undefined;
  const { user, role_name: role, permission } = parseAnswer(levelSchema, found.data);
  return user === null
    ? undefined
    : { id: user.id, isPerson: user.type === 'User', role, permission };
}
