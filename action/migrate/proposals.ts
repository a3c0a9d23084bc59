import type { ReadyPlan, SetupPlan } from '../../src/github/isolated-worker/migration-plan.ts';

export type Publishable = ReadyPlan | SetupPlan;

/** A pull request that is there, or was; or, `pushed`, a branch without one. */
export interface Proposal {
  /** Of the pull request, or of the page where a person opens it. */
  readonly url: string;
  readonly state: 'open' | 'merged' | 'closed' | 'pushed';
}

/** What came of a plan on GitHub: a draft pull request, or a branch from which a person opens one. */
export type Proposed =
  | { readonly kind: 'proposed'; readonly url: string }
  | { readonly kind: 'pushed'; readonly url: string; readonly why: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** The pull requests of a migration on GitHub. */
export interface Proposals {
  /** Those that are open. */
  open(): Promise<readonly Proposal[]>;
  /** What there is of a branch: the open one, else the last. */
  from(branch: string): Promise<Proposal | undefined>;
  /** Sees that there is one from a branch for a plan that was checked. */
  propose(plan: Publishable, branch: string): Promise<Proposed>;
}
