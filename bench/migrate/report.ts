import type { Evidence } from '../../src/equivalence/evidence/evidence.ts';
import type { StepOutcome } from '../../src/migration/pipeline/step-outcome.ts';
import type { CrateFigures, TestCount } from './examine-crate.ts';

/** What became of one C function. */
export interface FunctionResult {
  readonly name: string;
  readonly state: StepOutcome['kind'];
  /** Why it is not migrated. */
  readonly reason?: string;
  readonly evidence?: Evidence;
}

export interface ProjectResult {
  readonly name: string;
  readonly functions: readonly FunctionResult[];
  /** Why the run ended before all was tried. */
  readonly stopped?: string;
  readonly calls: number;
  readonly tokens: number;
  readonly seconds: number;
  readonly crate: CrateFigures;
}

/** The functions of a run, in its order. */
export function functionResults(outcomes: readonly StepOutcome[]): FunctionResult[] {
  return outcomes.flatMap((outcome) =>
    outcome.step.functions.map(({ name }) => {
      const evidence =
        outcome.kind === 'migrated' && outcome.result.kind === 'done'
          ? outcome.result.evidence.get(name)
          : undefined;
      return {
        ...{ name, state: outcome.kind },
        ...('reason' in outcome ? { reason: outcome.reason } : {}),
        ...(evidence === undefined ? {} : { evidence }),
      };
    }),
  );
}

/**
 * Whether all functions are migrated, but for those that are recorded as blocked, and nothing that can
 * be seen is wrong with the crate.
 */
export function isGood(
  { functions, stopped, crate }: ProjectResult,
  blocked: readonly string[],
): boolean {
  const runs = [crate.tests, ...(crate.ownTests === undefined ? [] : [crate.ownTests])];
  return (
    stopped === undefined &&
    functions.every(({ name, state }) => (state === 'migrated') !== blocked.includes(name)) &&
    crate.warnings.length === 0 &&
    runs.every(({ passed, all, problem }) => problem === undefined && passed === all)
  );
}

/** A project as lines of text. */
export function projectText(result: ProjectResult): string {
  const { name, functions, crate, calls, tokens, seconds } = result;
  const migrated = functions.filter(({ state }) => state === 'migrated');
  const equal = migrated.flatMap(({ evidence }) => (evidence?.kind === 'equal' ? [evidence] : []));
  const cases = sum(equal.map((one) => one.cases));
  const lines = sum(equal.map(({ coverage }) => coverage.lines));
  const covered = sum(equal.map(({ coverage }) => coverage.coveredLines));
  const parts = [
    `${name}: ${migrated.length} of ${functions.length} functions`,
    `${equal.length} same as the C on ${cases} inputs, ${covered} of ${lines} lines of C`,
    `${crate.unsafeLines} of ${crate.lines} lines unsafe`,
    `${crate.warnings.length} warnings`,
    `tests ${testsText(crate.tests)}`,
    ...(crate.ownTests === undefined ? [] : [`the project's own ${testsText(crate.ownTests)}`]),
    `${calls} calls, ${tokens} tokens`,
    `${Math.round(seconds)} s`,
  ];
  return [
    parts.join('; '),
    ...(result.stopped === undefined ? [] : [`  stopped: ${result.stopped}`]),
    ...functions.flatMap(functionLines),
    ...crate.warnings.map((warning) => `  warning: ${warning}`),
  ].join('\n');
}

function functionLines({ name, state, reason, evidence }: FunctionResult): string[] {
  if (state !== 'migrated')
    return [`  ${name}: ${state}${reason === undefined ? '' : `, ${reason}`}`];
  return evidence?.kind === 'not checked' ? [`  ${name}: not checked, ${evidence.because}`] : [];
}

/** Tests as a person reads them. */
export function testsText({ passed, all, problem }: TestCount): string {
  return problem === undefined ? `${passed} of ${all}` : problem;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
