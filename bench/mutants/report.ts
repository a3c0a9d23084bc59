import type { Judged } from './judge.ts';
import type { Mutant } from './mutate-rust.ts';
import type { Pair } from './pairs.ts';

/** What a check said of a pair as it is. */
export interface CorrectResult {
  readonly pair: Pair;
  readonly judged: Judged;
}

/** What a check said of a mutant. */
export interface MutantResult extends CorrectResult {
  readonly mutant: Mutant;
}

/** All that the bench found out. */
export interface Results {
  readonly seed: number;
  readonly correct: readonly CorrectResult[];
  readonly mutants: readonly MutantResult[];
}

/** How many mutants of a hundred must be caught, and in which time each. */
const NEEDED = 98;
const MAX_SECONDS = 20;

/** Whether the mutant is told from the C, within the time. */
export function isCaught({ judged }: MutantResult): boolean {
  return judged.evidence.kind === 'different' && judged.milliseconds < MAX_SECONDS * 1000;
}

/** Whether enough was caught, and nothing correct was called anything but equal. */
export function isEnough({ correct, mutants }: Results): boolean {
  const caught = mutants.filter(isCaught).length;
  const areEqual = correct.every(({ judged }) => judged.evidence.kind === 'equal');
  return areEqual && caught * 100 >= NEEDED * mutants.length;
}

/** One line for a pair as it is. */
export function correctLine({ pair, judged }: CorrectResult): string {
  return row(pair.rust, judged.evidence.kind, judged.milliseconds, detail(judged));
}

/** Two lines for a mutant: what came of it, and what was changed. */
export function mutantLine(result: MutantResult): string {
  const { pair, judged, mutant } = result;
  const verdict = isCaught(result) ? 'caught' : 'MISSED';
  const change = `${mutant.operator}, line ${mutant.line}: ${mutant.before}  =>  ${mutant.after}`;
  return `${row(pair.rust, verdict, judged.milliseconds, detail(judged))}    ${change}\n`;
}

/** The figures of a run. */
export function summary(results: Results): string {
  const { correct, mutants, seed } = results;
  const equal = correct.filter(({ judged }) => judged.evidence.kind === 'equal').length;
  const caught = mutants.filter(isCaught).length;
  const times = (of: readonly CorrectResult[]) => {
    const sorted = of.map(({ judged }) => judged.milliseconds / 1000).sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    return `median ${median.toFixed(1)} s, most ${(sorted.at(-1) ?? 0).toFixed(1)} s`;
  };
  return [
    `correct: ${equal} of ${correct.length} equal; ${times(correct)}`,
    `mutants: ${caught} of ${mutants.length} caught (seed ${seed}); ${times(mutants)}`,
    `operators: ${operators(mutants)}`,
    '',
  ].join('\n');
}

function operators(mutants: readonly MutantResult[]): string {
  const counts = new Map<string, { of: number; caught: number }>();
  for (const result of mutants) {
    const { of, caught } = counts.get(result.mutant.operator) ?? { of: 0, caught: 0 };
    const next = { of: of + 1, caught: caught + (isCaught(result) ? 1 : 0) };
    counts.set(result.mutant.operator, next);
  }
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, { of, caught }]) => `${name} ${caught}/${of}`).join(', ');
}

function detail({ evidence }: Judged): string {
  switch (evidence.kind) {
    case 'equal': {
      const { lines, coveredLines, branches, coveredBranches } = evidence.coverage;
      const reached = `lines ${coveredLines}/${lines}, branches ${coveredBranches}/${branches}`;
      return `${evidence.cases} cases, ${evidence.excluded} excluded, ${reached}`;
    }
    case 'different': {
      const input = evidence.input.trim().replace(/\s+/g, ' ');
      return `${input}; C: ${evidence.c}; Rust: ${evidence.rust}`;
    }
    case 'not checked':
    case 'nothing to compare':
      return evidence.because;
  }
}

function row(name: string, verdict: string, milliseconds: number, rest: string): string {
  const seconds = (milliseconds / 1000).toFixed(1).padStart(5);
  const short = rest.length > 240 ? `${rest.slice(0, 240)}…` : rest;
  return `${name.padEnd(32)} ${verdict.padEnd(11)} ${seconds} s  ${short}\n`;
}
