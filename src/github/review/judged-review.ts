import type {
  JudgedReview,
  ReviewedPlace,
  ReviewOwner,
} from '../../jobs/database/review-history.ts';
import { groupCandidates, isTold } from '../../security/report/groups.ts';
import type { Report } from '../../security/report/report.ts';
import type { ReviewTarget } from '../api/review-target.ts';
import { placeOf } from '../commands/queues.ts';

/** Under which name a review is kept among those of all repositories. */
export function reviewedPlace({ repository, pull, ref, head }: ReviewTarget): ReviewedPlace {
  const subject = pull === undefined ? ref : `pull ${pull}`;
  return { place: placeOf(repository.id), subject, head };
}

/** For whom a review is made. */
export function ownerOf({
  installation,
  pull,
}: Pick<ReviewTarget, 'pull'> & { readonly installation: number }): ReviewOwner {
  return { owner: `${installation}`, pull };
}

/** What a report comes to, as far as others than who runs the review are told of it. */
export function judgedReview(target: ReviewTarget, report: Report): JudgedReview {
  const { findings, possibleFindings, suppressed } = groupCandidates(report.candidates);
  const of = (severity: string) => findings.filter((one) => one.severity === severity).length;
  return {
    ...reviewedPlace(target),
    verdict: report.verdict,
    ...{ high: of('high'), medium: of('medium'), low: of('low') },
    unsure: possibleFindings.filter(isTold).length,
    settled: suppressed.length,
    fixed: report.known?.fixed ?? 0,
  };
}
