import { estimateStanding } from '../../src/rules/confidence/estimate.ts';
import { severityOf } from '../../src/security/candidates/severity.ts';
import type { JudgedFinding } from './judged-file.ts';
import { measure } from './measure.ts';

/**
 * What the table is worth for a project that has no part in it: for each project, its judged findings that
 * are of medium severity or more by a table made of the other projects alone, with what they were drawn
 * with as what the rule states.
 */
export function leaveOneOutText(judged: readonly JudgedFinding[]): string {
  const known = judged.filter(({ basis }) => basis !== undefined);
  const rows = [...Map.groupBy(known, ({ project }) => project)].map(([project, own]) => {
    const table = measure(known.filter((finding) => finding.project !== project));
    const kept = own.filter(({ rule, confidence, basis }) => {
      if (basis === undefined) return false;
      const estimated = Math.min(confidence, estimateStanding(rule, confidence, basis, table));
      return severityOf(estimated, 'high') !== 'low';
    });
    return { project, own, kept };
  });
  const all = { project: 'all', ...combined(rows) };
  const lines = [...rows, all].map(
    ({ project, own, kept }) =>
      `${project.padEnd(12)} ${share(own)} of all, ${share(kept)} of those that stay medium`,
  );
  return `true, by a table without the project's own findings:\n${lines.join('\n')}\n`;
}

function combined(rows: readonly Record<'own' | 'kept', readonly JudgedFinding[]>[]) {
  return { own: rows.flatMap(({ own }) => own), kept: rows.flatMap(({ kept }) => kept) };
}

function share(findings: readonly JudgedFinding[]): string {
  const right = findings.filter(({ verdict }) => verdict === 'true').length;
  return `${right}/${findings.length}`.padStart(7);
}
