import type { Evidence } from '../../equivalence/evidence/evidence.ts';
import type { FunctionPlan, MigrationStep } from '../steps/step.ts';

/** C of so many lines is read at a glance. */
const FEW_LINES = 12;
const VERY_FEW_LINES = 4;
const MANY_INPUTS = 1000;
const SEEN_BY_CALLS = /^What an object holds is seen only through sequences of calls/;

/**
 * Whether a reviewer can add something to what was seen. Not where all functions of a step are small, and each line
 * and branch of their C was run beside the Rust on many inputs, with everything that they give back compared.
 */
export function needsReview(
  step: MigrationStep,
  plans: readonly FunctionPlan[],
  evidence: ReadonlyMap<string, Evidence>,
): boolean {
  return linesOfC(step, plans).some(
    ([name, lines]) => lines > FEW_LINES || !isComplete(evidence.get(name), lines),
  );
}

/** Whether all functions of a step are so small that, by what is seen of them, there may be no review. */
export function isSmallStep(step: MigrationStep, plans: readonly FunctionPlan[]): boolean {
  return linesOfC(step, plans).every(([, lines]) => lines <= FEW_LINES);
}

/** The functions that Rust was written for, with the lines of their C. */
function linesOfC(
  { functions }: MigrationStep,
  plans: readonly FunctionPlan[],
): (readonly [name: string, lines: number])[] {
  return plans
    .filter(({ skip }) => skip === undefined)
    .map(({ cName }) => {
      const source = functions.find(({ name }) => name === cName);
      return [cName, source === undefined ? Infinity : source.endLine - source.startLine + 1];
    });
}

function isComplete(evidence: Evidence | undefined, length: number): boolean {
  if (evidence?.kind !== 'equal') return false;
  // How an object is seen limits what a longer function might leave in it, and not what a getter gives.
  const limits = evidence.limits.filter(
    (one) => length > VERY_FEW_LINES || !SEEN_BY_CALLS.test(one),
  );
  if (limits.length > 0) return false;
  const { lines, coveredLines, branches, coveredBranches } = evidence.coverage;
  const isWhole = lines > 0 && coveredLines === lines && coveredBranches === branches;
  const isMuch = evidence.cases >= MANY_INPUTS || evidence.is_only_input === true;
  return isWhole && isMuch && evidence.undefinedBehaviour.length === 0;
}
