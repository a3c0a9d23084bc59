import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Case, Slot } from './cases/case.ts';
import { SAMPLE_PATHS } from './cases/file-fixture.ts';
import { describeSide, describeValue } from './evidence/describe.ts';
import { argumentsText, differenceTest } from './evidence/difference-test.ts';
import type { Evidence } from './evidence/evidence.ts';
import { buildC } from './harness/build-c.ts';
import { buildRust } from './harness/build-rust.ts';
import { harnessFolders } from './harness/workspace.ts';
import type { CallSignature } from './inputs/call-signature.ts';
import { openInputs } from './inputs/input-source.ts';
import { shrinkCase } from './inputs/shrink-case.ts';
import type { Constants } from './inputs/values/constants.ts';
import { NotComparable } from './not-comparable.ts';
import { callbackCallsShape, callbacksOf } from './pairing/callback-shapes.ts';
import { reachableFunctions } from './pairing/errno.ts';
import { EMPTY_MAPPING } from './pairing/mapping.ts';
import {
  type ComparisonPlan,
  comparesAllocationSizes,
  type HarnessPlan,
  makesObject,
  type PlannedCall,
} from './plan/comparison-plan.ts';
import { outlivesProcess } from './plan/process-effects.ts';
import {
  DEFAULT_EQUIVALENCE_LIMITS,
  type EquivalenceDeps,
  type EquivalencePhase,
  type EquivalenceSubject,
} from './plan/subject.ts';
import { CSources } from './planner/c-sources.ts';
import { planComparison } from './planner/plan-comparison.ts';
import { planSequence } from './planner/plan-sequence.ts';
import { constantsOfCalls } from './run/c-constants.ts';
import { type Coverage, measureCoverage } from './run/coverage.ts';
import { BothSides, type RoundsResult, runRounds } from './run/run-rounds.ts';
import { type CallSlots, decodeResult } from './run/run-side.ts';
import { objectTypeText } from './rust/callback-holder.ts';
import { objectPathOf } from './rust-api/object-type.ts';
import { RustCrate } from './rust-api/rust-crate.ts';
import type { RustApiFunction } from './rust-api/rust-type.ts';

/**
 * For making the failing input smaller: so many questions, so that it is the same one on a slower machine.
 * The time is for those that hang, each of which takes its quarter of a second.
 */
const SHRINK_ROUNDS = 24;
const SHRINK_SECONDS = 15;

/**
 * Runs a C function and the Rust function that is to replace it side by side, on inputs made for
 * the C, and compares all that both give back. The C is the original unit, built as it is.
 * @throws IncompleteError when the sandbox fails, or a driver ends for a reason of its own
 */
export async function checkEquivalence(
  subject: EquivalenceSubject,
  deps: EquivalenceDeps,
): Promise<Evidence> {
  try {
    return await compareBothSides(subject, deps);
  } catch (thrown) {
    if (thrown instanceof NotComparable) return { kind: 'not checked', because: thrown.message };
    throw thrown;
  }
}

