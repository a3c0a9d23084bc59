import { plainText } from '../../page/markdown-text.ts';
import { count } from '../../security/report/count.ts';
import { fetchPull } from '../api/pulls.ts';
import type { Publication } from '../api/review-target.ts';
import { type ListedFinding, placeFindings } from '../publication-plan/line-comments.ts';
import type { PublicationPlan } from '../publication-plan/publication-plan.ts';
import { adoptThreads } from './adopt-threads.ts';
import { addAnnotations } from './annotate.ts';
import { type Conclusion, concludeCheck, type OpenCheck } from './check-run.ts';
import { conclusionOfClose } from './close-reason.ts';
import { postReview } from './post-review.ts';
import { fetchPullHunks } from './pull-hunks.ts';
import { listedLines } from './review-text.ts';
import { fetchThreads } from './review-threads.ts';
import { updateThreads } from './update-threads.ts';
import { uploadSarif } from './upload-sarif.ts';

export interface PublishOptions {
  /**
   * How many findings of a pull request may have a comment at a time; 15 by default. With 0 there is
   * no review at all, and everything is in the summary.
   */
  readonly maxComments?: number | undefined;
  /** The names of findings that people have settled. */
  readonly settled?: ReadonlySet<string> | undefined;
}

/** What has become of a plan. */
export type PublicationOutcome =
  /** A newer push: nothing was posted, and the check of the old head is cancelled. */
  | { readonly kind: 'superseded' }
  | {
      readonly kind: 'published';
      readonly check: number;
      readonly conclusion: Conclusion['conclusion'];
      /** The ids of the reviews posted, mostly none or one. */
      readonly reviews: readonly number[];
      /** The keys of findings: with a new comment, with one from before, and without one. */
      readonly posted: readonly string[];
      readonly known: readonly string[];
      readonly listed: readonly string[];
      /** The keys of findings whose thread was resolved, and was opened again. */
      readonly resolved: readonly string[];
      readonly returned: readonly string[];
      /** The id of the upload to code scanning, where there was one. */
      readonly sarif: string | undefined;
      /** What did not go as wished, in a sentence each; people read it in the check's summary. */
      readonly notices: readonly string[];
    };

/**
 * Says on GitHub what a plan wants said. Everything is looked up before it is written, so that a
 * second call after a fault posts nothing twice; the check run ends last, so that the
 * comments are there for those who wait for it.
 * @throws as `Calls`, with the check run still open
 */
export async function publishPlan(
  publication: Publication,
  check: OpenCheck,
  plan: PublicationPlan,
  options: PublishOptions,
): Promise<PublicationOutcome> {
  const { pull } = publication.target;
  const said =
    pull === undefined
      ? NOTHING_POSTED
      : await postComments(publication, check, plan, pull, options);
  if (said === undefined) {
    await concludeCheck(publication, check, conclusionOfClose({ kind: 'superseded' }));
    return { kind: 'superseded' };
  }
  const scanning = await uploadSarif(publication, plan.sarif);
  const notices = [...said.notices, ...(scanning.notice === undefined ? [] : [scanning.notice])];
  const problem = await addAnnotations(publication, check, plan, plan.annotations);
  if (problem !== undefined) {
    notices.push(`Not every annotation is there: GitHub refused some (${problem}).`);
  }
  const conclusion = conclusionOf(plan);
  const summary = [plan.summary, ...commentsChapter(said), ...noticesChapter(notices)].join('\n\n');
  await concludeCheck(publication, check, { conclusion, title: plan.title, summary });
  const { listed, notices: _, ...done } = said;
  return {
    ...{ kind: 'published', check: check.id, conclusion, ...done, notices },
    listed: listed.map(({ finding }) => finding.key),
    sarif: scanning.id,
  };
}

/** Green is only what was examined whole. */
function conclusionOf({ verdict, complete }: PublicationPlan): Conclusion['conclusion'] {
  if (verdict === 'findings') return 'failure';
  return verdict === 'clean' && complete ? 'success' : 'action_required';
}

interface PostedComments {
  readonly reviews: readonly number[];
  readonly posted: readonly string[];
  readonly known: readonly string[];
  readonly listed: readonly ListedFinding[];
  readonly resolved: readonly string[];
  readonly returned: readonly string[];
  readonly notices: readonly string[];
}

const NOTHING_POSTED: PostedComments = {
  ...{ reviews: [], posted: [], known: [], listed: [] },
  ...{ resolved: [], returned: [], notices: [] },
};

/** The comments in the pull request; undefined when its head has moved. */
async function postComments(
  publication: Publication,
  check: OpenCheck,
  plan: PublicationPlan,
  pull: number,
  { maxComments: cap = 15, settled = new Set() }: PublishOptions,
): Promise<PostedComments | undefined> {
  if ((await fetchPull(publication, pull)).head !== publication.target.head) return undefined;
  const threads = await adoptThreads(
    publication,
    pull,
    await fetchThreads(publication, pull),
    plan,
    settled,
  );
  const commented = new Set(threads.flatMap(({ finding }) => finding ?? []));
  const hunks = await fetchPullHunks(publication, pull);
  const placement = placeFindings(plan.findings, { hunks, commented, cap });
  const { listed } = placement;
  const review =
    cap === 0
      ? { reviews: [], posted: [], listed }
      : await postReview(publication, pull, placement, check.url);
  if (review === undefined) return undefined;
  const updated = await updateThreads(publication, pull, threads, plan);
  return {
    ...updated,
    reviews: review.reviews,
    posted: review.posted.map(({ finding }) => finding.key),
    known: placement.known.map(({ key }) => key),
    listed: review.listed,
  };
}

function commentsChapter({ listed, posted, known }: PostedComments): string[] {
  if (listed.length === 0) return [];
  const commented = posted.length + known.length;
  return [
    '### Comments',
    `${count(commented, 'finding')} with a comment, ${listed.length} without:`,
    listedLines(listed),
  ];
}

function noticesChapter(notices: readonly string[]): string[] {
  if (notices.length === 0) return [];
  return ['### Notices', notices.map((notice) => `- ${plainText(notice)}`).join('\n')];
}
