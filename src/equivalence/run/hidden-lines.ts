import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Grammars } from '../../code/syntax/grammar.ts';
import type { Case } from '../cases/case.ts';
import type { ComparisonPlan } from '../plan/comparison-plan.ts';
import type { EquivalenceSubject } from '../plan/subject.ts';
import { linesThatGoOn } from './lines-of-failures.ts';
import type { Coverage } from './parse-coverage.ts';
import type { RoundsResult } from './run-rounds.ts';

/*
 * Lines that are reached only by calls that fail, which give nothing of what the lines did: the escapes of a text that
 * turns out to be malformed behind them.
 */

/** The outputs of a call of which none has a value where it fails. */
export function failureOutputs({ outputs }: ComparisonPlan): readonly number[] {
  return outputs.flatMap(({ slot, c, rust }, at) => {
    const isOfResult = rust === 'result' && c.when !== undefined && slot.name !== 'errno';
    return isOfResult && slot.shape.kind === 'nullable' && slot.isObserved !== true ? [at] : [];
  });
}

/**
 * The lines of the function that only failing calls have reached, and behind which it goes on.
 * @param all what all inputs reach
 * @param cover what these inputs reach of the function
 */
export async function hiddenLines(
  { project, function: f }: EquivalenceSubject,
  grammars: Grammars,
  { succeeding }: RoundsResult,
  all: Coverage,
  cover: (cases: readonly Case[]) => Promise<Coverage | undefined>,
): Promise<readonly number[]> {
  // Where none succeeds, the evidence says that by itself.
  if (succeeding.length === 0) return [];
  const seen = await cover(succeeding);
  const known = new Set(all.missedLines);
  const missed = seen?.missedLines.filter((line) => !known.has(line)) ?? [];
  if (missed.length === 0) return [];
  const text = readFileSync(join(project, f.range.file), 'utf8');
  return linesThatGoOn(await grammars.tree('c', text), f.name, missed);
}

/** Coverage in which lines count as not reached. */
export function withoutLines(coverage: Coverage, lines: readonly number[]): Coverage {
  return {
    ...coverage,
    coveredLines: coverage.coveredLines - lines.length,
    missedLines: [...coverage.missedLines, ...lines].sort((a, b) => a - b),
  };
}

/** What the evidence says of them. */
export function hiddenText(lines: readonly number[]): readonly string[] {
  if (lines.length === 0) return [];
  const which = lines.length === 1 ? `Line ${lines[0]} is` : `Lines ${lines.join(', ')} are`;
  return [`${which} reached only by calls that fail, which do not show what is done there.`];
}
