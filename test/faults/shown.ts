import { CHECK_NAME } from '../../src/github/publish/check-name.ts';
import type { CheckRun } from '../in-memory-github/state/check-run.ts';
import type { Repository } from '../in-memory-github/state/repository.ts';

/** What GitHub shows of the review of a commit, without what differs from one pull request to another. */
export interface Shown {
  /** The first comment of each thread: its place, its finding, whether it is resolved, its replies. */
  readonly comments: readonly string[];
  /** The findings that each review lists without a comment. */
  readonly reviews: readonly string[];
  /** How the check of the commit has ended; more than one member when more than one says something. */
  readonly checks: readonly string[];
  /** Open alerts of code scanning. */
  readonly alerts: readonly string[];
}

/** What a repository with one pull request shows, when its head is this one. */
export function shownOf(repository: Repository, head: string): Shown {
  const comments = [...repository.reviewComments.values()];
  const replies = Map.groupBy(comments, ({ replyTo }) => replyTo);
  const alerts = [...repository.alerts.values()].flatMap(({ rule, instances }) =>
    instances.flatMap(({ path, startLine, fixed, commit }) =>
      fixed === undefined ? `${path}:${startLine} ${rule}${commit === head ? '' : ' (old)'}` : [],
    ),
  );
  return {
    comments: (replies.get(undefined) ?? [])
      .map(({ id, body, place, resolvedBy }) => {
        const state = resolvedBy === undefined ? 'open' : 'resolved';
        const answers = replies.get(id)?.length ?? 0;
        return `${place.path}:${place.line} ${wordsOf('finding', body)[0]} ${state} ${answers} replies`;
      })
      .sort(),
    reviews: [...repository.reviews.values()]
      .filter(({ body }) => body !== '')
      .map(({ body }) => wordsOf('review', body).slice(1).sort().join(' '))
      .sort(),
    checks: checksOf(repository)
      // One that broke off between two writes may have had to be begun anew.
      .filter(({ headSha, conclusion }) => headSha === head && conclusion !== 'cancelled')
      .map(({ status, conclusion, title, annotations }) =>
        [status, conclusion, title, `${annotations.length} annotations`].join(', '),
      ),
    alerts: alerts.sort(),
  };
}

/** All check runs of ours, the oldest first. */
export function checksOf({ checkRuns }: Repository): CheckRun[] {
  return [...checkRuns.values()].filter(({ name }) => name === CHECK_NAME);
}

/**
 * What is amiss whatever the fault was: a green check where there are findings, one that nobody ends,
 * one of an older head that says something about it after the fact.
 */
export function alwaysWrong(repository: Repository): string[] {
  return checksOf(repository).flatMap(({ id, headSha, status, conclusion }) => {
    const name = `check ${id} of ${headSha.slice(0, 10)}`;
    if (conclusion === 'success' || conclusion === 'neutral' || conclusion === 'skipped') {
      return [`${name} is ${conclusion}`];
    }
    return status === 'completed' ? [] : [`${name} is ${status}`];
  });
}

/** The words of our marker at the end of a text. */
function wordsOf(kind: string, body: string): string[] {
  const words = new RegExp(`<!-- rustward ${kind} (.*) [0-9a-f]{64} -->\\s*$`).exec(body)?.[1];
  return words?.split(' ').filter((word) => word !== '') ?? [];
}
