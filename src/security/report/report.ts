import type { Candidate, Severity } from '../candidates/candidate.ts';
import type { LineFix } from '../candidates/line-fix.ts';
import type { Reproduction } from '../candidates/reproduction.ts';
import type { TriageResult } from '../candidates/triage-result.ts';
import type { Gate } from './fail-on.ts';
import type { ImportedPlace } from './imported-place.ts';

/** A file that was not examined, or not wholly, and why. */
export interface SkippedFile {
  readonly file: string;
  readonly reason: string;
}

/** How many candidates models came to each result with. */
export type TriageCounts = Readonly<Record<TriageResult['kind'], number>>;

export interface Summary {
  readonly total: number;
  readonly by_language: Readonly<Record<string, number>>;
  readonly by_category: Readonly<Record<string, number>>;
  readonly by_severity: Readonly<Record<Severity, number>>;
  /** Present where models were asked: all candidates that they were to look at, open or not. */
  readonly by_examination?: TriageCounts;
  /** At most 10, by summed score, worst first. */
  readonly top_risk_files: readonly { file: string; score: number; count: number }[];
  readonly scanned_files: number;
  readonly scanned_lines: number;
  readonly scanned_root: string;
  /** Candidates that would be reported if no more confidence were asked for than usual; absent where there are none. */
  readonly less_sure?: number;
  /** How many open findings are ranked lower for the size of the tree; absent where there are none. */
  readonly ranked_lower?: number;
  readonly skipped: readonly SkippedFile[];
}

/**
 * new: the baseline does not have it; updated: the baseline has it, too weak for a finding, and it is
 * one now; unchanged: the baseline has it too; absent: the baseline alone has it.
 */
export type BaselineState = 'new' | 'updated' | 'unchanged' | 'absent';

export interface Suppression {
  /** `inSource`: a comment in the code; `external`: the suppression file. */
  readonly kind: 'inSource' | 'external';
  readonly reason: string;
  /** Where settings leave out all that a rule finds, or generated files: it is no decision about this finding. */
  readonly by_settings?: true;
}

/** A changed line of the head; where lines are only gone, the one right behind them. */
export interface IntroducedAt {
  readonly file: string;
  readonly line: number;
  /**
   * A model names it, and the change has it; or the way to the defect leads over it; or it is the nearest one of the
   * changed function.
   */
  readonly known_by: 'model' | 'path' | 'nearness';
}

/** A candidate as it is reported. */
export interface ReportedCandidate extends Candidate {
  /** Present when a baseline was given. */
  readonly baseline?: BaselineState;
  readonly suppression?: Suppression;
  /** Of the code that it rests on: what a decision about it is bound to. Missing where that code could not be read. */
  readonly digest?: string;
  /** Present where it is ranked lower for the size of the tree: the severity that it has in a small one. */
  readonly severity_in_small_tree?: Severity;
  /** Present where another place in the function, on this line, is the finding of their one cause. */
  readonly repeats_line?: number;
  /** Present where models were asked: what they found out, or why they did not look. */
  readonly examination?: TriageResult;
  /** Present where what stands was to be run: what came of it, or why it was not. */
  readonly reproduction?: Reproduction;
  /** Present where no model has examined it in a review: ways of calls to its function, as `main -> parse`. */
  readonly call_paths?: readonly string[];
  /** Present in a review where the change has not touched its lines: the changed line that brings it about. */
  readonly introduced_at?: IntroducedAt;
  /** Present where the syntax alone shows a fix that is right. */
  readonly fix?: LineFix;
}

/** What a reader must know about a rule. */
export interface RuleInfo {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly cwe: readonly number[];
  readonly severity: Severity;
  readonly precision: 'very-high' | 'high' | 'medium' | 'low';
  /** Markdown, with a bad and a good example. */
  readonly help: string;
}

/**
 * clean: everything was examined and nothing is at or above the threshold;
 * inconclusive: something that should have been examined was not.
 */
export type ReportVerdict = 'clean' | 'findings' | 'inconclusive';

/** Everything a report says; the printers beside this file turn it into text. */
export interface Report {
  readonly version: string;
  readonly mode: 'scan' | 'review';
  readonly verdict: ReportVerdict;
  /** What fails a run; absent in reports of versions that did not say. */
  readonly gate?: Gate;
  /** Present where something that should have been examined was not, whatever else was found. */
  readonly incomplete?: true;
  /** The first line of every report: who looked, and who did not. */
  readonly notice: string;
  readonly summary: Summary;
  readonly candidates: readonly ReportedCandidate[];
  readonly rules: readonly RuleInfo[];
  /** Present where results of other scanners were imported: what became of each. */
  readonly imported?: readonly ImportedPlace[];
  /** Present where this is one part of several. */
  /** What tells its results in code scanning from those of others, where a person names it. */
  readonly category?: string;
  readonly shard?: { readonly index: number; readonly count: number };
  /** Present where the root is a git work tree. */
  readonly revision?: {
    readonly commit: string;
    readonly branch?: string;
    readonly repository?: string;
    /** The root from the top of the repository, where it is not the top itself. */
    readonly folder?: string;
    /** The files named in this report that are not as in the commit; missing where all are. */
    readonly modified?: readonly string[];
  };
  /** Present in a review: what was compared. */
  readonly comparison?: {
    readonly base: string;
    /** Of those that are examined. */
    readonly changed_files: number;
    /** How many changed sources are no part of the scan; missing for none. */
    readonly left_out_files?: number;
    readonly changed_functions: readonly string[];
  };
  /** Present where there is a baseline: how many candidates are not news. */
  readonly known?: {
    /** Open candidates that the baseline has as well; of a review those that concern the change. */
    readonly existing: number;
    /** Candidates of the baseline that are gone. */
    readonly fixed: number;
    /** Whether both are among the candidates. */
    readonly included: boolean;
  };
}
