import type { JobEvent } from '../jobs/queue/run-leased-job.ts';

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
  /** Something that is tried again, and that a person may want to know. */
  problem(what: string, problem: string): void;
}
