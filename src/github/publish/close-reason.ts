import { plainText } from '../../page/markdown-text.ts';
import type { Conclusion } from './check-run.ts';

/** Why a review ends without a plan. */
export type CloseReason =
  /** The head has moved: the newer one has a check of its own. */
  | { readonly kind: 'superseded' }
  /** The pull request was closed, or its review is not wanted any more. */
  | { readonly kind: 'abandoned' }
  /** It cannot begin before a person has removed the reason, such as a mistake in the configuration. */
  | { readonly kind: 'refused'; readonly problem: string }
  /** It failed, for the last time; the problem is for people. */
  | { readonly kind: 'broken'; readonly problem: string };

/** What the check run of such a review says: never that all is well. */
export function conclusionOfClose(why: CloseReason): Conclusion {
  switch (why.kind) {
    case 'superseded':
      return {
        conclusion: 'cancelled',
        title: 'A newer push is reviewed instead',
        summary: 'The pull request has a newer commit, which has a check of its own.',
      };
    case 'abandoned':
      return {
        conclusion: 'cancelled',
        title: 'Nothing was reviewed',
        summary: 'The pull request was closed before the review was over.',
      };
    case 'refused':
      return notExamined(
        'Not reviewed',
        'The review cannot begin:',
        why.problem,
        'Repair that first; then a push, or **Re-run**, begins the review.',
      );
    case 'broken':
      return notExamined(
        'The review broke off',
        'The review failed, also when it was tried again:',
        why.problem,
        'Press **Re-run** to try once more, or ask the operator of the app to look at its log.',
      );
  }
}

/** A file of settings can be wrong in several places, each of which is told on a line. */
function listed(problem: string): string {
  const lines = problem.split('\n');
  return lines.length === 1
    ? plainText(problem)
    : lines.map((line) => `- ${plainText(line)}`).join('\n');
}

/** @param advice what a person can do about it */
function notExamined(what: string, why: string, problem: string, advice: string): Conclusion {
  return {
    conclusion: 'action_required',
    title: `${what}: this commit was not examined`,
    summary: [
      `It is unknown whether this change is safe. ${why}`,
      listed(problem.slice(0, 2000)),
      advice,
    ].join('\n\n'),
  };
}
