import { z } from 'zod';
import { parseAnswer } from './parse-answer.ts';
import type { RepositoryCalls } from './repository-client.ts';
import { refusalOf } from './retrying-calls.ts';

/** A check run. */
export interface CheckRun {
  readonly id: number;
  readonly name: string;
  /** The app that made it. */
  readonly app: { readonly id: number; readonly slug: string | undefined } | undefined;
  /** The id of its check suite. */
  readonly suite: number | undefined;
  readonly externalId: string;
  readonly status: string;
  /** Null while it is under way. */
  readonly conclusion: string | null;
  /** ISO 8601. */
  readonly started: string | undefined;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
  /** How many annotations it has. */
  readonly annotations: number;
  /** Its page. */
  readonly url: string;
}

const runSchema = z.object({
  id: z.int(),
  name: z.string(),
  app: z.object({ id: z.int(), slug: z.string().optional() }).nullish(),
  check_suite: z.object({ id: z.int() }).nullish(),
  external_id: z.string().nullish(),
  status: z.string(),
  conclusion: z.string().nullable(),
  started_at: z.string().nullish(),
  output: z.object({
    ...{ title: z.string().nullish(), summary: z.string().nullish(), text: z.string().nullish() },
    annotations_count: z.int(),
  }),
  html_url: z.string().nullish(),
  url: z.string(),
});

/** What a check run is to say from now on. */
export interface CheckRunChange {
  readonly status: 'in_progress' | 'completed';
  readonly conclusion?: 'success' | 'failure' | 'neutral' | 'cancelled' | 'action_required';
  /** ISO 8601. */
  readonly startedAt?: string;
  readonly completedAt?: string;
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  /** They are added to those that are there; 50 at most. */
  readonly annotations?: readonly CheckAnnotation[];
  readonly buttons?: readonly CheckButton[];
}

export interface CheckAnnotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column?: number;
  readonly end_column?: number;
  readonly annotation_level: 'notice' | 'warning' | 'failure';
  readonly title: string;
  readonly message: string;
}

interface CheckButton {
  readonly label: string;
  readonly description: string;
  readonly identifier: string;
}

const PAGE = 100;

/** Reads one check run. */
export async function fetchCheckRun(
  { github, calls, ownerRepo }: RepositoryCalls,
  id: number,
): Promise<CheckRun> {
  const { data } = await calls.read((options) =>
    github.rest.checks.get({ ...ownerRepo, ...options, check_run_id: id }),
  );
  return checkRunOf(data);
}

/** The newest run of each check of a commit, by whatever app. */
export async function fetchLatestCheckRuns(
  { github, calls, ownerRepo }: RepositoryCalls,
  sha: string,
): Promise<CheckRun[]> {
  const runs = await calls.read((options) =>
    github.paginate(github.rest.checks.listForRef, {
      ...{ ...ownerRepo, ...options, ref: sha, filter: 'latest', per_page: PAGE },
    }),
  );
  return runs.map(checkRunOf);
}

/** All runs of a check that an app has made of a commit, the newest first. */
export async function fetchOwnCheckRuns(
  { github, calls, ownerRepo }: RepositoryCalls,
  sha: string,
  name: string,
  app: number,
): Promise<CheckRun[]> {
  const runs = await calls.read(async (options) => {
    try {
      return await github.paginate(github.rest.checks.listForRef, {
        ...{ ...ownerRepo, ...options, ref: sha, check_name: name, app_id: app },
        ...{ filter: 'all', per_page: PAGE },
      });
    } catch (thrown) {
      // GitHub forgets commits that no branch leads to any more.
      if (refusalOf(thrown)?.status === 422) return [];
      throw thrown;
    }
  });
  return runs
    .map(checkRunOf)
    .filter((run) => run.app?.id === app)
    .sort((one, other) => other.id - one.id);
}

/**
 * Makes a check run.
 * @param landed see `Calls.write`
 */
export async function createCheckRun(
  { github, calls, ownerRepo }: RepositoryCalls,
  run: CheckRunChange & {
    readonly name: string;
    readonly head: string;
    readonly externalId: string;
  },
  landed: () => Promise<CheckRun | undefined>,
): Promise<CheckRun> {
  return await calls.write(async (options) => {
    const { data } = await github.rest.checks.create({
      ...{ ...ownerRepo, ...options, name: run.name, head_sha: run.head },
      ...{ external_id: run.externalId, ...requestOf(run) },
    });
    return checkRunOf(data);
  }, landed);
}

/**
 * Changes what a check run says.
 * @param landed see `Calls.write`; needed where annotations are added
 */
export async function updateCheckRun(
  { github, calls, ownerRepo }: RepositoryCalls,
  id: number,
  change: CheckRunChange,
  landed?: () => Promise<true | undefined>,
): Promise<void> {
  await calls.write<true>(async (options) => {
    await github.rest.checks.update({
      ...{ ...ownerRepo, ...options, check_run_id: id, ...requestOf(change) },
    });
    return true;
  }, landed);
}

function requestOf({ status, conclusion, title, summary, ...change }: CheckRunChange) {
  const { startedAt, completedAt, annotations, buttons } = change;
  return {
    ...{ status, ...(conclusion !== undefined && { conclusion }) },
    ...(startedAt !== undefined && { started_at: startedAt }),
    ...(completedAt !== undefined && { completed_at: completedAt }),
    ...(buttons !== undefined && { actions: [...buttons] }),
    output: { title, summary, ...(annotations && { annotations: [...annotations] }) },
  };
}

function checkRunOf(data: unknown): CheckRun {
  const { app, check_suite, external_id, started_at, output, html_url, ...run } = parseAnswer(
    runSchema,
    data,
  );
  return {
    ...{ id: run.id, name: run.name, status: run.status, conclusion: run.conclusion },
    app: app == null ? undefined : { id: app.id, slug: app.slug },
    ...{ suite: check_suite?.id, externalId: external_id ?? '', started: started_at ?? undefined },
    ...{ title: output.title ?? '', summary: output.summary ?? '', text: output.text ?? '' },
    ...{ annotations: output.annotations_count, url: html_url ?? run.url },
  };
}
