import type { Evidence } from '../../src/equivalence/evidence/evidence.ts';
import type { FunctionId } from '../../src/github/commands/function-id.ts';
import type { Survey } from '../../src/github/isolated-worker/survey.ts';
import type { ReportVerdict } from '../../src/security/report/report.ts';

/** What became of the crate's layout, or of functions that are migrated together. */
export type StepResult = {
  /** Empty for the layout of the crate, which comes before all functions. */
  readonly functions: readonly FunctionId[];
} /** It is migrated and proposed: `url` is the address of the pull request. */ & (
  | { readonly kind: 'proposed'; readonly url: string; readonly evidence: readonly Evidence[] }
  /** It is migrated and on its branch; only a person may open the pull request, at `url`. */
  | { readonly kind: 'pushed'; readonly url: string; readonly evidence: readonly Evidence[] }
  /** It is migrated, and kept as a patch alone. */
  | { readonly kind: 'patch'; readonly evidence: readonly Evidence[] }
  /** An earlier run, or the App, has proposed it. */
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'done before' }
  /** It was tried, and did not come to anything that holds. */
  | { readonly kind: 'blocked'; readonly reason: string }
  /** Something that is missing, or a limit, kept it from being tried. */
  | { readonly kind: 'not tried'; readonly reason: string }
);

/** What a run of mode migrate found out and did. */
export interface MigrationResult {
  readonly survey: Survey;
  readonly steps: readonly StepResult[];
  readonly costs: { readonly dollars: number; readonly calls: number; readonly unpriced: number };
  /** One line each: what a person should know. */
  readonly notices: readonly string[];
  /** How long it took. */
  readonly seconds: number;
}

/** What the run comes to: a blocked function is a finding, and what was not tried leaves it open. */
export function verdictOf({ steps, survey }: MigrationResult): ReportVerdict {
  if (steps.some(({ kind }) => kind === 'blocked')) return 'findings';
  if (steps.some(({ kind }) => kind === 'not tried' || kind === 'pushed')) return 'inconclusive';
  // Where files could not be read, functions may be left that the survey does not list.
  return steps.length === 0 && survey.problems.length > 0 ? 'inconclusive' : 'clean';
}

/** The steps of some kinds. */
export function stepsOf<const Kind extends StepResult['kind']>(
  { steps }: Pick<MigrationResult, 'steps'>,
  ...kinds: readonly Kind[]
): Extract<StepResult, { kind: Kind }>[] {
  return steps.filter((step): step is Extract<StepResult, { kind: Kind }> =>
    kinds.some((kind) => kind === step.kind),
  );
}

/** How functions are named in a line, and a step without any: the crate's layout. */
export function nameOf({ functions }: Pick<StepResult, 'functions'>): string {
  return functions.length === 0
    ? 'the layout of the crate'
    : functions.map(({ name }) => name).join(', ');
}

/** How many functions of the project are in the crate of the commit, and how many there are. */
export function countsOf({
  steps,
}: Survey): Record<'done' | 'all' | 'compared' | 'uncompared', number> {
  const all = steps.flat();
  const done = all.filter(({ migrated }) => migrated !== undefined);
  const compared = done.filter(({ migrated }) => migrated?.evidence.kind === 'equal');
  const uncompared = done.filter(({ migrated }) => migrated?.evidence.kind === 'not checked');
  return {
    ...{ done: done.length, all: all.length },
    ...{ compared: compared.length, uncompared: uncompared.length },
  };
}
