import type { PullFacts } from '../api/pull-facts.ts';
import { type CommandOf, REVIEW_LABEL } from '../commands/command.ts';
import type { Configuration } from '../configuration/configuration.ts';

/**
 * Whether a pull request is to be reviewed now. Who asks for it by a comment or a button gets it;
 * otherwise drafts wait until they are ready, or have the label that asks for it.
 */
export function isDue(
  { reason }: Pick<CommandOf<'review-pull-request'>, 'reason'>,
  { open, draft, labels }: Pick<PullFacts, 'open' | 'draft' | 'labels'>,
  { review }: Pick<Configuration, 'review'>,
): boolean {
  if (!open) return false;
  if (reason === 'asked' || reason === 'rerun') return true;
  const isLabeled = labels.includes(REVIEW_LABEL);
  if (reason === 'labeled') return isLabeled;
  return review.enabled ? !draft || review.drafts || isLabeled : isLabeled;
}
