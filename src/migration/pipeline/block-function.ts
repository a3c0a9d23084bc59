import type { Evidence } from '../../equivalence/evidence/evidence.ts';
import { type Progress, type StepMetrics, writeProgress } from '../state/progress.ts';
import type { MigrationStep } from '../steps/step.ts';
import { CANNOT_BE_DONE } from '../transpile/step-failure.ts';

/*
 * What blocks a function of a migration: its attempts have failed, it differs from its C, or it needs a
 * function that is blocked itself.
 */

/** Records that all attempts at the functions of a step have failed. A later run does not try them again. */
export function blockFunctions(
  project: string,
  step: MigrationStep,
  { reason, metrics }: { readonly reason: string; readonly metrics: StepMetrics },
  progress: Progress,
): void {
  const functions = step.functions.map(({ name }) => name);
  const blocked = [...blockedOthers(step, progress), { functions, reason, metrics }];
  writeProgress(project, { ...progress, current: null, blocked });
}

/** What is recorded as blocked of other steps. */
export function blockedOthers({ functions }: MigrationStep, { blocked }: Progress) {
  return blocked.filter((one) => !functions.some(({ name }) => one.functions.includes(name)));
}

/** Why a function of a step was blocked by an earlier run; undefined when none was. */
export function recordedBlock(
  { functions }: MigrationStep,
  blocked: Progress['blocked'],
): string | undefined {
  const found = blocked.find((one) => functions.some(({ name }) => one.functions.includes(name)));
  return found?.reason;
}

/** The first function that a step calls and that could not be migrated. @param missing names of such functions */
export function blockingCallee(
  { functions }: MigrationStep,
  missing: ReadonlySet<string>,
): string | undefined {
  return functions.flatMap(({ callees }) => callees).find((callee) => missing.has(callee));
}

/** What a function of a step does otherwise than its C, as a comparison after its migration has shown. */
export function differenceReason(
  { functions }: MigrationStep,
  evidence: ReadonlyMap<string, Evidence>,
): string | undefined {
  for (const { name } of functions) {
    const seen = evidence.get(name);
    if (seen?.kind !== 'different') continue;
    const both = `for ${seen.input} the C gives ${seen.c}, the Rust ${seen.rust}`;
    return `compared when all was there, ${name} does something else than the C: ${both}`;
  }
  return undefined;
}

/** The functions that no safe Rust can do under what is given, as a second reader agreed. */
export function impossibleFunctions(blocked: Progress['blocked']): ReadonlySet<string> {
  const impossible = blocked.filter(({ reason }) => reason.startsWith(CANNOT_BE_DONE));
  return new Set(impossible.flatMap(({ functions }) => functions));
}
