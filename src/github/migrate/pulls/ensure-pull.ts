import { createPull, type PullRequest, updatePull } from '../../api/pulls.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import { refusalOf } from '../../api/retrying-calls.ts';
import { fetchPullFrom } from './fetch-pulls.ts';

/** What a pull request is to say. */
export interface WantedPull {
  readonly branch: string;
  /** The branch that it goes into. */
  readonly into: string;
  readonly title: string;
  readonly body: string;
  /** Whether it waits for something: not where the plan of the account has no drafts. */
  readonly draft: boolean;
}

/**
 * Sees that there is one open pull request from a branch, and that it says what it should. One that is
 * there is edited, and stays as ready as it is.
 * @returns its number
 */
export async function ensurePull(access: RepositoryClient, wanted: WantedPull): Promise<number> {
  const { branch, into, title, body, draft } = wanted;
  const open = async (): Promise<PullRequest | undefined> => {
    const found = await fetchPullFrom(access, branch);
    return found?.state === 'open' ? found : undefined;
  };
  const present = await open();
  if (present !== undefined) {
    if (present.body !== body || present.into !== into) {
      const change = present.into === into ? { body } : { body, into };
      await updatePull(access, present.number, change);
    }
    return present.number;
  }
  const create = (isDraft: boolean) =>
    createPull(
      access,
      { title, body, draft: isDraft, branch, into },
      async () => (await open())?.number,
    );
  try {
    return await create(draft);
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    if (refusal?.status !== 422) throw thrown;
    // Another worker was faster; or the plan of the account has no drafts.
    const there = await open();
    if (there !== undefined) return there.number;
    if (!draft || !/draft/i.test(refusal.message)) throw thrown;
    return await create(false);
  }
}
