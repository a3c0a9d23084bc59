import { join } from 'node:path';
import { parseCrate } from '../../code/rust/crate/crate.ts';
import { type CrateFiles, loadCrate } from '../crate/crate-files.ts';
import { changedTests } from '../gates/changed-tests.ts';
import { CrateDigests } from '../state/changed-rust.ts';
import { loadProgress } from '../state/progress.ts';
import { loadSymbolMap, symbolFiles } from '../state/symbol-map.ts';
import { knownRecords, loadTypeLayout } from '../state/type-layout.ts';
import type { MigrationStep } from '../steps/step.ts';
import type { AttemptResult } from '../transpile/attempt-deps.ts';
import { repairReportedFailure } from '../transpile/attempt-step.ts';
import { knownWarningsOf } from '../transpile/known-warnings.ts';
import { mappedSymbols, planOfMapped } from '../transpile/record-step.ts';
import type { ReportedAttempt } from '../transpile/step-attempt.ts';
import type { StepFailureKind } from '../transpile/step-failure.ts';
import type { MigrationDeps, MigrationOptions } from './migration-run.ts';
import { rememberedForStep } from './remembered-for-step.ts';

/** What a build or tests elsewhere said of migrated functions. */
export interface ReportedFailure {
  readonly kind: Extract<StepFailureKind, 'compile' | 'test'>;
  readonly text: string;
  /** Which time this is, from 1. */
  readonly round: number;
}

/** How files of the project are to become, by their paths in it; or why nothing was found. */
export type RepairedFunctions =
  | { readonly kind: 'repaired'; readonly files: Readonly<Record<string, string | null>> }
  | { readonly kind: 'not repaired'; readonly reason: string };

export interface RepairOptions extends Pick<MigrationOptions, 'crate' | 'notes' | 'repairs'> {
  /** The crate before the functions came: all that it has stays as it is. */
  readonly base: CrateFiles;
}

/**
 * Repairs functions that are in the crate already, because of a failure that was seen elsewhere. Nothing
 * is written to the project. Tests, and what they call, stay as they were.
 * @param steps all of the project, and `step` the one of them to repair
 * @throws ModelError when no model can be asked; the signal's reason
 */
export async function repairFunctions(
  project: string,
  steps: readonly MigrationStep[],
  step: MigrationStep,
  complaint: ReportedFailure,
  { crate, base, notes, repairs }: RepairOptions,
  deps: MigrationDeps,
): Promise<RepairedFunctions> {
  const { kind, text, round } = complaint;
  const files = loadCrate(join(project, crate));
  const knownWarnings = await knownWarningsOf(base, deps.cargo);
  const result = await askForRepair(
    project,
    steps,
    step,
    { files, failure: { kind, text }, round },
    { base, notes, repairs, knownWarnings },
    deps,
  );
  if (result.kind === 'failed') return { kind: 'not repaired', reason: result.reason };
  const { outcome, what, where } = changedTests(
    parseCrate(deps.parser, files),
    parseCrate(deps.parser, result.files),
  );
  if (outcome === 'failed') {
    const places = where.map(({ file, line }) => `${file}:${line}`).join(', ');
    return { kind: 'not repaired', reason: `the repair bends the measure: ${what} (${places})` };
  }
  const changed: Record<string, string | null> = {};
  for (const path of new Set([...files.keys(), ...result.files.keys()])) {
    const next = result.files.get(path) ?? null;
    if (next !== (files.get(path) ?? null)) changed[`${crate}/${path}`] = next;
  }
  if (Object.keys(changed).length === 0) {
    return { kind: 'not repaired', reason: 'nothing was found that would have to change' };
  }
  return {
    kind: 'repaired',
    files: {
      ...changed,
      ...symbolFiles(
        mappedSymbols(step, result, new CrateDigests(deps.parser, result.files), deps.now()),
      ),
    },
  };
}

interface RepairQuestion extends Pick<RepairOptions, 'base' | 'notes' | 'repairs'> {
  /** Warnings that the crate may have: see `warningKeys`. */
  readonly knownWarnings: ReadonlySet<string>;
}

/**
 * Has functions that are in the crate repaired, and checked as when they were written.
 * @throws ModelError when no model can be asked; the signal's reason
 */
export async function askForRepair(
  project: string,
  steps: readonly MigrationStep[],
  step: MigrationStep,
  found: Omit<ReportedAttempt, 'plans'>,
  { base, notes, repairs, knownWarnings }: RepairQuestion,
  deps: MigrationDeps,
): Promise<AttemptResult> {
  const mapped = loadSymbolMap(project);
  const names = step.functions.map(({ name }) => name);
  const own = mapped.filter(({ c_qname }) => names.includes(c_qname));
  const missing = names.find((name) => !own.some(({ c_qname }) => c_qname === name));
  if (missing !== undefined) {
    const reason = `the symbol map says nothing of ${missing}`;
    return { kind: 'failed', reason, tried: [], isFinal: true };
  }
  const all = steps.flatMap(({ functions }) => functions.map(({ name }) => name));
  const isMapped = (name: string) => mapped.some(({ c_qname }) => c_qname === name);
  const reported = { ...found, plans: own.map(planOfMapped) };
  return await repairReportedFailure(step, base, reported, {
    ...deps,
    ...{ moduleFiles: new Map(), notes, repairs, knownWarnings },
    hasInterface: loadProgress(project)?.has_interface ?? false,
    ...{ layout: loadTypeLayout(project), records: knownRecords(project) },
    remembered: rememberedForStep(step, steps, mapped, deps.recall),
    rustNames: new Map(mapped.map(({ c_qname, rust_symbol }) => [c_qname, rust_symbol])),
    takenPaths: new Set(
      mapped.filter((one) => !own.includes(one)).map(({ rust_symbol }) => rust_symbol),
    ),
    // They came with tests, and what they are is settled.
    repeatedPaths: new Set(own.map(({ rust_symbol }) => rust_symbol)),
    pendingFunctions: new Set(all.filter((name) => !isMapped(name))),
  });
}
