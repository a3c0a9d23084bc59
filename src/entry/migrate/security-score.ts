import type { SecurityScore } from '../../migration/state/security-score.ts';
import type { Candidate } from '../../security/candidates/candidate.ts';
import type { ReportedCandidate } from '../../security/report/report.ts';
import { refutationOf } from '../../security/report/triage-view.ts';

/** What counts: what no person has suppressed and no model has refuted. */
export function openCandidates(candidates: readonly ReportedCandidate[]): ReportedCandidate[] {
  return candidates.filter(
    (one) => one.suppression === undefined && refutationOf(one) === undefined,
  );
}

export function isOfC({ language }: Candidate): boolean {
  return language !== 'rust';
}

/** The sum of the scores of candidates. */
export function securityScore(candidates: readonly Candidate[]): SecurityScore {
  const sum = candidates.reduce((total, { score }) => total + score, 0);
  return {
    score: Math.round(sum * 100) / 100,
    candidates: candidates.length,
    high: candidates.filter(({ severity }) => severity === 'high').length,
  };
}

/** The order in which candidates are fixed: files with the highest score first, in a file the highest first. */
export function worstFilesFirst<One extends Candidate>(candidates: readonly One[]): One[] {
  const scores = new Map<string, number>();
  for (const { file, score } of candidates) scores.set(file, (scores.get(file) ?? 0) + score);
  const ofFile = ({ file }: Candidate) => scores.get(file) ?? 0;
  return candidates.toSorted((a, b) => ofFile(b) - ofFile(a) || b.score - a.score || a.gid - b.gid);
}
