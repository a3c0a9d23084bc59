import { type Evidence, isStale } from '../../equivalence/evidence/evidence.ts';
import type { StepOutcome } from '../../migration/pipeline/step-outcome.ts';
import { plural } from '../../migration/status/wording.ts';

/**
 * What became of each function: a line that counts, then a table.
 * @param only functions that a person has named: of the others, those that wait are counted alone
 */
export function migrationText(
  outcomes: readonly StepOutcome[],
  only: readonly string[] = [],
): string {
  const functions = outcomes.flatMap((outcome) =>
    outcome.step.functions.map(({ name, file, startLine }) => ({
      ...{ name, place: `${file}:${startLine}`, state: stateOf(outcome, name) },
      detail: detailOf(outcome, name),
    })),
  );
  const isShown = ({ name, state }: { readonly name: string; readonly state: string }) =>
    only.length === 0 || only.includes(name) || !/^waiting$|before$/.test(state);
  const rows = functions
    .filter(isShown)
    .map(({ name, place, state, detail }) => [name, place, state, detail]);
  const counts = Map.groupBy(functions, ({ state }) => state);
  const sums = [...counts].map(([state, list]) => `${list.length} ${COUNTED[state] ?? state}`);
  const all = `${functions.length} ${functions.length === 1 ? 'function' : 'functions'}`;
  return [
    functions.length === 0 ? 'no functions' : `${all}: ${sums.sort(byRank).join(', ')}`,
    '',
    ...aligned([['function', 'C', 'state', ''], ...rows]),
  ].join('\n');
}

/** How the states are called where they are counted. */
const COUNTED: Readonly<Record<string, string>> = {
  stale: 'stale, so not compared as they are',
  'not compared': 'carried over, not compared with the C',
  'not compared, before': 'carried over before, not compared with the C',
};
const RANKS = [/ migrated$/, / not compared/, / migrated before$/, / blocked$/, / skipped$/, /./];

function byRank(left: string, right: string): number {
  const rank = (text: string) => RANKS.findIndex((one) => one.test(text));
  return rank(left) - rank(right);
}

/** A function is migrated where it was compared with the C, or nothing can be compared. */
function stateOf(outcome: StepOutcome, name: string): string {
  if (outcome.kind === 'done before') {
    if (isStale(outcome.evidence.get(name))) return 'stale';
    const isOpen = outcome.evidence.get(name)?.kind === 'not checked';
    return isOpen ? 'not compared, before' : 'migrated before';
  }
  if (outcome.kind !== 'migrated' || outcome.result.kind !== 'done') return outcome.kind;
  return outcome.result.evidence.get(name)?.kind === 'not checked' ? 'not compared' : 'migrated';
}

function detailOf(outcome: StepOutcome, name: string): string {
  if (outcome.kind === 'blocked' || outcome.kind === 'skipped') {
    return outcome.reason.split('\n')[0]?.slice(0, 160) ?? '';
  }
  if (outcome.kind === 'done before') return evidenceText(outcome.evidence.get(name));
  if (outcome.kind !== 'migrated' || outcome.result.kind !== 'done') return '';
  const { metrics, evidence, plans } = outcome.result;
  const plan = plans.find(({ cName }) => cName === name);
  const where = plan?.skip === undefined ? (plan?.rust ?? '') : `no Rust: ${plan.skip}`;
  const again = metrics.restarts === 0 ? '' : `, begun ${metrics.restarts + 1} times`;
  return `${where}; ${evidenceText(evidence.get(name))}; ${plural(metrics.calls, 'call')}${again}`;
}

function evidenceText(evidence: Evidence | undefined): string {
  switch (evidence?.kind) {
    case 'equal': {
      const { coveredLines, lines } = evidence.coverage;
      return `same as the C on ${evidence.cases} inputs, ${coveredLines} of ${plural(lines, 'line')} of it`;
    }
    case 'different':
      return 'it does something else than the C';
    case 'nothing to compare':
      return `nothing to compare: ${evidence.because}`;
    case 'not checked':
      if (isStale(evidence)) return evidence.because;
      return `not compared with the C, because ${evidence.because}`;
    case undefined:
      return '';
  }
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
