import type { Severity } from '../../security/candidates/candidate.ts';

/** GitHub's limits, or a little below them where the publisher adds text of its own. */
export const PLAN_LIMITS = {
  /** Characters. */
  title: 255,
  /** Bytes in UTF-8. */
  summary: 60_000,
  /** Bytes in UTF-8. */
  body: 40_000,
  annotations: 1000,
  findings: 5000,
  stillOpen: 20_000,
};

/** Lines of the change that a fix puts in the place of others. */
interface Suggestion {
  /** What it does, as an instruction of a few words. */
  readonly title: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly replacement: string;
}

/** One finding, ready to be posted but for the marker that only the publisher can sign. */
export interface PlannedFinding {
  /** Eight hexadecimal digits, see `findingKey`: the same on every push, wherever the line goes. */
  readonly key: string;
  readonly path: string;
  readonly start_line: number;
  /** Not below `start_line`. */
  readonly end_line: number;
  /** The changed line that brings it about, where the change has not touched its own. */
  readonly introduced_at?: { readonly path: string; readonly line: number };
  readonly severity: Severity;
  /** In one line, without Markdown. */
  readonly title: string;
  /** Markdown in which nothing of a repository or a model acts. */
  readonly body: string;
  readonly suggestion?: Suggestion;
}

/** A remark beside the code, in plain text. */
export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column?: number;
  readonly end_column?: number;
  readonly level: 'notice' | 'warning' | 'failure';
  readonly title: string;
  readonly message: string;
}

/**
 * What a review wants to say on GitHub, as plain data: `publicationPlanOf` makes it without a token, and
 * who publishes it interprets nothing in it.
 */
export interface PublicationPlan {
  /** `inconclusive` wherever something that should have been examined was not. */
  readonly verdict: 'clean' | 'findings' | 'inconclusive';
  /** Whether all was examined that should have been; only then is what is not found gone. */
  readonly complete: boolean;
  /** Of the check run, in one line. */
  readonly title: string;
  /** What fails the check, and why it did, as sentences; empty where that is not known. */
  readonly gate: string;
  /** Markdown: what was examined, what was not and why, cost, time, and every finding in a line. */
  readonly summary: string;
  /**
   * Open findings at or above the confidence for a finding, the highest score first. Those that a
   * person has settled are not among them.
   */
  readonly findings: readonly PlannedFinding[];
  /**
   * The keys of what is there without being a finding: settled, refuted, or with too little evidence. The
   * threads about it are left alone.
   */
  readonly still_there: readonly string[];
  readonly annotations: readonly Annotation[];
  /** A SARIF 2.1.0 log as text, for code scanning; empty for none. */
  readonly sarif: string;
}
