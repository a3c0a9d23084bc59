import { type Crate, parseCrate } from '../../code/rust/crate/crate.ts';
import { testsOf } from '../../code/rust/crate/crate-tests.ts';
import { type Evidence, isSettled } from '../../equivalence/evidence/evidence.ts';
import type { OrderStep } from '../artifacts/order.ts';
import { isToMigrate } from '../artifacts/program-main.ts';
import type { CFunctionSymbol } from '../artifacts/symbol.ts';
import { findUnwrittenFunctions } from '../crate/unwritten.ts';
import { checkCrateGates, type GateParsers } from '../gates/check-gates.ts';
import type { GateSettings } from '../gates/gate-settings.ts';
import { countUnsafe, unsafeLines } from '../gates/unsafe-code.ts';
import { comparisonsReaching } from './comparisons-reaching.ts';
import { measuredThresholds } from './measured-gates.ts';
import type { MappedFunction, RunRecord, StepRecord } from './migration-records.ts';
import type { FunctionState, MigrationState, StepEffort } from './migration-state.ts';
import { phaseThresholds } from './phase-gates.ts';
import { totalsOf } from './totals.ts';
import { unrecordedState } from './unrecorded.ts';

/** What a migration has left behind: its artifacts, and the crate. */
export interface MigrationArtifacts {
  readonly project: string;
  readonly functions: readonly CFunctionSymbol[];
  readonly order: readonly OrderStep[];
  /** What serves a function in place of Rust of its own, by id; none when missing. */
  readonly replaced?: ReadonlyMap<string, string>;
  /** Undefined before the first run in this clone. */
  readonly run: RunRecord | undefined;
  readonly mapped: readonly MappedFunction[];
  /** The folder of the map that these are from, relative to the project's, with a slash behind it. */
  readonly records: string;
  /** The folder of the crate, relative to the project's. */
  readonly folder: string;
  /** The files of the crate by path; empty before there is one. */
  readonly crate: ReadonlyMap<string, string>;
  readonly settings: GateSettings;
  /** Functions of a given interface that were written, and stand for none of the C; none when missing. */
  readonly besideC?: readonly string[];
}

/** How far a migration has come, function by function, in the order of the migration. */
export function migrationStateOf(parsers: GateParsers, traces: MigrationArtifacts): MigrationState {
  const { run, settings } = traces;
  const crate = parseCrate(parsers.rust, traces.crate);
  const steps = [...(run?.converted ?? []), ...(run?.blocked ?? [])].map((step) => ({
    step,
    effort: effortOf(step),
  }));
  const functions = inMigrationOrder(traces).map((symbol): FunctionState => {
    const is = (name: string) => name === symbol.name || name === `${symbol.file}:${symbol.name}`;
    const own = traces.mapped.find(
      (one) => one.c_name === symbol.name && one.c_file === symbol.file,
    );
    const taken = steps.find(({ step }) => step.functions.some(is));
    const blocked = run?.blocked.find((one) => one.functions.some(is));
    const isCurrent = run?.current?.functions.some(is) === true;
    const base = {
      name: symbol.name,
      file: symbol.file,
      startLine: symbol.start_line,
      endLine: symbol.end_line,
      signature: symbol.signature,
      unsafeLines: 0,
      remarks: [],
      ...(taken === undefined ? {} : { effort: taken.effort }),
    };
    const library = traces.replaced?.get(symbol.id);
    if (own !== undefined && (own.skipped === undefined || library === undefined)) {
      return { ...base, ...mappedState(own, crate, traces.mapped) };
    }
    if (isCurrent) return { ...base, state: 'current' };
    if (blocked !== undefined) return { ...base, state: 'blocked', reason: blocked.reason };
    if (library !== undefined) return { ...base, state: 'replaced', reason: library };
    const unrecorded = unrecordedState(symbol, crate, traces.mapped, {
      records: traces.records,
      isConverted: run?.converted.some((one) => one.functions.some(is)) === true,
      isGiven: run?.has_interface === true,
    });
    return { ...base, ...(unrecorded ?? { state: 'waiting' }) };
  });
  const efforts = steps.map(({ effort }) => effort);
  const unsafe = countUnsafe(crate);
  return {
    project: traces.project,
    crate: traces.folder,
    functions,
    efforts,
    unsafe,
    unwritten: findUnwrittenFunctions(parsers.rust, traces.crate),
    besideC: traces.besideC ?? [],
    tests: testsOf(crate).filter(({ isIgnored }) => !isIgnored).length,
    gates:
      crate.files.length === 0 ? [] : checkCrateGates(parsers, { crate: traces.crate, settings }),
    phases: [
      ...phaseThresholds(totalsOf({ functions, efforts }), unsafe, settings),
      ...(run?.measures === undefined ? [] : measuredThresholds(run.measures, settings)),
    ],
    ...(run?.measures === undefined ? {} : { measures: run.measures }),
  };
}

