import type { Evidence } from '../../equivalence/evidence/evidence.ts';

/**
 * What is seen of a function, for a reviewer: nothing that differs from run to run, such as how many
 * inputs the time was enough for.
 */
export function evidenceText(evidence: Evidence): string {
  if (evidence.kind === 'not checked') return `not checked, because ${evidence.because}`;
  if (evidence.kind === 'different') return `different on ${evidence.input}`;
  return `the same on ${AMOUNTS.find(([least]) => evidence.cases >= least)?.[1] ?? 'a few'} inputs`;
}

const AMOUNTS = [
  [1000, 'thousands of'],
  [100, 'hundreds of'],
] as const;
