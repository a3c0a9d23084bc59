import { Octokit } from '@octokit/rest';
import * as z from 'zod';
import type { Clock } from '../../model/clock.ts';
import { type Repository, repositorySchema } from '../commands/command.ts';
import { parseAnswer } from './parse-answer.ts';
import { quietLog } from './quiet-log.ts';
import { callsOf } from './retrying-calls.ts';

/** A repository that a user may read, and where the app is installed. */
export interface ReadableRepository extends Repository {
  readonly isPrivate: boolean;
}

/** What a user may read. */
export interface ReadableRepositories {
  readonly repositories: readonly ReadableRepository[];
  /** Whether there are more than are asked for. */
  readonly isCut: boolean;
}

/** GitHub, as a user of it sees the app. */
export interface UserAccess {
  /** Who the token belongs to. */
  login(): Promise<string>;
  /** The repositories of the app that this user may read: GitHub says which. */
  repositories(): Promise<ReadableRepositories>;
}

export interface UserAccessOptions {
  /** Of the REST interface. */
  readonly apiUrl: string;
  readonly appId: number;
  readonly clock: Clock;
}

/** More than a page can be read with; each hundred is a request. */
const MAX_REPOSITORIES = 2000;

/** A person waits for the page. */
const ANSWER_MILLISECONDS = 20_000;

const userSchema = z.object({ login: z.string().min(1).max(100) });
const installationsSchema = z.array(
  z.object({
    ...{ id: z.int().positive(), app_id: z.int() },
    suspended_at: z.string().nullish(),
  }),
);
const listedSchema = z.array(
  z.object({
    ...{ id: z.int().positive(), name: z.string(), owner: z.object({ login: z.string() }) },
    ...{ private: z.boolean(), archived: z.boolean().default(false) },
    disabled: z.boolean().default(false),
  }),
);

/**
 * Asks GitHub with the token of a user.
 * @throws whatever Octokit throws at a refusal, such as status 401 of a token that has ended
 */
export function openUserAccess(
  token: string,
  { apiUrl, appId, clock }: UserAccessOptions,
): UserAccess {
  const octokit = new Octokit({ auth: token, baseUrl: apiUrl, log: quietLog() });
  const { rest, paginate } = octokit;
  const inTime = () => callsOf(clock, AbortSignal.timeout(ANSWER_MILLISECONDS));
  return {
    async login() {
      const { data } = await inTime().read((options) =>
        rest.users.getAuthenticated({ ...options }),
      );
      return parseAnswer(userSchema, data).login;
    },
    async repositories() {
      const calls = inTime();
      const installations = await calls.read((options) =>
        paginate(rest.apps.listInstallationsForAuthenticatedUser, { ...options, per_page: 100 }),
      );
      const repositories = new Map<number, ReadableRepository>();
      for (const { id, app_id, suspended_at } of parseAnswer(installationsSchema, installations)) {
        // Of one that is suspended, GitHub lists nothing.
        if (app_id !== appId || typeof suspended_at === 'string') continue;
        for (let page = 1; repositories.size <= MAX_REPOSITORIES; page += 1) {
          const { data } = await calls.read((options) =>
            rest.apps.listInstallationReposForAuthenticatedUser({
              ...{ ...options, installation_id: id, per_page: 100, page },
            }),
          );
          const listed = parseAnswer(listedSchema, data.repositories);
          for (const { archived, disabled, owner, private: isPrivate, ...one } of listed) {
            if (archived || disabled) continue;
            const repository = repositorySchema.parse({ ...one, owner: owner.login });
            repositories.set(one.id, { ...repository, isPrivate });
          }
          if (listed.length < 100) break;
        }
      }
      const all = [...repositories.values()];
      return {
        repositories: all.slice(0, MAX_REPOSITORIES),
        isCut: all.length > MAX_REPOSITORIES,
      };
    },
  };
}
