import { z } from 'zod';
import { parseAnswer } from './parse-answer.ts';
import type { RepositoryCalls } from './repository-client.ts';

/** An issue. */
export interface Issue {
  readonly number: number;
  readonly isOpen: boolean;
  /** Markdown. */
  readonly body: string;
  /** The user id of who opened it. */
  readonly author: number | undefined;
}

const issueSchema = z.object({
  number: z.int(),
  state: z.string(),
  body: z.string().nullish(),
  user: z.object({ id: z.int() }).nullish(),
  pull_request: z.unknown().optional(),
});

const PAGE = 100;

/**
 * Lists the issues of a repository, also those that are closed, the oldest first. The next page is
 * read when an issue of it is asked for.
 * @param filter `labels`, of which an issue must have all
 * @param maxPages how many pages of 100 issues and pull requests are read at most
 */
export async function* listIssues(
  { github, calls, ownerRepo }: RepositoryCalls,
  filter: { readonly labels?: string },
  maxPages: number,
): AsyncGenerator<Issue, void, undefined> {
  for (let page = 1; page <= maxPages; page += 1) {
    const { data } = await calls.read((options) =>
      github.rest.issues.listForRepo({
        ...{ ...ownerRepo, ...options, ...filter, state: 'all', per_page: PAGE, page },
        ...({ sort: 'created', direction: 'asc' } as const),
      }),
    );
    for (const one of data) {
      // GitHub lists pull requests among the issues.
      if (one.pull_request === undefined) yield issueOf(one);
    }
    if (data.length < PAGE) return;
  }
}

/** Reads one issue. */
export async function fetchIssue(
  { github, calls, ownerRepo }: RepositoryCalls,
  number: number,
): Promise<Issue> {
  const { data } = await calls.read((options) =>
    github.rest.issues.get({ ...ownerRepo, ...options, issue_number: number }),
  );
  return issueOf(data);
}

/**
 * Opens an issue.
 * @param landed see `Calls.write`
 * @returns its number
 */
export async function createIssue(
  { github, calls, ownerRepo }: RepositoryCalls,
  issue: { readonly title: string; readonly body: string },
  landed: () => Promise<number | undefined>,
): Promise<number> {
  return await calls.write(async (options) => {
    const { data } = await github.rest.issues.create({ ...ownerRepo, ...options, ...issue });
    return data.number;
  }, landed);
}

/** Gives an issue another text. */
export async function updateIssue(
  { github, calls, ownerRepo }: RepositoryCalls,
  number: number,
  body: string,
): Promise<void> {
  await calls.write((options) =>
    github.rest.issues.update({ ...ownerRepo, ...options, issue_number: number, body }),
  );
}

function issueOf(data: unknown): Issue {
  const { number, state, body, user } = parseAnswer(issueSchema, data);
  return { number, isOpen: state === 'open', body: body ?? '', author: user?.id };
}
