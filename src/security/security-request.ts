import type { Skip } from '../workspace/files/skip.ts';
import type { AppliedPatch } from '../workspace/git/applied-patch.ts';
import type { Candidate } from './candidates/candidate.ts';
import type { Reproduction } from './candidates/reproduction.ts';
import type { FailOn, Limit } from './report/fail-on.ts';
import type { Report } from './report/report.ts';
import type { ScanOutcome } from './scan/scan.ts';
import type { ScanDeps, ScanOptions } from './scan/survey-tree.ts';
import type { FindingSettings } from './selection/finding-settings.ts';
import type { Shard } from './selection/shard.ts';
import type { SuppressionEntry } from './selection/suppression-file.ts';
import type { SourceChange } from './slice/source-change.ts';
import type { ClaimSettings } from './triage/claimed-candidates.ts';
import type { TriageOutcome } from './triage/triage-outcome.ts';

/** What models look at. */
export interface TriageSubject {
  readonly candidates: readonly Candidate[];
  readonly outcome: ScanOutcome;
  /** Both sides of what a review is about; undefined where that is all of a tree. */
  readonly change: SourceChange | undefined;
  /** The commit that the change is compared with. */
  readonly baseCommit: string | undefined;
  /** What becomes of what models claim themselves. */
  readonly claims: ClaimSettings;
  /** Whether a file is one that this run reports on. */
  includes(file: string): boolean;
}

/** Has models look at a scan; undefined when none has looked, now or before. */
export type Triage = (subject: TriageSubject) => Promise<TriageOutcome | undefined>;

/** Runs what a change introduces where no model looks at it; by gid, what came of it. */
export type RunFindings = (subject: TriageSubject) => Promise<ReadonlyMap<number, Reproduction>>;

export interface SecurityRequest {
  /** What the report calls itself; without it a review where there is a base, else a scan. */
  readonly mode?: Report['mode'];
  readonly scan: ScanOptions;
  /** A review reports what the change since this commit introduces: the commit is scanned as well. */
  readonly base?: string;
  /** The same of a change that the tree has and no commit need have. */
  readonly patch?: AppliedPatch | undefined;
  /** A file with an earlier result, or the name of a commit, instead of the base of a review. */
  readonly baseline?: string;
  /** SARIF files of other scanners, whose results are imported. */
  readonly imports?: readonly string[];
  /** The day in UTC, as `2027-01-31`; today's when missing. */
  readonly today?: string;
  /** What was settled elsewhere, in place of the tree's own file of suppressions. */
  readonly suppressions?: readonly SuppressionEntry[];
  /** Files of the tree that are not in the folder, and why; `failed` where the change concerns them. */
  readonly leftOut?: readonly Skip[];
  /** Whether a stranger wrote the change: suppression comments that it adds count for nothing. */
  readonly strangersChange?: boolean;
  /** Whether a review examines also the files in which the change can make no difference. */
  readonly whole?: boolean;
  /** What is scanned, as a person named it; the path of the scan when missing. */
  readonly rootName?: string | undefined;
  /** What tells the results in code scanning from those of others. */
  readonly category?: string | undefined;
  /** Report only what concerns these files; the others are scanned for what they tell of them. */
  readonly shard?: Shard;
  /** Report only on these files; headers that they include are scanned for what they tell of them. */
  readonly only?: readonly string[] | undefined;
  /** Report only on files that fit these lines of a `.gitignore`; the other sources are not scanned. */
  readonly onlyFiles?: readonly string[] | undefined;
  /** Whether it is well that there is nothing to examine, as in a commit that touches no source. */
  readonly mayBeEmpty?: boolean;
  /** Report what the baseline has as well, and what is gone since; counted it is in any case. */
  readonly includeExisting: boolean;
  readonly minConfidence: number;
  /** Whether no candidate is ranked lower for the size of the tree. */
  readonly rateAsNew?: boolean | undefined;
  /** What the configuration says of rules and of folders; nothing when missing. */
  readonly findingSettings?: readonly FindingSettings[];
  readonly failOn: FailOn;
  /** What settles it; the default where it is missing. */
  readonly failOnFrom?: string | undefined;
  /** How many findings of a kind there may be. */
  readonly limits?: readonly Limit[] | undefined;
  /** Where `.rustward/sec` goes: below the root, below this folder, or nowhere. */
  readonly state: 'root' | 'none' | { readonly folder: string };
  readonly version: string;
}

export interface SecurityDeps extends ScanDeps {
  /** Hears, on one line each, what a person should know and no report says. */
  readonly onWarning: (line: string, about?: 'settings') => void;
  /** Missing when no model is asked; then `whyNoModel` may say why, as a sentence. */
  readonly triage?: Triage | undefined;
  readonly whyNoModel?: string | undefined;
  /** Missing where nothing is run without a model. */
  readonly runFindings?: RunFindings | undefined;
}
