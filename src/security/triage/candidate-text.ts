import type { Candidate } from '../candidates/candidate.ts';
import { isClaimedAlone } from '../candidates/model-source.ts';

/** A trace that begins as an earlier one does for at least so many steps is not repeated. */
const MIN_SHARED_STEPS = 3;

/**
 * Candidates as an agent reads them, numbered from 1. The numbers are their places in this list and
 * not their gids, so that the same candidates give the same text whatever else the scan proposes.
 */
export function candidateText(candidates: readonly Candidate[]): string {
  const traces = candidates.map(traceLines);
  return candidates
    .map((candidate, at) => describe(candidate, at + 1, withoutSharedSteps(traces, at)))
    .join('\n\n');
}

/**
 * Candidates as a verifier reads them: without who proposes them, how sure that is, and what was
 * followed, so that only the derivation counts.
 */
export function anonymousText(candidates: readonly Candidate[]): string {
  return candidates
    .map((candidate, at) =>
      [
        `${at + 1}. ${candidate.file}:${candidate.line}${within(candidate)}`,
        `   weakness ${weaknesses(candidate)}`,
        `   claim: ${candidate.description}`,
        `   line: ${candidate.evidence}`,
      ].join('\n'),
    )
    .join('\n\n');
}

function describe(candidate: Candidate, number: number, trace: readonly string[]): string {
  const { file, line, pattern, confidence, description, evidence } = candidate;
  const [rating, followed] = isClaimedAlone(candidate)
    ? [`weakness ${weaknesses(candidate)}`, 'said to be reached like this:']
    : [
        `rule ${pattern} (${weaknesses(candidate)}), confidence ${confidence.toFixed(2)}`,
        'the scan followed the data here:',
      ];
  return [
    `${number}. ${file}:${line}${within(candidate)}`,
    `   ${rating}`,
    `   claim: ${description}`,
    `   line: ${evidence}`,
    ...(trace.length === 0 ? [] : [`   ${followed}`, ...trace]),
  ].join('\n');
}

/** One line a step, a step that repeats itself once. */
function traceLines({ trace }: Candidate): string[] {
  return trace
    .map((step) => `     - ${step.file}:${step.line}${within(step)}: ${step.message}`)
    .filter((line, at, all) => line !== all[at - 1]);
}

/** A trace without the steps that an earlier candidate's shows. */
function withoutSharedSteps(traces: readonly (readonly string[])[], at: number): readonly string[] {
  const own = traces[at] ?? [];
  const shared = traces.slice(0, at).map((other) => {
    const differs = own.findIndex((line, step) => line !== other[step]);
    return differs < 0 ? own.length : differs;
  });
  const longest = Math.max(0, ...shared);
  if (longest < MIN_SHARED_STEPS) return own;
  const like = shared.indexOf(longest) + 1;
  return [
    `     - the first ${longest} steps are those of candidate ${like}`,
    ...own.slice(longest),
  ];
}

function weaknesses({ cwe }: Candidate): string {
  return cwe.map((one) => `CWE-${one}`).join(', ');
}

function within({ function: name }: { readonly function: string }): string {
  return name === '' ? '' : ` in ${name}`;
}
