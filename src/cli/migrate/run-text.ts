import type { Evidence } from '../../equivalence/evidence/evidence.ts';
import type { StepOutcome } from '../../migration/pipeline/step-outcome.ts';

/** What became of each function, as a table and a line that counts. */
export function migrationText(outcomes: readonly StepOutcome[]): string {
  const rows = outcomes.flatMap((outcome) =>
    outcome.step.functions.map(({ name, file, startLine }) => [
      name,
      `${file}:${startLine}`,
      outcome.kind,
      detailOf(outcome, name),
    ]),
  );
  const counts = Map.groupBy(
    outcomes.flatMap(({ kind, step }) => step.functions.map(() => kind)),
    (kind) => kind,
  );
  const sums = [...counts].map(([kind, list]) => `${list.length} ${kind}`).join(', ');
  return [...aligned([['function', 'C', 'state', ''], ...rows]), '', sums || 'no functions'].join(
    '\n',
  );
}

function detailOf(outcome: StepOutcome, name: string): string {
  if (outcome.kind === 'blocked' || outcome.kind === 'skipped') {
    return outcome.reason.split('\n')[0]?.slice(0, 160) ?? '';
  }
  if (outcome.kind !== 'migrated' || outcome.result.kind !== 'done') return '';
  const { metrics, evidence, plans } = outcome.result;
  const plan = plans.find(({ cName }) => cName === name);
  const where = plan?.skip === undefined ? (plan?.rust ?? '') : `no Rust: ${plan.skip}`;
  const again = metrics.restarts === 0 ? '' : `, begun ${metrics.restarts + 1} times`;
  return `${where}; ${evidenceText(evidence.get(name))}; ${metrics.calls} calls${again}`;
}

function evidenceText(evidence: Evidence | undefined): string {
  if (evidence?.kind === 'equal') {
    const { coveredLines, lines } = evidence.coverage;
    return `same as the C on ${evidence.cases} inputs, ${coveredLines} of ${lines} lines of it`;
  }
  const why = evidence?.kind === 'not checked' ? `, because ${evidence.because}` : '';
  return `equivalence: not checked${why}`;
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
