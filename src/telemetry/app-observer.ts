import type { JobEvent } from '../jobs/queue/run-leased-job.ts';
import type { MeteredCall } from '../model/cost/ledger.ts';
import type { ReviewSummary } from './run-observer.ts';

/** Watches the App from outside. */
export interface AppObserver {
  /** A webhook whose signature was right. */
  delivery(delivery: {
    readonly id: string;
    readonly event: string;
    readonly outcome: string;
    readonly milliseconds: number;
    readonly problem?: string;
  }): void;
  job(event: JobEvent): void;
  /** What GitHub could not bring, and what it was asked to bring once more. */
  sweep(sweep: {
    readonly failed: number;
    readonly asked: number;
    readonly problems: readonly string[];
  }): void;
  /** A call of a model has ended. */
  call(call: MeteredCall): void;
  /** A call of a tool by an agent has ended; the name is missing where it is no tool's. */
  tool(tool: {
    readonly tool?: string | undefined;
    readonly ok: boolean;
    readonly milliseconds: number;
  }): void;
  /** A change was reviewed. */
  reviewed(numbers: ReviewSummary, milliseconds: number): void;
  /** A person has settled a finding of a rule, or opened it again. */
  decided(rule: string, decision: string): void;
  /** What a review would have said on GitHub, where it says nothing there. */
  unpublished(
    place: {
      readonly repository: string;
      readonly pull?: number | undefined;
      readonly head: string;
    },
    said: {
      readonly verdict: string;
      readonly title: string;
      readonly findings: readonly {
        readonly path: string;
        readonly start_line: number;
        readonly severity: string;
        readonly title: string;
      }[];
    },
  ): void;
  /** Something that is tried again, and that a person may want to know. */
  problem(what: string, problem: string): void;
}
