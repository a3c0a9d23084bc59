import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makesHandle } from './c/call-code.ts';
import { constantsOfCalls } from './c-constants.ts';
import { CSources } from './c-sources.ts';
import { callbacksOf, callsShape } from './callback.ts';
import type { Case, Slot } from './case.ts';
import { describeSide, describeValue } from './describe.ts';
import { argumentsText, differenceTest } from './difference-test.ts';
import { reachedFrom } from './errno.ts';
import type { Evidence } from './evidence.ts';
import { buildC } from './harness/build-c.ts';
import { buildRust } from './harness/build-rust.ts';
import { type Coverage, measureCoverage } from './harness/coverage.ts';
import { decoded, type WireCall } from './harness/run-side.ts';
import { harnessFolders } from './harness/workspace.ts';
import type { Call } from './inputs/call.ts';
import type { Constants } from './inputs/constants.ts';
import { openInputs } from './inputs/input-source.ts';
import { shrunk } from './inputs/shrink.ts';
import { makePlan } from './make-plan.ts';
import { EMPTY_MAPPING } from './mapping.ts';
import { NotComparable } from './not-comparable.ts';
import { objectOf } from './object-type.ts';
import { PATHS } from './places.ts';
import { comparesSizes, type Plan } from './plan.ts';
import { type Planned, type PlannedCall, planSequence } from './plan-sequence.ts';
import { outlivesProcess } from './process-effects.ts';
import { BothSides, type Rounds, runRounds } from './run-rounds.ts';
import { objectText } from './rust/held-callback.ts';
import { RustCrate } from './rust/rust-crate.ts';
import type { RustFunction } from './rust/rust-type.ts';
import {
  DEFAULT_EQUIVALENCE_LIMITS,
  type EquivalenceDeps,
  type EquivalenceSubject,
  type Phase,
} from './subject.ts';

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
    return await check(subject, deps);
  } catch (thrown) {
    if (thrown instanceof NotComparable) return { kind: 'not checked', because: thrown.message };
    throw thrown;
  }
}

