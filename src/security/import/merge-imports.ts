import type { Severity } from '../../rules/classification.ts';
import { byBytes } from '../../workspace/files/byte-order.ts';
import type { CandidateDraft } from '../candidates/draft-candidates.ts';
import { scoreOf, severityOf } from '../candidates/severity.ts';
import { areRelated, inOneStatement, MAX_LINE_DISTANCE, shareWeakness } from './same-defect.ts';

/** What each further source adds to the surest one's confidence. */
const CONFIDENCE_PER_SOURCE = 0.05;
const MAX_CONFIDENCE = 0.95;

/** A candidate that may be merged, with the worst severity its rule allows. */
export interface Mergeable {
  readonly draft: CandidateDraft;
  readonly ceiling: Severity;
}

/** A candidate, and what of other scanners it stands for. */
export interface MergedCandidate {
  readonly draft: CandidateDraft;
  readonly imported: readonly CandidateDraft[];
}

/** One candidate for several scanners: the first is the one that is kept. */
type Group = [Mergeable, ...Mergeable[]];

/**
 * Merges what several scanners say of one place. A candidate of ours stands for all that are like
 * it; of the others the surest does. Every one that is not merged stays. The same candidates give
 * the same result, whatever order they come in.
 * @param foreign no two of one rule on one line
 * @returns by file, line, column and rule
 */
export function mergeImports(
  own: readonly Mergeable[],
  foreign: readonly Mergeable[],
): MergedCandidate[] {
  const ownByFile = Map.groupBy(own, ({ draft }) => draft.file);
  const foreignByFile = Map.groupBy(foreign, ({ draft }) => draft.file);
  const files = [...new Set([...ownByFile.keys(), ...foreignByFile.keys()])].sort(byBytes);
  return files.flatMap((file) =>
    mergeFile(ownByFile.get(file) ?? [], foreignByFile.get(file) ?? []),
  );
}

function mergeFile(own: readonly Mergeable[], foreign: readonly Mergeable[]): MergedCandidate[] {
  const ours = new GroupsByLine();
  for (const leader of own) ours.add([leader]);
  const others = new GroupsByLine();
  const open: Mergeable[] = [];
  // What lies on the same line goes first: the line beside may be a defect of its own.
  for (const imported of foreign.toSorted(surestFirst)) {
    const group = onSameLine(imported, ours.near(imported));
    if (group === undefined) open.push(imported);
    else group.push(imported);
  }
  for (const imported of open) {
    const free = others.near(imported).filter((group) => !hasSourceIn(imported, group));
    const group =
      inSameStatement(imported, ours.near(imported)) ??
      onSameLine(imported, free) ??
      inSameStatement(imported, free);
    if (group === undefined) others.add([imported]);
    else group.push(imported);
  }
  const isForeign = new Set(foreign);
  return [...ours.all(), ...others.all()]
    .map((group) => ({
      draft: mergeGroup(group),
      imported: group.filter((one) => isForeign.has(one)).map(({ draft }) => draft),
    }))
    .sort((left, right) => inFileOrder(left.draft, right.draft));
}

/** Groups by the line of the candidate that is kept. */
class GroupsByLine {
  private readonly byLine = new Map<number, Group[]>();

  add(group: Group): void {
    const { line } = group[0].draft;
    const there = this.byLine.get(line);
    if (there === undefined) this.byLine.set(line, [group]);
    else there.push(group);
  }

  /** The groups that a candidate can belong to, by line. */
  near({ draft: { line } }: Mergeable): Group[] {
    const lines = Array.from(
      { length: 2 * MAX_LINE_DISTANCE + 1 },
      (_, index) => line - MAX_LINE_DISTANCE + index,
    );
    return lines.flatMap((at) => this.byLine.get(at) ?? []);
  }

  all(): Group[] {
    return [...this.byLine.values()].flat();
  }
}

/** Whether a scanner has a part in a group: two results of one scanner are two defects to it. */
function hasSourceIn({ draft }: Mergeable, group: Group): boolean {
  return group.some((known) => known.draft.sources.some((name) => draft.sources.includes(name)));
}

function onSameLine({ draft }: Mergeable, groups: readonly Group[]): Group | undefined {
  const there = groups.filter(
    ([{ draft: leader }]) => leader.line === draft.line && areRelated(leader, draft),
  );
  return there.find(([{ draft: leader }]) => shareWeakness(leader, draft)) ?? there[0];
}

function inSameStatement(imported: Mergeable, groups: readonly Group[]): Group | undefined {
  const { draft } = imported;
  const near = groups.filter(
    (group) =>
      inOneStatement(group[0].draft, draft) &&
      shareWeakness(group[0].draft, draft) &&
      !hasSourceIn(imported, group),
  );
  const distance = ([{ draft: leader }]: Group) => Math.abs(leader.line - draft.line);
  return near.toSorted((left, right) => distance(left) - distance(right))[0];
}

function mergeGroup([leader, ...others]: Group): CandidateDraft {
  if (others.length === 0) return leader.draft;
  const all = [leader, ...others].map(({ draft }) => draft);
  const sources = [...new Set(all.flatMap((draft) => draft.sources))].sort(byBytes);
  const surest = Math.max(...all.map((draft) => draft.confidence));
  const raised = Math.min(MAX_CONFIDENCE, surest + CONFIDENCE_PER_SOURCE * (sources.length - 1));
  const confidence = Math.round(raised * 100) / 100;
  const severity = severityOf(confidence, leader.ceiling);
  return { ...leader.draft, sources, confidence, severity, score: scoreOf(confidence, severity) };
}

function surestFirst(left: Mergeable, right: Mergeable): number {
  return right.draft.confidence - left.draft.confidence || inFileOrder(left.draft, right.draft);
}

function inFileOrder(left: CandidateDraft, right: CandidateDraft): number {
  const byPlace = left.line - right.line || left.column - right.column;
  return byPlace || byBytes(left.pattern, right.pattern);
}
