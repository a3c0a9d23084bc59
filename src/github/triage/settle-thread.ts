import type { Access } from '../instructions/access.ts';
import { ownComments } from '../instructions/own-comments.ts';
import { setResolved, threadStates } from '../publish/thread-states.ts';

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
  const states = await threadStates(access, access.place, pull);
  const threads = about.flatMap((id) => states.get(id) ?? []);
  if (threads.length === 0) return undefined;
  const others = threads.filter(({ isResolved }) => isResolved !== resolved);
  if (others.length === 0) return true;
  if (writer === undefined) return false;
  for (const thread of others) await setResolved(writer, thread, resolved);
  return true;
}
