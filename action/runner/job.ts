import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { messageOf, UsageError } from '../../src/errors.ts';
import { formatZodError } from '../../src/format-zod-error.ts';
import { type Repository, repositorySchema, shaSchema } from '../../src/github/commands/command.ts';

type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

const repository = z.object({
  id: z.int().positive(),
  name: z.string(),
  owner: z.object({ login: z.string() }),
  default_branch: z.string().optional(),
});

/** The parts of an event that are used; everything in it may have been written by a stranger. */
const eventSchema = z.object({
  repository: repository.optional(),
  pull_request: z
    .object({
      number: z.int().positive(),
      user: z.object({ login: z.string() }).nullish(),
      head: z.object({ sha: shaSchema, repo: repository.nullish() }),
      base: z.object({ sha: shaSchema, repo: repository }),
    })
    .optional(),
  merge_group: z.object({ base_sha: shaSchema, head_sha: shaSchema }).optional(),
});

const variablesSchema = z.object({
  GITHUB_WORKSPACE: z.string().min(1),
  GITHUB_EVENT_NAME: z.string().min(1),
  GITHUB_EVENT_PATH: z.string().min(1),
  GITHUB_REPOSITORY: z.string().default(''),
  GITHUB_REPOSITORY_ID: z.string().default(''),
  GITHUB_REF: z.string().default(''),
  GITHUB_SHA: z.union([shaSchema, z.literal('')]).default(''),
  GITHUB_API_URL: z.url().default('https://api.github.com'),
  GITHUB_SERVER_URL: z.url().default('https://github.com'),
  RUNNER_TEMP: z.string().min(1),
});

/** What a run is about. */
export interface Job {
  readonly workspace: string;
  /** For files that no input names. */
  readonly temporaryFolder: string;
  readonly event: string;
  readonly ref: string;
  /** The commit of the event: of a pull request, its merge. */
  readonly sha: string | undefined;
  readonly apiUrl: string;
  readonly serverUrl: string;
  /** Missing where neither the event nor the runner names it. */
  readonly repository: Repository | undefined;
  /** Missing in schedules, which run on that branch alone. */
  readonly defaultBranch: string | undefined;
  /** A change: a pull request, or one that waits in the merge queue. */
  readonly change: Change | undefined;
}

export interface Change {
  /** Missing in the merge queue. */
  readonly pull: number | undefined;
  readonly head: string;
  /** Where the base branch was when the event happened. */
  readonly base: string;
  /** Whether it comes from a fork, or from Dependabot: then there are no secrets, and the token only reads. */
  readonly isForeign: boolean;
}

/**
 * Reads what the runner says of the run.
 * @throws UsageError for a variable or an event that is missing or not as GitHub makes it
 */
export function loadJob(env: ProcessEnvironment): Job {
  const parsed = variablesSchema.safeParse(env);
  if (!parsed.success) {
    throw new UsageError(`this is no job of GitHub Actions: ${formatZodError(parsed.error)}`);
  }
  const variables = parsed.data;
  const event = loadEvent(variables.GITHUB_EVENT_PATH);
  return {
    workspace: variables.GITHUB_WORKSPACE,
    temporaryFolder: variables.RUNNER_TEMP,
    event: variables.GITHUB_EVENT_NAME,
    ref: variables.GITHUB_REF,
    sha: variables.GITHUB_SHA || undefined,
    apiUrl: variables.GITHUB_API_URL,
    serverUrl: variables.GITHUB_SERVER_URL,
    repository: addressOf(event, variables),
    defaultBranch: event.repository?.default_branch,
    change: changeOf(event),
  };
}

/** The event of a schedule says nothing of the repository, so that the runner's variables count there. */
function addressOf(
  { repository: told }: z.infer<typeof eventSchema>,
  { GITHUB_REPOSITORY, GITHUB_REPOSITORY_ID }: z.infer<typeof variablesSchema>,
): Repository | undefined {
  const [owner, name] = GITHUB_REPOSITORY.split('/');
  const { data } = repositorySchema.safeParse(
    told === undefined
      ? { id: Number(GITHUB_REPOSITORY_ID), name, owner }
      : { id: told.id, name: told.name, owner: told.owner.login },
  );
  return data;
}

function loadEvent(path: string): z.infer<typeof eventSchema> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (thrown) {
    throw new UsageError(`cannot read the event ${path}: ${messageOf(thrown)}`);
  }
  const parsed = eventSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`the event is not as GitHub makes it: ${formatZodError(parsed.error)}`);
}

function changeOf(event: z.infer<typeof eventSchema>): Change | undefined {
  const { pull_request: pull, merge_group: group } = event;
  if (pull !== undefined) {
    const { number, head, base, user } = pull;
    // A repository that is gone was a fork.
    const isFork = head.repo?.id !== base.repo.id;
    const isForeign = isFork || user?.login === 'dependabot[bot]';
    return { pull: number, head: head.sha, base: base.sha, isForeign };
  }
  if (group === undefined) return undefined;
  return { pull: undefined, head: group.head_sha, base: group.base_sha, isForeign: false };
}
