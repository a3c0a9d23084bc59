import { type PublisherDeps, publicationOf, type ReviewTarget } from '../api/review-target.ts';
import type { PublicationPlan } from '../publication-plan/publication-plan.ts';
import {
  concludeCheck,
  findOpenCheck,
  hasVerdict,
  type OpenCheck,
  openCheck,
  type Stage,
  showStages,
} from './check-run.ts';
import { type CloseReason, conclusionOfClose } from './close-reason.ts';
import { type PublicationOutcome, type PublishOptions, publishPlan } from './publish-plan.ts';

/**
 * Writes about one commit to GitHub. Every method throws IncompleteError when GitHub gives no
 * answer for long, Octokit's error when it refuses, and the signal's reason when that is aborted;
 * each may be called again after that.
 */
export interface Publisher {
  /** The check run, `in_progress`: the one that an earlier attempt left open, or else a new one. */
  open(stages: readonly Stage[]): Promise<OpenCheck>;
  /** The check run that is open, when there is one: so that it can be ended. */
  findOpen(): Promise<OpenCheck | undefined>;
  /** Whether a review of this commit has come to its end before, and its check run says so. */
  hasVerdict(): Promise<boolean>;
  /** Shows how far the review is; at most once in ten seconds, what comes between is left out. */
  progress(check: OpenCheck, stages: readonly Stage[]): Promise<void>;
  /** Comments, SARIF, annotations and the end of the check run. */
  publish(
    check: OpenCheck,
    plan: PublicationPlan,
    options?: PublishOptions,
  ): Promise<PublicationOutcome>;
  /** Ends the check run of a review that came to nothing. */
  close(check: OpenCheck, why: CloseReason): Promise<void>;
}

const PROGRESS_MILLISECONDS = 10_000;

/** Nothing is asked of GitHub yet. */
export function publisherOf(target: ReviewTarget, deps: PublisherDeps): Publisher {
  const publication = publicationOf(target, deps);
  let shown = Number.NEGATIVE_INFINITY;
  return {
    open: (stages) => openCheck(publication, stages),
    findOpen: () => findOpenCheck(publication),
    hasVerdict: () => hasVerdict(publication),
    async progress(check, stages) {
      if (deps.clock.now() < shown + PROGRESS_MILLISECONDS) return;
      shown = deps.clock.now();
      await showStages(publication, check, stages);
    },
    publish: (check, plan, options = {}) => publishPlan(publication, check, plan, options),
    close: (check, why) => concludeCheck(publication, check, conclusionOfClose(why)),
  };
}
