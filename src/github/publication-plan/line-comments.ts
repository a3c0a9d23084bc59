import { type HunkLines, shownPart } from './hunks.ts';
import type { PlannedFinding } from './publication-plan.ts';

/** A finding with the lines that its comment will be on. */
export interface InlineFinding {
  readonly finding: PlannedFinding;
  /** The file of the lines: another one than the finding's where the change that brings it about is elsewhere. */
  readonly path: string;
  readonly lines: HunkLines;
  /** Whether the lines are those that the finding's suggestion replaces. */
  readonly suggests: boolean;
}

/** A finding without a comment, and why. */
export interface ListedFinding {
  readonly finding: PlannedFinding;
  readonly reason: string;
}

/** What becomes of each finding of a plan; every one is in exactly one list. */
export interface Placement {
  readonly inline: readonly InlineFinding[];
  readonly listed: readonly ListedFinding[];
  /** Those that have a comment of ours since an earlier push. */
  readonly known: readonly PlannedFinding[];
}

export interface PlacementFacts {
  /** The hunks of each file of the pull request; undefined for one that GitHub shows no hunks of. */
  readonly hunks: ReadonlyMap<string, readonly HunkLines[] | undefined>;
  /** The keys of findings that have a comment. */
  readonly commented: ReadonlySet<string>;
  /** How many findings may have a comment, those of earlier pushes among them. */
  readonly cap: number;
}

/** Whether a comment on some lines of a file may be about a finding: on its own lines, or on the changed one behind it. */
export function isOn(
  { path, start_line, end_line, introduced_at: cause }: PlannedFinding,
  file: string,
  { first, last }: HunkLines,
): boolean {
  const isOwn = path === file && start_line <= last && first <= end_line;
  // Where lines at the end of a file are gone, the comment stands on the line before.
  const isCause = cause?.path === file && cause.line - 1 <= last && first <= cause.line;
  return isOwn || isCause;
}

/** Decides where each finding is said; the plan's order, the highest score first, decides who fits. */
export function placeFindings(
  findings: readonly PlannedFinding[],
  { hunks, commented, cap }: PlacementFacts,
): Placement {
  const known = findings.filter(({ key }) => commented.has(key));
  const inline: InlineFinding[] = [];
  const listed: ListedFinding[] = [];
  const seen = new Set(commented);
  for (const finding of findings) {
    // Two places may share a name; the comment on one is the comment on both.
    if (seen.has(finding.key)) {
      if (!commented.has(finding.key)) listed.push({ finding, reason: 'the same as one above' });
      continue;
    }
    seen.add(finding.key);
    const placed = placementOf(finding, hunks);
    if (typeof placed === 'string') listed.push({ finding, reason: placed });
    else if (known.length + inline.length >= cap) {
      const reason = cap === 0 ? 'nothing is commented now' : `there are ${cap} comments already`;
      listed.push({ finding, reason });
    } else inline.push(placed);
  }
  return { inline, listed, known };
}

function placementOf(
  finding: PlannedFinding,
  hunks: PlacementFacts['hunks'],
): InlineFinding | string {
  const { path, start_line, end_line, suggestion, introduced_at: cause } = finding;
  const ofCause = cause && hunks.get(cause.path);
  if (cause !== undefined && ofCause !== undefined) {
    const lines = shownPart(ofCause, { first: cause.line - 1, last: cause.line });
    // Where lines at the end of a file are gone, none stands behind them.
    const line = lines && Math.min(cause.line, lines.last);
    if (line !== undefined)
      return { finding, path: cause.path, lines: { first: line, last: line }, suggests: false };
  }
  if (!hunks.has(path)) return 'the file is not part of the change';
  const shown = hunks.get(path);
  if (shown === undefined) return 'GitHub shows no lines of this file';
  const replaced = suggestion && { first: suggestion.start_line, last: suggestion.end_line };
  if (
    replaced !== undefined &&
    shown.some(({ first, last }) => first <= replaced.first && replaced.last <= last)
  ) {
    return { finding, path, lines: replaced, suggests: true };
  }
  const lines = shownPart(shown, { first: start_line, last: Math.max(start_line, end_line) });
  if (lines === undefined) return 'its lines are not part of the change';
  return { finding, path, lines, suggests: false };
}
