import type { Cargo } from '../crate/cargo.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import type { Diagnostic } from '../crate/diagnostics.ts';
import type { ChangeKind } from './change.ts';

/** What a crate was before: later it may be no worse. */
export interface Baseline {
  /** How often each warning was there. */
  readonly warnings: ReadonlyMap<string, number>;
  /** Names of the tests that passed. */
  readonly passed: readonly string[];
}

/** What an optimisation asks of cargo. */
export type OptimizeCargo = Pick<Cargo, 'diagnose' | 'test' | 'format' | 'suggestions'>;

/** Builds and tests a crate; the problem where it is not green. */
export async function measureBaseline(
  cargo: OptimizeCargo,
  files: CrateFiles,
): Promise<Baseline | { readonly problem: string }> {
  const { diagnostics, problem } = await cargo.diagnose(files);
  const error = problem ?? diagnostics.find(({ kind }) => kind !== 'warning')?.rendered;
  if (error !== undefined) return { problem: firstLine(error) };
  const tested = await cargo.test(files, 'all');
  if (tested.kind === 'not built') return { problem: firstLine(tested.said) };
  const [failed] = tested.run.failed;
  if (failed !== undefined) return { problem: `test ${failed.name} fails` };
  if (!tested.ended) return { problem: 'the tests do not come to their end' };
  return { warnings: counted(diagnostics), passed: tested.run.passed };
}

/** What speaks against a crate that was changed, on one line; undefined when it is as green as it was. */
export async function findRegression(
  cargo: OptimizeCargo,
  files: CrateFiles,
  standard: Baseline,
  kind: ChangeKind,
): Promise<string | undefined> {
  const now = await measureBaseline(cargo, files);
  if ('problem' in now) return now.problem;
  for (const [warning, count] of now.warnings) {
    // A safe function leaves its callers an unsafe too many: that is the next change.
    if (kind === 'unsafe' && warning.includes('unused_unsafe')) continue;
    if (count > (standard.warnings.get(warning) ?? 0)) return `a new warning: ${warning}`;
  }
  const missing = standard.passed.find((name) => !now.passed.includes(name));
  return missing === undefined ? undefined : `test ${missing} does not run any more`;
}

function counted(diagnostics: readonly Diagnostic[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code, message, file } of diagnostics) {
    const key = `${file}: ${code} ${message}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.slice(0, 300) ?? '';
}
