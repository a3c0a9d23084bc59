import { bisectFailures } from './bisect-failures.ts';
import type { LinkCandidate } from './link-candidate.ts';
import type { LinkReport } from './link-report.ts';
import { lastLine, type ProjectRun } from './project-run.ts';

/** Of the hybrid with sanitizers: what the report says, and who is to blame. */
export interface CheckedMemory {
  readonly memory: NonNullable<LinkReport['memory']>;
  /** Ids of those that the sanitizers report something with, with what. */
  readonly breaking: ReadonlyMap<string, string>;
}

/** A run, and what sanitizers said in it that they do not say of the C alone. */
interface JudgedRun extends ProjectRun {
  readonly told: readonly string[];
}

/**
 * Builds and tests a hybrid, whose tests pass, once more with C and Rust under AddressSanitizer, and the C under
 * UndefinedBehaviorSanitizer. What they say of the project without Rust as well is no matter of the Rust.
 * @param run builds and tests with some functions in Rust; without any, the project as it is
 * @param hasOriginal whether the project as it is can still be built
 */
export async function checkMemory(
  linked: readonly LinkCandidate[],
  hasOriginal: boolean,
  run: (some: readonly LinkCandidate[] | undefined) => Promise<ProjectRun>,
): Promise<CheckedMemory> {
  const notChecked = (because: string): CheckedMemory => ({
    memory: { outcome: 'not checked', because },
    breaking: new Map(),
  });
  const clean: CheckedMemory = { memory: { outcome: 'clean' }, breaking: new Map() };
  const hybrid = await run(linked);
  if (hybrid.passed && !hybrid.isSanitized) {
    return notChecked('the build calls no compiler by its name alone');
  }
  if (hybrid.passed && hybrid.reports.length === 0) return clean;
  if (!hasOriginal) return notChecked('the project as it is cannot be built to compare with');
  const original = await run(undefined);
  const own = original.reports.find((one) => one.startsWith('AddressSanitizer: '));
  if (!original.passed || own !== undefined) {
    return notChecked(`without any Rust it does not pass either: ${own ?? lastLine(original)}`);
  }
  const known = new Set(original.reports);
  const judged = (one: ProjectRun): JudgedRun => {
    const told = one.reports.filter((report) => !known.has(report));
    return { ...one, told, passed: one.passed && told.length === 0 };
  };
  if (judged(hybrid).passed) return clean;
  const groups = [...Map.groupBy(linked, ({ id, shim }) => shim.object ?? id).values()];
  const found = await bisectFailures(groups, async (some) => judged(await run(some.flat())));
  if (found.breaking.length === 0) return notChecked('what was reported did not show again');
  const breaking = found.breaking.flatMap(({ name, run: failed }) =>
    name.map(({ id }): [string, string] => [
      id,
      `sanitizers report with it: ${failed.told[0] ?? lastLine(failed)}`,
    ]),
  );
  return { memory: { outcome: 'reports' }, breaking: new Map(breaking) };
}
