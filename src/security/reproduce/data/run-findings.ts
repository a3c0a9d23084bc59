import { byBytes } from '../../../workspace/files/byte-order.ts';
import type { Candidate } from '../../candidates/candidate.ts';
import type { Reproduction } from '../../candidates/reproduction.ts';
import type { Reproducer } from '../reproducer.ts';
import { type DataSources, tryInputs } from './try-inputs.ts';

/** How much is run where no model is asked. */
export interface RunLimits {
  readonly functions: number;
  readonly seconds: number;
}

const RUN_LIMITS: RunLimits = { functions: 6, seconds: 180 };

/** Findings of one function that one driver may show. */
const MAX_FINDINGS = 6;

/**
 * Runs what a scan finds in functions on data alone, the worst first, without a model. Of a function that is not on data
 * alone nothing is said: there was nothing to run.
 * @param candidates what a change introduces
 * @returns by gid
 * @throws IncompleteError where nothing can be run; the signal's reason
 */
export async function runFindings(
  candidates: readonly Candidate[],
  reproducer: Reproducer,
  sources: DataSources,
  { functions, seconds }: RunLimits = RUN_LIMITS,
): Promise<ReadonlyMap<number, Reproduction>> {
  const found = new Map<number, Reproduction>();
  const ends = performance.now() + seconds * 1000;
  let tried = 0;
  for (const group of groupsOf(candidates)) {
    const [first] = group;
    if (first === undefined) continue;
    const isLate = performance.now() > ends;
    if (tried >= functions || isLate) {
      const cap = isLate ? `${seconds} seconds` : `${functions} functions`;
      const why = `without a model, at most ${cap} are spent on running functions`;
      for (const { gid } of group) found.set(gid, { outcome: 'not_tried', why });
      continue;
    }
    const findings = group.map(({ id, cwe, file, line, function: name, trace }) => ({
      id,
      defect: { cwe, place: { file, line, function: name }, path: trace },
    }));
    const outcome = await tryInputs(findings, reproducer, sources);
    if (outcome.kind === 'unsuitable') continue;
    tried += 1;
    for (const [at, reproduction] of outcome.reproductions.entries()) {
      const gid = group[at]?.gid;
      if (gid !== undefined) found.set(gid, reproduction);
    }
  }
  return found;
}

/** By function, the worst first. */
function groupsOf(candidates: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const runnable = candidates.filter(
    ({ language, severity, function: name }) =>
      language === 'c' && severity !== 'low' && name !== '',
  );
  const byFunction = Map.groupBy(
    runnable.toSorted((one, other) => one.gid - other.gid),
    ({ file, function: name }) => `${file}|${name}`,
  );
  const worst = (group: readonly Candidate[]) => Math.max(...group.map(({ score }) => score));
  return [...byFunction]
    .toSorted(([one, a], [other, b]) => worst(b) - worst(a) || byBytes(one, other))
    .map(([, group]) => group.slice(0, MAX_FINDINGS));
}
