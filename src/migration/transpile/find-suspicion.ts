import type { Evidence } from '../../equivalence/evidence/evidence.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import type { FunctionPlan, MigrationStep } from '../steps/step.ts';
import type { AttemptDeps } from './attempt-deps.ts';
import { isHalfReached } from './reached-text.ts';
import type { StepFailure } from './step-failure.ts';

/**
 * What a gate guesses from the text, of functions on which the comparison with the C is not conclusive.
 * @param isSettled whether a second reader has found against a guess with that text
 */
export function findSuspicion(
  {
    files,
    step,
    plans,
    evidence,
  }: {
    readonly files: CrateFiles;
    readonly step: MigrationStep;
    readonly plans: readonly FunctionPlan[];
    readonly evidence: ReadonlyMap<string, Evidence>;
  },
  { gates, pendingFunctions }: Pick<AttemptDeps, 'gates' | 'pendingFunctions'>,
  isSettled: (text: string) => boolean,
): StepFailure | undefined {
  for (const plan of plans) {
    const seen = evidence.get(plan.cName);
    if (plan.skip !== undefined || isConclusive(seen)) continue;
    const found = gates.suspicion(files, step, plan, pendingFunctions);
    if (found === undefined) continue;
    const why =
      seen?.kind === 'not checked'
        ? `could not be compared with the C, because ${seen.because}`
        : 'was compared with little of the C';
    const text = `${found}\nThis is a guess from the text alone: ${plan.cName} ${why}. Code that does the work of the C, whose results or effects depend on what those of the C depend on, satisfies it. If it is right as it is, say so with <RIGHT>, and why.`;
    if (!isSettled(text)) return { kind: 'gate', text, isDisputable: true };
  }
  return undefined;
}

/** Whether a comparison says more of a function than its text does. */
function isConclusive(evidence: Evidence | undefined): boolean {
  if (evidence?.kind !== 'equal') return evidence?.kind === 'nothing to compare';
  return isHalfReached(evidence.coverage);
}
