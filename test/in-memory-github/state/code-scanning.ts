import type { Account } from './caller.ts';

/** What came of one upload. */
export interface SarifUpload {
  readonly id: string;
  readonly errors: readonly string[];
}

/** One run of a tool on one ref. */
export interface Analysis {
  readonly id: number;
  readonly ref: string;
  readonly commit: string;
  readonly category: string;
  readonly tool: string;
  readonly created: string;
  readonly results: number;
  /** The run as it was uploaded. */
  readonly run: unknown;
}

/** A defect on one ref, found by one category of analyses. */
export interface AlertInstance {
  readonly ref: string;
  readonly category: string;
  readonly commit: string;
  readonly message: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** When an analysis no longer had it. */
  fixed: string | undefined;
}

export interface Alert {
  readonly number: number;
  readonly tool: string;
  readonly rule: string;
  readonly level: string;
  readonly created: string;
  readonly instances: AlertInstance[];
  dismissed: Dismissal | undefined;
}

interface Dismissal {
  readonly by: Account;
  readonly at: string;
  readonly reason: string;
  readonly comment: string | null;
}