async function compareBothSides(
  subject: EquivalenceSubject,
  deps: EquivalenceDeps,
): Promise<Evidence> {
  const start = performance.now();
  const times = new Map<EquivalencePhase, number>();
  const measureTime = async <Result>(
    phase: EquivalencePhase,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const from = performance.now();
    try {
      return await work();
    } finally {
      times.set(phase, (times.get(phase) ?? 0) + performance.now() - from);
    }
  };
  try {
    const { planned: harnessPlan, crate } = await measureTime('plan', () =>
      planHarness(subject, deps),
    );
    const folders = harnessFolders(deps.cache);
    const { plan } = harnessPlan.calls[harnessPlan.subjectIndex] ?? {};
    if (plan === undefined) throw new Error('no plan');
    const isSequence = harnessPlan.objectType !== undefined;
    await Promise.all([
      measureTime('C build', () => buildC(subject, harnessPlan.calls, deps, folders)),
      measureTime('Rust build', () => {
        const calls = harnessPlan.calls.map((call) => ({ function: call.rust, plan: call.plan }));
        const object =
          harnessPlan.objectType === undefined ? undefined : crate.item(harnessPlan.objectType);
        const handle =
          object?.kind === 'struct'
            ? objectTypeText(object, callbacksOf(harnessPlan.calls))
            : undefined;
        return buildRust(subject.crate, calls, handle, deps, folders);
      }),
    ]);
    const notes = callbackNotes(harnessPlan.calls);
    const calls = harnessPlan.calls.map((call) => callSlots(call, harnessPlan.objectType, notes));
    const sides = new BothSides(calls, deps, folders, measureTime);
    const functions = harnessPlan.calls.map((call) => call.function);
    const found = await constantsOfCalls(functions, subject, deps.grammars);
    const constants = addTexts(found, harnessPlan);
    const inputs = openInputs({ calls, constants, seed: deps.seed });
    const limits = { ...DEFAULT_EQUIVALENCE_LIMITS, ...deps.limits };
    for (const name of ['edges', 'coverage.profraw'])
      rmSync(join(folders.run, name), { force: true });
    const rounds = await runRounds(sides, inputs, limits);
    const milliseconds = () => Math.round(performance.now() - start);
    if (rounds.differingCase !== undefined) {
      const until = performance.now() + SHRINK_SECONDS * 1000;
      const stillDiffers = async (cases: readonly Case[]) =>
        performance.now() < until ? await sides.findDiffering(cases, 3) : cases.map(() => false);
      const smallest = await shrinkCase(calls, rounds.differingCase, stillDiffers, {
        rounds: SHRINK_ROUNDS,
      });
      const found = await reproduceDifference(sides, smallest, calls);
      return {
        kind: 'different',
        input: (isSequence ? undefined : argumentsText(plan, crate, smallest)) ?? found.input,
        c: found.c,
        rust: found.rust,
        test: differenceTest(
          subject.function.name,
          harnessPlan.calls,
          crate,
          found.until,
          found.side,
        ),
        cases: rounds.compared,
        seed: deps.seed,
        milliseconds: milliseconds(),
      };
    }
    if (rounds.compared === 0) throw new NotComparable(noResultReason(rounds));
    const coverage = await measureTime('coverage', () =>
      runCoverage(subject, sides, rounds, deps, folders.run),
    );
    if (coverage !== undefined && coverage.lines > 0 && coverage.coveredLines === 0) {
      throw new NotComparable('no input that was tried reaches it');
    }
    return {
      kind: 'equal',
      cases: rounds.compared,
      excluded: rounds.excluded,
      seed: deps.seed,
      coverage: coverage ?? NO_COVERAGE,
      limits: limitsOf(subject, plan, rounds, coverage, limits.cases),
      undefinedBehaviour: [...rounds.reasons.keys()]
        .map((reason) => reason.replace(/^(?:\.\/)+/, ''))
        .filter((reason) => /:\d+:\d+: /.test(reason))
        .slice(0, 10),
      milliseconds: milliseconds(),
    };
  } finally {
    for (const [phase, milliseconds] of times) deps.onPhase?.(phase, Math.round(milliseconds));
  }
}

/** Nothing was measured; `limits` says so. */
const NO_COVERAGE = { lines: 0, coveredLines: 0, branches: 0, coveredBranches: 0 } as const;

async function planHarness(subject: EquivalenceSubject, deps: EquivalenceDeps) {
  const crate = await RustCrate.read(loadRustSources(join(subject.crate, 'src')), deps.grammars);
  const rust = crate.function(subject.rust);
  if (rust === undefined) throw new NotComparable(`the crate has no function ${subject.rust}`);
  return { planned: planCallOrSequence(subject, rust, crate), crate };
}

/** One call on its own; sequences of calls where an object has no form that both sides share. */
function planCallOrSequence(
  subject: EquivalenceSubject,
  rust: RustApiFunction,
  crate: RustCrate,
): HarnessPlan {
  const { function: f, project, unit, mapping = EMPTY_MAPPING } = subject;
  const sources = new CSources(project, unit);
  try {
    const context = { unit, sources, crate, others: subject.others };
    const plan = planComparison(f, rust, mapping, context);
    return { calls: [{ function: f, rust, plan }], subjectIndex: 0, objectType: undefined };
  } catch (thrown) {
    if (!(thrown instanceof NotComparable)) throw thrown;
    try {
      return planSequence(subject, rust, crate, sources);
    } catch (other) {
      if (!(other instanceof NotComparable)) throw other;
      if (objectPathOf(rust, crate) === undefined) throw thrown;
      throw new NotComparable(`${thrown.message}; nor by calls that make one: ${other.message}`);
    }
  }
}

/**
 * What options a program has, by the characters that it looks for, and by the texts that `getopt` is
 * told them with: `-v` of `C:m:v`.
 */
function optionsIn({ words, characters }: Constants): string[] {
  const told = words.flatMap((word) => {
    const text = Buffer.from(word).toString('latin1');
    return /^[+:-]*(?:[A-Za-z0-9]:{0,2}){1,24}$/.test(text) ? [...text.replace(/\W/g, '')] : [];
  });
  const looked = characters
    .map((code) => String.fromCharCode(code))
    .filter((one) => /\w/.test(one));
  const letters = [...told, ...looked];
  return ['--', '-', ...new Set(letters.map((letter) => `-${letter}`))];
}

