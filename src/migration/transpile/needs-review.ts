import type { Evidence } from '../../equivalence/evidence/evidence.ts';
import type { FunctionPlan, MigrationStep } from '../steps/step.ts';

/** C of so many lines is read at a glance. */
const FEW_LINES = 12;
const MANY_INPUTS = 1000;

/**
 * Whether a reviewer can add something to what was seen. Not where all functions of a step are small, and each line
 * and branch of their C was run beside the Rust on many inputs, with everything that they give back compared.
 */
export function needsReview(
  { functions }: MigrationStep,
  plans: readonly FunctionPlan[],
  evidence: ReadonlyMap<string, Evidence>,
): boolean {
  const written = plans.filter(({ skip }) => skip === undefined);
  return written.some(({ cName }) => {
    const source = functions.find(({ name }) => name === cName);
    if (source === undefined || source.endLine - source.startLine >= FEW_LINES) return true;
    return !isComplete(evidence.get(cName));
  });
}

function isComplete(evidence: Evidence | undefined): boolean {
  if (evidence?.kind !== 'equal' || evidence.limits.length > 0) return false;
  const { lines, coveredLines, branches, coveredBranches } = evidence.coverage;
  const isWhole = lines > 0 && coveredLines === lines && coveredBranches === branches;
  return isWhole && evidence.cases >= MANY_INPUTS && evidence.undefinedBehaviour.length === 0;
}