/** Functions as they are to be migrated; those of no step come last. */
export function inMigrationOrder({
  functions,
  order,
}: Pick<MigrationArtifacts, 'functions' | 'order'>): CFunctionSymbol[] {
  const ranks = new Map(order.flatMap(({ ids }) => ids).map((id, rank) => [id, rank]));
  return functions
    .filter(isToMigrate)
    .toSorted((a, b) => (ranks.get(a.id) ?? ranks.size) - (ranks.get(b.id) ?? ranks.size));
}

function mappedState(own: MappedFunction, crate: Crate, all: readonly MappedFunction[]) {
  const { module: file, rust_symbol: symbol, signature, skipped, evidence, remarks } = own;
  const rust = { file, symbol, signature };
  if (own.standing?.kind === 'changed' && isSettled(evidence)) {
    const { because } = own.standing;
    const unsafe = skipped === undefined ? unsafeLinesOf(crate, file, symbol) : 0;
    return {
      ...{ state: 'stale' as const, reason: because, remarks, unsafeLines: unsafe },
      evidence: { kind: 'not checked' as const, because, remedy: 'again' as const },
      ...(skipped === undefined ? { rust } : {}),
    };
  }
  const unknown =
    own.standing?.kind === 'not known' && isSettled(evidence)
      ? { isOfUnknownCode: true as const }
      : {};
  if (skipped !== undefined)
    return { state: 'skipped' as const, reason: skipped, remarks, ...unknown };
  const reachedBy = evidence.kind === 'not checked' ? comparisonsReaching(own, all) : [];
  return {
    ...standingOf(evidence),
    ...(reachedBy.length === 0 ? {} : { reachedBy }),
    rust,
    ...unknown,
    evidence,
    remarks,
    unsafeLines: unsafeLinesOf(crate, file, symbol),
  };
}

/** What the evidence for a function makes of it. */
function standingOf(evidence: Evidence): Pick<FunctionState, 'state' | 'reason'> {
  switch (evidence.kind) {
    case 'equal':
    case 'nothing to compare':
      return { state: 'migrated' };
    case 'not checked':
      return { state: 'uncompared', reason: evidence.because };
    case 'different':
      return {
        state: 'blocked',
        reason: `the Rust does something else than the C: for ${evidence.input} the C gives ${evidence.c}, the Rust ${evidence.rust}`,
      };
  }
}

/** Lines of a function that are unsafe. */
function unsafeLinesOf(crate: Crate, path: string, symbol: string): number {
  const file = crate.files.find((one) => one.path === path);
  const [name, owner] = symbol.split('::').reverse();
  const found = (file?.functions ?? []).filter((fn) => fn.name === name);
  const fn = found.find((one) => one.owner === owner) ?? found[0];
  if (file === undefined || fn === undefined) return 0;
  const { line, endLine } = file.tree.location(fn.node);
  return [...unsafeLines(file)].filter((at) => line <= at && at <= endLine).length;
}

function effortOf({ functions, metrics }: StepRecord): StepEffort {
  return {
    functions,
    tries: metrics.restarts + 1,
    repairs: Object.values(metrics.rounds).reduce((sum, rounds) => sum + rounds, 0),
    modelCalls: metrics.calls,
    inputTokens: metrics.input_tokens,
    outputTokens: metrics.output_tokens,
    cost: metrics.cost,
    seconds: metrics.seconds,
  };
}
