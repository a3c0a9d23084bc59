import { type RepositoryClient, sealOn } from '../api/repository-client.ts';
import { type Marker, printMarker } from '../text/marker.ts';
import { fetchOwnComments } from './own-comments.ts';

/**
 * Says something on a pull request, once.
 * @param about what it is about: letters, digits and `_`
 * @param markdown with nothing in it that acts
 */
export async function postOnce(
  access: RepositoryClient,
  number: number,
  about: string,
  markdown: string,
): Promise<void> {
  const { github, calls, ownerRepo } = access;
  const marker: Marker = { kind: 'status', words: ['once', about] };
  const said = async () => {
    const own = await fetchOwnComments(access, number, false);
    return own.find(({ marker: { words } }) => words.join() === marker.words.join());
  };
  if ((await said()) !== undefined) return;
  const body = `${markdown}\n\n${printMarker(marker, sealOn(access, number))}`;
  await calls.write<{ readonly id: number }>(async (options) => {
    const comment = { ...ownerRepo, ...options, issue_number: number, body };
    return (await github.rest.issues.createComment(comment)).data;
  }, said);
}
