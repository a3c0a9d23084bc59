import { type RepositoryClient, sealOn } from '../api/repository-client.ts';
import { type Marker, parseMarker } from '../text/marker.ts';

/** A comment of the app that bears a marker of its own. */
export interface OwnComment {
  readonly kind: 'issue' | 'review';
  readonly id: number;
  readonly marker: Marker;
}

/**
 * What the app wrote on an issue or a pull request, and in its threads.
 * @param isPull only pull requests have threads on lines
 */
export async function fetchOwnComments(
  access: RepositoryClient,
  number: number,
  isPull: boolean,
): Promise<OwnComment[]> {
  const { github, calls, ownerRepo } = access;
  const seal = sealOn(access, number);
  const { issues, pulls } = github.rest;
  const where = { ...ownerRepo, per_page: 100 };
  const said = await calls.read((options) =>
    github.paginate(issues.listComments, { ...where, ...options, issue_number: number }),
  );
  const inThreads = isPull
    ? await calls.read((options) =>
        github.paginate(pulls.listReviewComments, { ...where, ...options, pull_number: number }),
      )
    : [];
  const own = (kind: OwnComment['kind']) => (comment: (typeof said | typeof inThreads)[number]) => {
    const { id, body = '', user } = comment;
    const marker = parseMarker({ body, author: user?.id }, seal);
    return marker === undefined ? [] : [{ kind, id, marker }];
  };
  return [...said.flatMap(own('issue')), ...inThreads.flatMap(own('review'))];
}
