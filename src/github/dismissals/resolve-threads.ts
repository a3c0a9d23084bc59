import type { RepositoryClient } from '../api/repository-client.ts';
import { fetchThreadStates, setResolved } from '../api/thread-states.ts';
import { fetchOwnComments } from '../comments/own-comments.ts';

/**
 * Resolves the thread about a finding, or opens it again.
 * @param writer see `openWriteClient`
 * @returns whether it is so now; undefined where there is no such thread
 */
export async function resolveThreads(
  access: RepositoryClient,
  writer: RepositoryClient | undefined,
  pull: number,
  key: string,
  resolved: boolean,
): Promise<boolean | undefined> {
  const about = (await fetchOwnComments(access, pull, true)).flatMap(
    ({ id, marker: { kind, words } }) => (kind === 'finding' && words[0] === key ? [id] : []),
  );
  if (about.length === 0) return undefined;
  const states = await fetchThreadStates(access, pull);
  const threads = about.flatMap((id) => states.get(id) ?? []);
  if (threads.length === 0) return undefined;
  const others = threads.filter(({ isResolved }) => isResolved !== resolved);
  if (others.length === 0) return true;
  if (writer === undefined) return false;
  for (const thread of others) await setResolved(writer, thread, resolved);
  return true;
}
