import type { MeteredCall } from '../../model/cost/ledger.ts';
import type { ReviewNumbers } from '../../security/report/review-numbers.ts';

/** Hears, in numbers and names, what is done for a command. Nothing that it does changes the command. */
export interface WorkerWatch {
  /** A call of a model has ended. */
  call(call: MeteredCall): void;
  /** A call of a tool by an agent has ended; the name is missing where it is no tool's. */
  tool(tool: WatchedTool): void;
  /** A change was reviewed. */
  reviewed(numbers: ReviewNumbers, milliseconds: number): void;
  /** A person has settled a finding of a rule, or opened it again. */
  decided(rule: string, decision: string): void;
  /** What a review would have said on GitHub, where it says nothing there. */
  unpublished(place: ReviewedPlace, said: UnpublishedReview): void;
}

interface ReviewedPlace {
  readonly repository: string;
  readonly pull?: number | undefined;
  readonly head: string;
}

interface UnpublishedReview {
  readonly verdict: string;
  readonly title: string;
  readonly findings: readonly UnpublishedFinding[];
}

interface UnpublishedFinding {
  readonly path: string;
  readonly start_line: number;
  readonly severity: string;
  readonly title: string;
}

interface WatchedTool {
  readonly tool?: string | undefined;
  readonly ok: boolean;
  readonly milliseconds: number;
}