async function check(subject: EquivalenceSubject, deps: EquivalenceDeps): Promise<Evidence> {
  const start = performance.now();
  const times = new Map<Phase, number>();
  const timed = async <Result>(phase: Phase, work: () => Promise<Result>): Promise<Result> => {
    const from = performance.now();
    try {
      return await work();
    } finally {
      times.set(phase, (times.get(phase) ?? 0) + performance.now() - from);
    }
  };
  try {
    const { planned, crate } = await timed('plan', () => planOf(subject, deps));
    const folders = harnessFolders(deps.cache);
    const { plan } = planned.calls[planned.subject] ?? {};
    if (plan === undefined) throw new Error('no plan');
    const isSequence = planned.handle !== undefined;
    await Promise.all([
      timed('C build', () => buildC(subject, planned.calls, deps, folders)),
      timed('Rust build', () => {
        const calls = planned.calls.map((call) => ({ function: call.rust, plan: call.plan }));
        const object = planned.handle === undefined ? undefined : crate.item(planned.handle);
        const handle =
          object?.kind === 'struct' ? objectText(object, callbacksOf(planned.calls)) : undefined;
        return buildRust(subject.crate, calls, handle, deps, folders);
      }),
    ]);
    const notes = callbackNotes(planned.calls);
    const calls = planned.calls.map((call) => wireCall(call, planned.handle, notes));
    const sides = new BothSides(calls, deps, folders, timed);
    const functions = planned.calls.map((call) => call.function);
    const found = await constantsOfCalls(functions, subject, deps.grammars);
    const constants = withTexts(found, planned);
    const inputs = openInputs({ calls, constants, seed: deps.seed });
    const limits = { ...DEFAULT_EQUIVALENCE_LIMITS, ...deps.limits };
    for (const name of ['edges', 'coverage.profraw'])
      rmSync(join(folders.run, name), { force: true });
    const rounds = await runRounds(sides, inputs, limits);
    const milliseconds = () => Math.round(performance.now() - start);
    if (rounds.differing !== undefined) {
      const until = performance.now() + SHRINK_SECONDS * 1000;
      const stillDiffers = async (cases: readonly Case[]) =>
        performance.now() < until ? await sides.differ(cases, 3) : cases.map(() => false);
      const smallest = await shrunk(calls, rounds.differing, stillDiffers, {
        rounds: SHRINK_ROUNDS,
      });
      const found = await showDifference(sides, smallest, calls);
      return {
        kind: 'different',
        input: (isSequence ? undefined : argumentsText(plan, crate, smallest)) ?? found.input,
        c: found.c,
        rust: found.rust,
        test: differenceTest(subject.function.name, planned.calls, crate, found.until, found.side),
        cases: rounds.compared,
        seed: deps.seed,
        milliseconds: milliseconds(),
      };
    }
    if (rounds.compared === 0) throw new NotComparable(nothingCounted(rounds));
    const coverage = await timed('coverage', () =>
      coverageOf(subject, sides, rounds, deps, folders.run),
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

async function planOf(subject: EquivalenceSubject, deps: EquivalenceDeps) {
  const crate = await RustCrate.read(sourcesOf(join(subject.crate, 'src')), deps.grammars);
  const rust = crate.function(subject.rust);
  if (rust === undefined) throw new NotComparable(`the crate has no function ${subject.rust}`);
  return { planned: planOfCalls(subject, rust, crate), crate };
}

/** One call on its own; sequences of calls where an object has no form that both sides share. */
function planOfCalls(subject: EquivalenceSubject, rust: RustFunction, crate: RustCrate): Planned {
  const { function: f, project, unit, mapping = EMPTY_MAPPING } = subject;
  const sources = new CSources(project, unit);
  try {
    const context = { unit, sources, crate, others: subject.others };
    const plan = makePlan(f, rust, mapping, context);
    return { calls: [{ function: f, rust, plan }], subject: 0, handle: undefined };
  } catch (thrown) {
    if (!(thrown instanceof NotComparable)) throw thrown;
    try {
      return planSequence(subject, rust, crate, sources);
    } catch (other) {
      if (!(other instanceof NotComparable)) throw other;
      if (objectOf(rust, crate) === undefined) throw thrown;
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
function withTexts(constants: Constants, { calls }: Planned): Constants {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const paths = calls.some(({ plan }) => plan.usesFiles) ? PATHS.map(bytes) : [];
  const hasArguments = calls.some(({ plan }) =>
    plan.rust.some(({ pair }) => pair?.kind === 'list' && pair.of.kind === 'list'),
  );
  const options = hasArguments ? optionsIn(constants).map(bytes) : [];
  return { ...constants, words: [...constants.words, ...options, ...paths] };
}

function wireCall(
  { function: f, rust, plan }: PlannedCall,
  handle: string | undefined,
  notes: readonly Slot[],
): WireCall & Call {
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
    hasSizes: comparesSizes(plan.result),
    ...(handle !== undefined && makesHandle(plan) ? { makes: handle } : {}),
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
    .map((pair) => ({ name: `calls of ${pair.name}`, shape: callsShape(pair) }));
}

/** The `.rs` files below a folder, by their path in it. */
function sourcesOf(folder: string): Map<string, string> {
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
async function showDifference(
  sides: BothSides,
  smallest: Case,
  calls: readonly (WireCall & Call)[],
) {
  const [c] = await sides.runC([smallest], 5);
  const [rust] = await sides.runRust([smallest], 5);
  const difference = c && rust && sides.difference(smallest, c, rust);
  if (c === undefined || rust === undefined || difference === undefined) {
    throw new NotComparable('a difference between both sides did not show again');
  }
  const outputs = calls.map((call) => call.outputs);
  const side = decoded(c, smallest, calls);
  const other = decoded(rust, smallest, calls);
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

function nothingCounted({ excluded, reasons }: Rounds): string {
  const [most] = [...reasons].sort((a, b) => b[1] - a[1]);
  return `none of ${excluded} inputs counts: ${most?.[0] ?? 'the C gave no result in time'}`;
}

async function coverageOf(
  subject: EquivalenceSubject,
  sides: BothSides,
  rounds: Rounds,
  deps: EquivalenceDeps,
  folder: string,
): Promise<Coverage | undefined> {
  rmSync(join(folder, 'coverage.profraw'), { force: true });
  await sides.runPlainC(rounds.reaching, 10);
  return measureCoverage(subject.function, deps, folder);
}

function limitsOf(
  { unit, function: f }: EquivalenceSubject,
  plan: Plan,
  rounds: Rounds,
  coverage: Coverage | undefined,
  wanted: number,
): string[] {
  const bound = new Set(plan.variables.bound.map(({ name }) => name));
  const names = new Set(reachedFrom(f, [unit]).flatMap(({ globals }) => globals));
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
