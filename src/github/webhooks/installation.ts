import { z } from 'zod';
import type { EndedJobs } from '../../jobs/queue/ended-jobs.ts';
import { type Command, repositorySchema } from '../commands/command.ts';
import { placeOf } from '../commands/queues.ts';

/** Of an installation with more repositories, the others are found by the hourly looks. */
const MAX_REPOSITORIES = 200;

const listedSchema = z.object({ id: z.int().positive(), full_name: z.string() });

type Listed = z.infer<typeof listedSchema>;

const eventSchema = z.object({
  action: z.string(),
  installation: z.object({ id: z.int().positive() }),
});

/** GitHub leaves the list out where an installation has all repositories of an account with many. */
const installationSchema = eventSchema.extend({
  repositories: z.array(listedSchema).nullish(),
});

const repositoriesSchema = eventSchema.extend({
  repositories_added: z.array(listedSchema).default([]),
  repositories_removed: z.array(listedSchema).default([]),
});

/** What an `installation` asks for: a look at each of its repositories, as after the loss of the database. */
export function installationCommands(payload: unknown): Command[] {
  const { action, installation, repositories } = installationSchema.parse(payload);
  if (!/^(?:created|unsuspend|new_permissions_accepted)$/.test(action)) return [];
  // What waits goes on where permissions were added, and is over where the App was not let in.
  const isNew = action !== 'new_permissions_accepted';
  return lookCommands(installation.id, repositories ?? [], isNew);
}

/** What an `installation_repositories` asks for: a look at each repository that was added. */
export function installationRepositoriesCommands(payload: unknown): Command[] {
  const { action, installation, repositories_added } = repositoriesSchema.parse(payload);
  return action === 'added' ? lookCommands(installation.id, repositories_added, true) : [];
}

function lookCommands(installation: number, listed: readonly Listed[], isNew: boolean): Command[] {
  return listed.slice(0, MAX_REPOSITORIES).map(({ id, full_name }) => {
    const [owner, name, ...rest] = full_name.split('/');
    const repository = repositorySchema.parse({ id, owner, name: [name, ...rest].join('/') });
    return { kind: 'look-at-repository', repository, installation, isNew };
  });
}

/** What is not to be done any more, since the App has no access to where it would do it. */
export function endedWork(name: string, payload: unknown): EndedJobs | undefined {
  if (name === 'installation') {
    const { action, installation } = installationSchema.parse(payload);
    if (!/^(?:deleted|suspend)$/.test(action)) return undefined;
    // One that is suspended may come back.
    return { owner: `${installation.id}`, forgets: action === 'deleted' };
  }
  if (name !== 'installation_repositories') return undefined;
  const { action, installation, repositories_removed } = repositoriesSchema.parse(payload);
  if (action !== 'removed') return undefined;
  const places = repositories_removed.map(({ id }) => placeOf(id));
  return { owner: `${installation.id}`, places, forgets: true };
}

/** Whether an event may change what the App is granted: who owns an account has just looked at that. */
export function mayChangeGrants(name: string, payload: unknown): boolean {
  if (name !== 'installation' && name !== 'installation_repositories') return false;
  const { data } = eventSchema.safeParse(payload);
  return /^(?:created|unsuspend|new_permissions_accepted|added)$/.test(data?.action ?? '');
}
