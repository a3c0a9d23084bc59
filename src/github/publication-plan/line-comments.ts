import { type HunkLines, shownPart } from './hunks.ts';
import type { PlannedFinding } from './publication-plan.ts';

/** A finding with the lines that its comment will be on. */
export interface InlineFinding {
  readonly finding: PlannedFinding;
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
  const { path, start_line, end_line, suggestion } = finding;
  if (!hunks.has(path)) return 'the file is not part of the change';
  const shown = hunks.get(path);
  if (shown === undefined) return 'GitHub shows no lines of this file';
  const replaced = suggestion && { first: suggestion.start_line, last: suggestion.end_line };
  if (
    replaced !== undefined &&
    shown.some(({ first, last }) => first <= replaced.first && replaced.last <= last)
  ) {
    return { finding, lines: replaced, suggests: true };
  }
  const lines = shownPart(shown, { first: start_line, last: Math.max(start_line, end_line) });
  if (lines === undefined) return 'its lines are not part of the change';
  return { finding, lines, suggests: false };
}
