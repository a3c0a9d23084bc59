import type { PullRequestResult } from './results-file.ts';

/** What the two pull requests of a fix show together. */
export interface PairVerdict {
  /**
   * The bug has a finding near a changed line, or of which a model names one as the cause, or one that was reproduced by running the head, where the base runs
   * without it; and the control has none such.
   */
  readonly caught: boolean;
  /** Caught, and the control has no finding at all. */
  readonly caughtAlone: boolean;
  /** As caught, with places that are less sure than findings counted on both sides. */
  readonly proposed: boolean;
}

/** Judges what the reviews of a fix undone and of the fix itself said. */
export function pairVerdict(bug: PullRequestResult, control: PullRequestResult): PairVerdict {
  const caught = isShown(bug) && !isShown(control);
  const places = ({ findings, proposed }: PullRequestResult) => [...findings, ...proposed];
  return {
    caught,
    caughtAlone: caught && control.findings.length === 0,
    proposed: hasNear(places(bug)) && !hasNear(places(control)),
  };
}

function isShown({ findings }: PullRequestResult): boolean {
  return hasNear(findings) || findings.some(({ run }) => run?.outcome === 'reproduced');
}

function hasNear(places: readonly { readonly near: boolean }[]): boolean {
  return places.some(({ near }) => near);
}
