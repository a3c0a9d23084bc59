import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { nameInDriver } from './c/call-code.ts';
import { ROOM } from './c/runtime.ts';
import type { Case } from './cases/case.ts';
import { argumentsText, differenceTest } from './evidence/difference-test.ts';
import type { Evidence } from './evidence/evidence.ts';
import { leastChecked, type UnsafeReached, uncheckedText } from './evidence/unsafe-reached.ts';
import { buildC, buildMemoryCheck } from './harness/build-c.ts';
import { buildRust } from './harness/build-rust.ts';
import { harnessFolders } from './harness/workspace.ts';
import { openInputs } from './inputs/input-source.ts';
import { shrinkCase } from './inputs/shrink-case.ts';
import { NotComparable, NothingToCompare } from './not-comparable.ts';
import { callbacksOf } from './pairing/callback-shapes.ts';
import { EMPTY_MAPPING } from './pairing/mapping.ts';
import { UNNAMED_RESULT } from './pairing/meaning.ts';
import {
  DEFAULT_EQUIVALENCE_LIMITS,
  type EquivalenceDeps,
  type EquivalencePhase,
  type EquivalenceSubject,
} from './plan/subject.ts';
import { PAYLOADS } from './planner/payloads.ts';
import { isGeneric, planHarness } from './planner/plan-harness.ts';
import { unnamedCode } from './result/unnamed-code.ts';
import { alsoReached, hardlyReachedText } from './run/also-reached.ts';
import {
  type AnotherDiffers,
  anotherDiffers,
  withoutThoseThatDiffer,
} from './run/another-differs.ts';
import { BothSides } from './run/both-sides.ts';
import { addSampleTexts, constantsOfCalls } from './run/c-constants.ts';
import { callSlots, notesOf } from './run/call-slots.ts';
import { checkUnsafe } from './run/check-unsafe.ts';
import { limitsOf } from './run/comparison-limits.ts';
import { measureCoverage } from './run/coverage.ts';
import { failureOutputs, hiddenLines, hiddenText, withoutLines } from './run/hidden-lines.ts';
import { MemoryCheck } from './run/memory-check.ts';
import type { CoverageOf } from './run/parse-coverage.ts';
import { inputText, reproduceDifference } from './run/reproduce-difference.ts';
import {
  alwaysReachesOut,
  alwaysShiftsTooFar,
  noElementsReason,
  noResultReason,
  readsUninitialised,
  runRounds,
  unheldResults,
} from './run/run-rounds.ts';
import { doubtfulLengths, doubtText, settlePieces } from './run/settle-pieces.ts';
import { unsafePlaces, unsafeTools } from './run/unsafe-tools.ts';
import { UNWRITTEN_UNKNOWN, unwrittenLimit, unwrittenReason } from './run/unwritten-objects.ts';
import { objectTypeText } from './rust/callback-holder.ts';
import type { RustApiType } from './rust-api/rust-type.ts';

/**
 * For making the failing input smaller: so many questions, so that it is the same one on a slower machine.
 * The time is for those that hang, each of which takes its quarter of a second.
 */
const SHRINK_ROUNDS = 24;
const SHRINK_SECONDS = 15;

/** Against each input that counts, so many may give what the Rust types cannot hold. */
const MAX_UNHELD = 20;

/** By so many it is seen what a length counts. */
const PROBING_CASES = 300;

/** Steps of a case that begins with the first state: each case is a process. */
const LONGEST_STATEFUL = 12;

/**
 * Runs a C function and the Rust function that is to replace it side by side, on inputs made for
 * the C, and compares all that both give back. The C is the original unit, built as it is. Where calls of
 * other functions alone differ, that is a difference of these, and sequences without them are compared.
 * @throws IncompleteError when the sandbox fails, or a driver ends for a reason of its own
 */
export async function checkEquivalence(
  subject: EquivalenceSubject,
  deps: EquivalenceDeps,
): Promise<Evidence> {
  return await withoutThoseThatDiffer(subject, (one) => compareOnce(one, deps));
}

