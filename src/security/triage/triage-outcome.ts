import type { Candidate } from '../candidates/candidate.ts';
import type { Reproduction } from '../candidates/reproduction.ts';
import type { TriageResult } from '../candidates/triage-result.ts';
import type { LinePlace } from '../slice/changed-line.ts';
import type { DiscoverySummary } from './discovery-stage.ts';

/** What models found out, by gid: one entry for each candidate that is examined. */
export type TriageResults = ReadonlyMap<number, TriageResult>;

/** What the stages that ask models came to. */
export interface TriageOutcome {
  readonly results: TriageResults;
  /** What came of running what stands, by gid. */
  readonly reproductions: ReadonlyMap<number, Reproduction>;
  /** What models claim beside the scan, numbered on: also what is not examined. */
  readonly claimed: readonly Candidate[];
  /** Candidates of the scan that a model claims as well. */
  readonly alsoClaimed: ReadonlySet<number>;
  /** The changed lines that models name as causes, by gid: checked against the change. */
  readonly causes?: ReadonlyMap<number, LinePlace> | undefined;
  /** Missing where models were not to look for defects themselves. */
  readonly discovery?: DiscoverySummary | undefined;
}
