import type { AnalysisNote, FunctionOutline, RuleHit } from '../candidates/file-analysis.ts';
import { named, stretches } from './line-stretches.ts';

/** A stretch of text. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * The parts of a file that stand where versions were not merged: what became of the code around is not known, so that
 * nothing that was found in it says anything of the code that is meant.
 */
export class UnmergedCode {
  private readonly lines = new Set<number>();
  private readonly marked: readonly number[];

  /** @param conflicts where the versions stand in the text, `functions` those of the file */
  constructor(
    text: string,
    conflicts: readonly Stretch[],
    functions: readonly Pick<FunctionOutline, 'line' | 'endLine'>[],
  ) {
    const places = conflicts.map(
      ({ start, end }) => [lineAt(text, start), lineAt(text, end)] as const,
    );
    this.marked = places.flatMap(([first, last]) => range(first, last));
    for (const line of this.marked) this.lines.add(line);
    for (const { line, endLine } of functions)
      if (places.some(([first, last]) => line <= last && first <= endLine))
        for (const one of range(line, endLine)) this.lines.add(one);
  }

  /** Whether a hit stands in none of them. */
  readonly isMerged = ({ location }: Pick<RuleHit, 'location'>): boolean =>
    !this.lines.has(location.line);

  /** What is to be said of them. */
  notes(): AnalysisNote[] {
    if (this.marked.length === 0) return [];
    const sorted = (lines: Iterable<number>) =>
      stretches([...new Set(lines)].sort((left, right) => left - right));
    const all = sorted(this.lines);
    const reason =
      `versions at lines ${named(sorted(this.marked))} were not merged: the functions around them, ` +
      `lines ${named(all)}, were not examined, so findings may be missing`;
    return [{ reason, failed: true, lines: all }];
  }
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1))
    line += 1;
  return line;
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
