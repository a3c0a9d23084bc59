import type { Candidate } from '../candidate.ts';

/**
 * Candidates as an agent reads them, numbered from 1. The numbers are their places in this list and
 * not their gids, so that the same candidates give the same text whatever else the scan proposes.
 */
export function candidateText(candidates: readonly Candidate[]): string {
  return candidates.map((candidate, at) => describe(candidate, at + 1)).join('\n\n');
}

function describe(candidate: Candidate, number: number): string {
  const { file, line, pattern, cwe, confidence, description, evidence, trace } = candidate;
  const within = candidate.function === '' ? '' : ` in ${candidate.function}`;
  const weaknesses = cwe.map((one) => `CWE-${one}`).join(', ');
  const steps = trace.map((step) => {
    const where = step.function === '' ? '' : ` in ${step.function}`;
    return `     - ${step.file}:${step.line}${where}: ${step.message}`;
  });
  return [
    `${number}. ${file}:${line}${within}`,
    `   rule ${pattern} (${weaknesses}), confidence ${confidence.toFixed(2)}`,
    `   claim: ${description}`,
    `   line: ${evidence}`,
    ...(steps.length === 0 ? [] : ['   the scan followed the data here:', ...steps]),
  ].join('\n');
}