/** Texts that are often given: options of a program, paths of files that there are, or nearly. */
function addTexts(constants: Constants, { calls }: HarnessPlan): Constants {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const paths = calls.some(({ plan }) => plan.usesFiles) ? SAMPLE_PATHS.map(bytes) : [];
  const hasArguments = calls.some(({ plan }) =>
    plan.rust.some(({ pair }) => pair?.kind === 'list' && pair.of.kind === 'list'),
  );
  const options = hasArguments ? optionsIn(constants).map(bytes) : [];
  return { ...constants, words: [...constants.words, ...options, ...paths] };
}

function callSlots(
  { function: f, rust, plan }: PlannedCall,
  handle: string | undefined,
  notes: readonly Slot[],
): CallSlots & CallSignature {
  const taken = plan.rust.filter(({ pair }) => pair === undefined);
  return {
    name: f.name,
    inputs: plan.inputs,
    outputs: [
      ...plan.outputs.map((output) =>
        outlivesProcess(output) ? { ...output.slot, outlivesProcess: true } : output.slot,
      ),
      ...notes,
    ],
    handles: taken.length,
    hasSizes: comparesAllocationSizes(plan.result),
    ...(handle !== undefined && makesObject(plan) ? { makes: handle } : {}),
    takes: taken.map(({ type }) => ({
      type: handle ?? rust.path,
      use: type.kind !== 'reference' ? 'consumes' : type.mutable ? 'changes' : 'reads',
    })),
  };
}

/** What is noted of the calls of each function of a caller. */
function callbackNotes(calls: readonly PlannedCall[]): Slot[] {
  return callbacksOf(calls)
    .filter(({ isCompared }) => isCompared)
    .map((pair) => ({ name: `calls of ${pair.name}`, shape: callbackCallsShape(pair) }));
}

/** The `.rs` files below a folder, by their path in it. */
function loadRustSources(folder: string): Map<string, string> {
  if (!existsSync(folder)) throw new NotComparable('the crate has no folder src');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    paths
      .filter((path) => path.endsWith('.rs'))
      .sort()
      .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]),
  );
}

/** What both sides gave on a case on which they differ. */
async function reproduceDifference(
  sides: BothSides,
  smallest: Case,
  calls: readonly (CallSlots & CallSignature)[],
) {
  const [c] = await sides.runC([smallest], 5);
  const [rust] = await sides.runRust([smallest], 5);
  const difference = c && rust && sides.difference(smallest, c, rust);
  if (c === undefined || rust === undefined || difference === undefined) {
    throw new NotComparable('a difference between both sides did not show again');
  }
  const outputs = calls.map((call) => call.outputs);
  const side = decodeResult(c, smallest, calls);
  const other = decodeResult(rust, smallest, calls);
  // What comes after the call that differs says nothing.
  const until = { steps: smallest.steps.slice(0, difference.step + 1) };
  const inputs = until.steps.map((step) => {
    const call = calls[step.call];
    const given = (call?.inputs ?? []).map(
      ({ name, shape }, at) => `${name} = ${describeValue(shape, step.inputs[at] ?? null)}`,
    );
    return smallest.steps.length === 1 ? given.join(', ') : `${call?.name}(${given.join(', ')})`;
  });
  return {
    side,
    until,
    input: inputs.join('; '),
    c: describeSide(smallest, side, other, difference, outputs),
    rust: describeSide(smallest, other, side, difference, outputs),
  };
}

function noResultReason({ excluded, reasons }: RoundsResult): string {
  const [most] = [...reasons].sort((a, b) => b[1] - a[1]);
  return `none of ${excluded} inputs counts: ${most?.[0] ?? 'the C gave no result in time'}`;
}

async function runCoverage(
  subject: EquivalenceSubject,
  sides: BothSides,
  rounds: RoundsResult,
  deps: EquivalenceDeps,
  folder: string,
): Promise<Coverage | undefined> {
  rmSync(join(folder, 'coverage.profraw'), { force: true });
  await sides.runPlainC(rounds.reaching, 10);
  return measureCoverage(subject.function, deps, folder);
}

function limitsOf(
  { unit, function: f }: EquivalenceSubject,
  plan: ComparisonPlan,
  rounds: RoundsResult,
  coverage: Coverage | undefined,
  wanted: number,
): string[] {
  const bound = new Set(plan.variables.bound.map(({ name }) => name));
  const names = new Set(reachableFunctions(f, [unit]).flatMap(({ globals }) => globals));
  const state = unit.globals.filter(
    ({ name, isConst }) => !isConst && names.has(name) && !bound.has(name),
  );
  return [
    ...plan.limits,
    ...state.map(
      ({ name }) =>
        `The variable ${name} is as at the start in each case, and what is written to it is not compared.`,
    ),
    ...rounds.errno.limits(),
    ...(rounds.compared < wanted
      ? [`Only ${rounds.compared} of ${wanted} inputs were compared.`]
      : []),
    ...(coverage === undefined ? ['Coverage was not measured.'] : []),
  ];
}
