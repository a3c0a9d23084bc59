import { z } from 'zod';
import type { Access } from './access.ts';
import { ownComments } from './own-comments.ts';

const THREADS = `query ($owner: String!, $repo: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $number) {
      reviewThreads(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { id isResolved comments(first: 1) { nodes { databaseId } } }
      }
    }
  }
}`;

const RESOLVE = `mutation ($thread: ID!) {
  resolveReviewThread(input: { threadId: $thread }) { thread { id } }
}`;

const UNRESOLVE = `mutation ($thread: ID!) {
  unresolveReviewThread(input: { threadId: $thread }) { thread { id } }
}`;

const pageSchema = z.object({
  repository: z.object({
    pullRequest: z.object({
      reviewThreads: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
        nodes: z.array(
          z.object({
            id: z.string(),
            isResolved: z.boolean(),
            comments: z.object({ nodes: z.array(z.object({ databaseId: z.int().nullable() })) }),
          }),
        ),
      }),
    }),
  }),
});

/**
 * Resolves the thread about a finding, or opens it again.
 * @param writer see `writeAccess`
 * @returns whether it is so now; undefined where there is no such thread
 */
export async function settleThread(
  access: Access,
  writer: Access | undefined,
  pull: number,
  key: string,
  resolved: boolean,
): Promise<boolean | undefined> {
  const about = (await ownComments(access, pull, true)).flatMap(
    ({ id, marker: { kind, words } }) => (kind === 'finding' && words[0] === key ? [id] : []),
  );
  if (about.length === 0) return undefined;
  const threads = (await threadsOf(access, pull)).filter(({ comment }) =>
    about.includes(comment ?? 0),
  );
  if (threads.length === 0) return undefined;
  const others = threads.filter(({ isResolved }) => isResolved !== resolved);
  if (others.length > 0 && writer === undefined) return false;
  for (const { id } of others) {
    await writer?.calls.write((options) =>
      writer.github.graphql(resolved ? RESOLVE : UNRESOLVE, { ...options, thread: id }),
    );
  }
  return true;
}

interface ThreadNode {
  readonly id: string;
  readonly isResolved: boolean;
  /** The id of its first comment. */
  readonly comment: number | null | undefined;
}

async function threadsOf({ github, calls, place }: Access, number: number): Promise<ThreadNode[]> {
  const threads: ThreadNode[] = [];
  for (let after: string | null | undefined = null; after !== undefined; ) {
    const variables: Record<string, unknown> = { ...place, number, after };
    const answer = await calls.read((options) =>
      github.graphql<unknown>(THREADS, { ...variables, ...options }),
    );
    const { pageInfo, nodes } = pageSchema.parse(answer).repository.pullRequest.reviewThreads;
    threads.push(
      ...nodes.map(({ id, isResolved, comments }) => {
        return { id, isResolved, comment: comments.nodes[0]?.databaseId };
      }),
    );
    after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined;
  }
  return threads;
}