async function compareOnce(
  subject: EquivalenceSubject,
  deps: EquivalenceDeps,
): Promise<Evidence | AnotherDiffers> {
  try {
    return await compareGeneric(subject, deps);
  } catch (thrown) {
    if (thrown instanceof NotComparable) {
      return { kind: 'not checked', because: thrown.message, remedy: thrown.remedy };
    }
    if (thrown instanceof NothingToCompare) {
      return { kind: 'nothing to compare', because: thrown.message };
    }
    throw thrown;
  }
}

/** A generic function is compared with each of a few types: it is equal if it is so with each that can be tried. */
async function compareGeneric(
  subject: EquivalenceSubject,
  deps: EquivalenceDeps,
): Promise<Evidence | AnotherDiffers> {
  if (!(await isGeneric(subject, deps))) return compareBothSides(subject, deps);
  const tried: string[] = [];
  const limits: string[] = [];
  const reached: (UnsafeReached | undefined)[] = [];
  let equal: Extract<Evidence, { kind: 'equal' }> | undefined;
  let problem: NotComparable | undefined;
  for (const { type, text } of PAYLOADS) {
    try {
      const evidence = await compareBothSides(subject, deps, type);
      if (evidence.kind !== 'equal') return evidence;
      equal ??= evidence;
      reached.push(evidence.unsafe_reached);
      tried.push(text);
    } catch (thrown) {
      if (!(thrown instanceof NotComparable)) throw thrown;
      problem ??= thrown;
      limits.push(`With ${text} for its type parameter it was not compared: ${thrown.message}.`);
    }
  }
  if (equal === undefined) throw problem ?? new NotComparable('no type can be tried');
  const unsafe_reached = reached.reduce(leastChecked);
  const given = `Its type parameter stands for values of the caller: it was compared with ${tried.join(' and ')}.`;
  return { ...equal, unsafe_reached, limits: [...equal.limits, given, ...limits] };
}

