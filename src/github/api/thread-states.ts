import { z } from 'zod';
import { parseAnswer } from './parse-answer.ts';
import type { RepositoryCalls } from './repository-client.ts';

/** What only GraphQL tells of a thread. */
export interface ThreadState {
  /** GraphQL's id of the thread. */
  readonly node: string;
  readonly isResolved: boolean;
  /** The lines that it is about have changed since. */
  readonly isOutdated: boolean;
  /** GitHub wants an app to have `contents: write` for that. */
  readonly mayResolve: boolean;
}

const QUERY = `query ($owner: String!, $repo: String!, $pull: Int!, $after: String) {
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $pull) {
      reviewThreads(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          id isResolved isOutdated viewerCanResolve viewerCanUnresolve
          comments(first: 1) { nodes { databaseId } }
        }
      }
    }
  }
}`;

const answerSchema = z.object({
  repository: z.object({
    pullRequest: z.object({
      reviewThreads: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
        nodes: z.array(
          z.object({
            ...{ id: z.string(), isResolved: z.boolean(), isOutdated: z.boolean() },
            ...{ viewerCanResolve: z.boolean(), viewerCanUnresolve: z.boolean() },
            comments: z.object({ nodes: z.array(z.object({ databaseId: z.number() })) }),
          }),
        ),
      }),
    }),
  }),
});

/** The threads of a pull request, by the id of their first comment. */
export async function fetchThreadStates(
  { github, calls, ownerRepo }: RepositoryCalls,
  pull: number,
): Promise<ReadonlyMap<number, ThreadState>> {
  const states = new Map<number, ThreadState>();
  for (let after: string | null = null; ; ) {
    const answer: unknown = await calls.read((options) =>
      github.graphql(QUERY, { ...ownerRepo, ...options, pull, after }),
    );
    const { pageInfo, nodes } = parseAnswer(answerSchema, answer).repository.pullRequest
      .reviewThreads;
    for (const { id, isResolved, isOutdated, comments, ...viewer } of nodes) {
      const mayResolve = isResolved ? viewer.viewerCanUnresolve : viewer.viewerCanResolve;
      const first = comments.nodes[0]?.databaseId;
      if (first !== undefined) states.set(first, { node: id, isResolved, isOutdated, mayResolve });
    }
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    if (after === null) return states;
  }
}

/** Resolves a thread, or opens it again; doing it twice is doing it once. */
export async function setResolved(
  { github, calls }: RepositoryCalls,
  { node }: ThreadState,
  resolved: boolean,
): Promise<void> {
  const name = resolved ? 'resolveReviewThread' : 'unresolveReviewThread';
  const mutation = `mutation ($id: ID!) { ${name}(input: { threadId: $id }) { thread { id } } }`;
  await calls.write((options) => github.graphql(mutation, { ...options, id: node }));
}