async function compareBothSides(
  subject: EquivalenceSubject,
  deps: EquivalenceDeps,
  payload?: RustApiType,
): Promise<Evidence | AnotherDiffers> {
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
      planHarness(subject, deps, payload),
    );
    const folders = harnessFolders(deps.cache);
    const { plan } = harnessPlan.calls[harnessPlan.subjectIndex] ?? {};
    if (plan === undefined) throw new Error('no plan');
    const isSequence = harnessPlan.objectType !== undefined || harnessPlan.isStateful === true;
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
        const { isStateful = false } = harnessPlan;
        return buildRust(subject.crate, calls, handle, isStateful, deps, folders);
      }),
    ]);
    const notes = notesOf(harnessPlan.calls);
    const calls = harnessPlan.calls.map((call) => callSlots(call, harnessPlan.objectType, notes));
    const checked = () =>
      measureTime('C build', () => buildMemoryCheck(subject, harnessPlan.calls, deps, folders));
    const memory = new MemoryCheck(checked, calls, deps, folders.run);
    const sides = new BothSides(calls, deps, folders, measureTime, memory);
    if (subject.isTypeGiven === true) sides.leaveOutUnheld();
    if (harnessPlan.calls.some((call) => call.plan.endsTexts)) sides.expectEnds();
    const functions = harnessPlan.calls.map((call) => call.function);
    const found = await constantsOfCalls(functions, subject, deps.grammars);
    const constants = addSampleTexts(found, harnessPlan);
    const newInputs = () =>
      openInputs({
        ...{ calls, constants, seed: deps.seed },
        ...(harnessPlan.isStateful === true ? { longest: LONGEST_STATEFUL } : {}),
      });
    const doubtful = doubtfulLengths(harnessPlan.calls);
    const unsettled =
      doubtful.length === 0
        ? []
        : await settlePieces(doubtful, sides, newInputs().next(PROBING_CASES));
    const wanted = { ...DEFAULT_EQUIVALENCE_LIMITS, ...deps.limits };
    // What takes nothing, and begins each time with the same state, is one input however often it is run.
    const isOneInput = !isSequence && calls.every(({ inputs }) => inputs.length === 0);
    const limits = isOneInput ? { ...wanted, cases: 1 } : wanted;
    for (const name of ['edges', 'coverage.profraw'])
      rmSync(join(folders.run, name), { force: true });
    const milliseconds = () => Math.round(performance.now() - start);
    const differenceAt = async (
      differing: Case,
      compared: number,
    ): Promise<Extract<Evidence, { kind: 'different' }> | AnotherDiffers> => {
      const [doubt] = unsettled;
      if (doubt !== undefined) throw new NotComparable(doubtText(doubt));
      const [doubtOfType] = harnessPlan.calls.flatMap((call) => call.plan.doubts);
      if (doubtOfType !== undefined) {
        const { text, remedy } = doubtOfType;
        throw new NotComparable(
          `both sides differ, which may be none of the Rust: ${text}`,
          remedy,
        );
      }
      const until = performance.now() + SHRINK_SECONDS * 1000;
      const stillDiffers = async (cases: readonly Case[]) =>
        performance.now() < until ? await sides.findDiffering(cases, 3) : cases.map(() => false);
      const shrunk = await shrinkCase(calls, differing, stillDiffers, { rounds: SHRINK_ROUNDS });
      // A smaller input may leave more unwritten.
      const smallest = (await sides.readsUnwritten([shrunk])) ? differing : shrunk;
      const found = await reproduceDifference(sides, smallest, calls);
      const last = found.until.steps.length - 1;
      const { call } = found.until.steps[last] ?? {};
      if (call === harnessPlan.subjectIndex && found.rust.includes(UNNAMED_RESULT)) {
        const slots = sides.outputs[call] ?? [];
        const code = unnamedCode(subject.mapping ?? EMPTY_MAPPING, found.side, last, slots);
        // Both fail: the plan has left the code out.
        if (code !== undefined) {
          throw new NotComparable(
            `the mapping names no error for ${code}, which the C gives for ${found.input}, where the Rust gives one as well`,
          );
        }
      }
      const isBegun = harnessPlan.isStateful === true;
      const blamed = callsSubject(found.until, harnessPlan.subjectIndex)
        ? subject.function
        : (harnessPlan.calls[call ?? -1]?.function ?? subject.function);
      const ends = [found.side, found.rustEnd] as const;
      // A test among others does not begin with the first state.
      const test = isBegun
        ? ''
        : differenceTest(blamed.name, harnessPlan.calls, crate, found.until, ...ends);
      const another = anotherDiffers(subject, harnessPlan, found.until, { ...found, test });
      if (another !== undefined) return another;
      return {
        kind: 'different',
        input: (isSequence ? undefined : argumentsText(plan, crate, smallest)) ?? found.input,
        c: found.c,
        rust: found.rust,
        test,
        cases: compared,
        seed: deps.seed,
        milliseconds: milliseconds(),
      };
    };
    const { isRefuted } = subject;
    const isRuledOut =
      isRefuted &&
      (async (one: Case) => {
        const seen = await differenceAt(one, 0);
        return seen.kind === 'different' && isRefuted(seen);
      });
    const failures = failureOutputs(plan);
    const tryRounds = () =>
      runRounds(sides, newInputs(), limits, harnessPlan.subjectIndex, isRuledOut, failures);
    const first = await tryRounds();
    const wideShift = alwaysShiftsTooFar(first);
    if (wideShift !== undefined) sides.allowWideShifts();
    // How much was allocated is compared as it was asked for.
    const reachesOut = sides.hasSizes ? undefined : alwaysReachesOut(first);
    if (reachesOut !== undefined) sides.giveRoom();
    const isAgain = wideShift !== undefined || reachesOut !== undefined;
    const tried = isAgain ? await tryRounds() : first;
    const isUnwritten =
      isSequence &&
      tried.differingCase === undefined &&
      (await sides.readsUnwritten(tried.reaching));
    if (isUnwritten) sides.leaveOutUnwritten();
    const rounds = isUnwritten ? await tryRounds() : tried;
    if (rounds.differingCase !== undefined) {
      return await differenceAt(rounds.differingCase, rounds.compared);
    }
    // What is behind its memory must not be what it gives.
    const dependsOnRoom = reachesOut !== undefined && readsUninitialised(rounds);
    const unfilled = noElementsReason(rounds);
    if (unfilled !== undefined) throw new NotComparable(unfilled);
    if (rounds.compared === 0 || dependsOnRoom) throw new NotComparable(noResultReason(first));
    const plans = harnessPlan.calls.map((call) => call.plan);
    const unshown = unwrittenReason(
      ...([rounds, plans, harnessPlan.subjectIndex, memory.unwrittenFields] as const),
    );
    if (unshown !== undefined) throw new NotComparable(unshown, 'later');
    const unheld = unheldResults(rounds);
    if (unheld !== undefined && unheld.inputs > MAX_UNHELD * rounds.compared) {
      throw new NotComparable(
        `on nearly all inputs the C gives what the given Rust type cannot hold: ${unheld.what}`,
      );
    }
    const cover = (cases: readonly Case[]) =>
      measureTime('coverage', () => runCoverage(sides, cases, deps, folders.run));
    const profile = await cover(rounds.reaching);
    const name = nameInDriver(subject.function);
    const all = profile?.(name);
    const hidden =
      all === undefined
        ? []
        : await hiddenLines(subject, deps.grammars, rounds, all, async (cases) =>
            (await cover(cases))?.(name),
          );
    const measured = all === undefined ? undefined : withoutLines(all, hidden);
    const isReached = rounds.reaching.some((one) => callsSubject(one, harnessPlan.subjectIndex));
    if (!isReached && (measured?.coveredLines ?? 0) === 0) {
      // An object may get there only by functions that are still to come.
      throw new NotComparable('no input that was tried reaches it', isSequence ? 'later' : 'plan');
    }
    // On a machine that has no time for it, the build that counts is not run at all.
    const coverage = measured?.coveredLines === 0 ? undefined : measured;
    const reached = alsoReached(subject, crate.calledFrom(subject.rust), profile);
    const places = await unsafePlaces(
      subject.crate,
      harnessPlan.calls.map((call) => call.rust.path),
      deps,
    );
    const looked = await measureTime('unsafe check', () =>
      checkUnsafe(places, rounds.reaching, sides, calls, unsafeTools(calls, deps, folders)),
    );
    if ('rust' in looked) {
      const { one, ...both } = looked;
      const own = isSequence ? undefined : argumentsText(plan, crate, one);
      // A test of what it gives may pass all the same.
      const seen = { ...both, input: own ?? inputText(one, calls), test: '' };
      const another = anotherDiffers(subject, harnessPlan, one, seen);
      if (another !== undefined) return another;
      return {
        ...{ kind: 'different', ...seen, cases: rounds.compared, seed: deps.seed },
        milliseconds: milliseconds(),
      };
    }
    const isLooked = !isSequence || (await memory.isPossible());
    const unwritten = isLooked
      ? (unwrittenLimit(rounds, memory.unwrittenFields) ?? [])
      : UNWRITTEN_UNKNOWN;
    return {
      kind: 'equal',
      cases: rounds.compared,
      ...(isOneInput ? { is_only_input: true as const } : {}),
      excluded: rounds.excluded,
      seed: deps.seed,
      coverage: coverage ?? NO_COVERAGE,
      ...(reached.length === 0 ? {} : { also_reached: reached }),
      limits: [
        ...limitsOf(subject, plan, rounds, coverage, limits.cases),
        ...reached.flatMap(hardlyReachedText),
        ...uncheckedText(looked),
        ...hiddenText(hidden),
        ...[unwritten].flat(),
        ...(wideShift === undefined ? [] : [wideShiftText(wideShift)]),
        ...(reachesOut === undefined ? [] : [roomText(reachesOut)]),
      ],
      unsafe_reached: looked,
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

function wideShiftText(place: string): string {
  return `At ${place.replace(/^(?:\.\/)+/, '')} the C shifts by as many bits as the type has, or more, on nearly all inputs: it was compared as this machine does that.`;
}

function roomText(what: string): string {
  return `On nearly all inputs the C reaches beyond its memory (${what}), a defect unless callers give it more than the mapping says: it was compared with ${ROOM} bytes more behind what it is given, what it allocates and its variables.`;
}

function callsSubject({ steps }: Case, subject: number): boolean {
  return steps.some(({ call }) => call === subject);
}

/** Nothing was measured; `limits` says so. */
const NO_COVERAGE = { lines: 0, coveredLines: 0, branches: 0, coveredBranches: 0 } as const;

async function runCoverage(
  sides: BothSides,
  cases: readonly Case[],
  deps: EquivalenceDeps,
  folder: string,
): Promise<CoverageOf | undefined> {
  rmSync(join(folder, 'coverage.profraw'), { force: true });
  await sides.runPlainC(cases, 10);
  return measureCoverage(deps, folder);
}
