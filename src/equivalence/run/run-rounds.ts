import { inspect } from 'node:util';
import { BEHIND_ELEMENTS, NOT_MADE } from '../c/runtime.ts';
import { WIDE_SHIFT } from '../c/wrapped-symbols.ts';
import { type Case, hasElements } from '../cases/case.ts';
import type { Feedback, InputSource } from '../inputs/input-source.ts';
import type { EquivalenceLimits } from '../plan/subject.ts';
import {
  type BothSides,
  type CountedCase,
  type DifferingCase,
  isDefinedResult,
} from './both-sides.ts';
import type { RawResult } from './driver-files.ts';
import { ErrnoObservations } from './errno-observations.ts';
import { ResultKinds } from './result-kinds.ts';

/** What was seen of old and new on many inputs. */
export interface RoundsResult {
  readonly compared: number;
  readonly excluded: number;
  /** Why inputs were excluded, and how often. */
  readonly reasons: ReadonlyMap<string, number>;
  /** The cases that first reached some part of the C, and some others. */
  readonly reaching: readonly Case[];
  readonly errno: ErrnoObservations;
  readonly kinds: ResultKinds;
  /** Some cases in which a call of the function in question succeeds, where others fail. */
  readonly succeeding: readonly Case[];
  /** The C reaches out of its memory on inputs with elements, and none of these counts. */
  readonly countsOnlyEmpty: boolean;
  /** A case on which the sides differ. */
  readonly differingCase: Case | undefined;
}

/** Small rounds first: what they find out, all later ones build on. */
const ROUND_SIZES = [600, 800, 1200, 1600, 2400];
/** Of a round that builds on what the one before it has found. */
const SMALL_ROUND_SIZE = 400;
const MAX_SMALL_ROUNDS = 24;
/** So many inputs of which none counts are enough to say so; so many for each one that is wanted. */
const MAX_WITHOUT_RESULT = 4000;
const MAX_TRIES_PER_CASE = 3;
/** Inputs on which the sides differ are run in other builds of the C, so many at once: first, and at most. */
const FIRST_CONFIRMED = 50;
const MAX_CONFIRMED = 400;
/** Different ones; each is made as small as can be before it is known again, which takes time. */
const MAX_RULED_OUT = 20;
const MAX_RULING_OUT_MILLISECONDS = 40_000;

/** So many cases in which the C ends the process count as reaching something: what they reach is not told of them. */
const MAX_ENDS = 64;

/** So many cases in which a call succeeds lead on, where others fail: what they reach shows. */
const MAX_SUCCESSES = 48;
/** So many of them, and so many results that are looked at for them. */
const MAX_SUCCEEDING = 2000;
const MAX_LOOKED_AT = 12_000;

/** The C of a round, at work. */
interface StartedRound {
  readonly cases: readonly Case[];
  readonly c: Promise<RawResult[]>;
}

/**
 * Runs both sides on inputs, in rounds that learn from each other, until enough were compared, the
 * time is up, or the sides differ. The Rust of a round runs beside the C of the next one.
 * @param subject the number of the call of the function in question
 * @param failures the outputs of that call of which none has a value where it fails
 * @param isRuledOut whether an input on which they differ is known to be none that counts. A few such are left
 *   out; where there are more, the next one is a difference.
 */
export async function runRounds(
  sides: BothSides,
  inputs: InputSource,
  limits: EquivalenceLimits,
  subject: number,
  isRuledOut?: (one: Case) => Promise<boolean>,
  failures: readonly number[] = [],
): Promise<RoundsResult> {
  let deadline = performance.now() + limits.seconds * 1000;
  const secondsLeft = () => (deadline - performance.now()) / 1000;
  const reasons = new Map<string, number>();
  const reaching: Case[] = [];
  const succeeding: Case[] = [];
  let lookedAt = 0;
  let ends = 0;
  let failed = 0;
  const errno = new ErrnoObservations(sides.outputs);
  const kinds = new ResultKinds(subject, sides.outputs[subject] ?? []);
  let round = 0;
  let small = 0;
  let made = 0;
  let excluded = 0;
  let hasFilled = false;
  let filledReachesOut = false;
  // Those that the Rust is still to be run on are among them.
  let compared = 0;
  const ruledOut = new Set<string>();
  let rulingOut = 0;
  const exclude = (why: string) => {
    excluded += 1;
    reasons.set(why, (reasons.get(why) ?? 0) + 1);
  };
  const roundsResult = (differing?: Case): RoundsResult => {
    return {
      compared,
      excluded,
      reasons,
      reaching,
      errno,
      kinds,
      succeeding: failed > 0 ? succeeding : [],
      countsOnlyEmpty: filledReachesOut && !hasFilled,
      differingCase: differing,
    };
  };

  const startRound = (): StartedRound | undefined => {
    const left = secondsLeft();
    if (compared >= limits.cases || left < 0.2) return undefined;
    if (compared === 0 && made >= MAX_WITHOUT_RESULT) return undefined;
    if (made >= limits.cases * MAX_TRIES_PER_CASE) return undefined;
    const isSmall = round > 0 && inputs.isAdvancing && small < MAX_SMALL_ROUNDS;
    if (isSmall) small += 1;
    const wantedSize = isSmall ? SMALL_ROUND_SIZE : (ROUND_SIZES[round - small] ?? 3400);
    const size = Math.min(
      wantedSize,
      Math.max(Math.min(200, limits.cases), limits.cases - compared),
    );
    round += 1;
    const cases = inputs.next(size);
    const c = sides.runC(cases, left);
    // It is waited for later, and must not count as unnoticed when it fails before.
    c.catch(() => undefined);
    return { cases, c };
  };

  /** Whether a call of the function has not failed, where that is seen. */
  const succeeds = (one: Case, result: RawResult): boolean => {
    if (failures.length === 0 || lookedAt >= MAX_LOOKED_AT) return false;
    lookedAt += 1;
    const decoded = sides.decodeResult(one, result);
    const own = decoded.kind === 'returned' ? decoded.steps : [];
    const calls = own.filter((_, step) => one.steps[step]?.call === subject);
    if (calls.length === 0) return false;
    const fails = calls.every((values) => failures.every((at) => values[at] === null));
    if (fails) failed += 1;
    else if (succeeding.length < MAX_SUCCEEDING) succeeding.push(one);
    // The later ones come of what the earlier ones have reached.
    else succeeding[lookedAt % MAX_SUCCEEDING] = one;
    return !fails;
  };

  const learnFromC = ({ cases }: StartedRound, c: readonly RawResult[]): CountedCase[] => {
    const counting: CountedCase[] = [];
    const feedback = c.flatMap((result, at): Feedback[] => {
      const one = cases[at];
      if (one === undefined) return [];
      const unheld = isDefinedResult(result) ? sides.unheldPart(one, result) : undefined;
      if (unheld !== undefined) {
        exclude(`${UNHELD}${unheld.what}`);
        return [{ case: one, excludedAt: unheld.step, reached: [] }];
      }
      if (isDefinedResult(result)) {
        counting.push({ one, result });
        if (kinds.isOpen) kinds.add(one, sides.decodeResult(one, result));
        hasFilled ||= hasElements(one);
        // Some others as well: the sides of a branch that the compiler merged are not told apart.
        const isEnd = result.kind === 'ended' && ends < MAX_ENDS;
        if (isEnd) ends += 1;
        if (result.isNew || isEnd || (round === 1 && at % 2 === 0) || at % 16 === 0)
          reaching.push(one);
        const { comparisons } = result;
        const isLeading = succeeds(one, result) && succeeding.length < MAX_SUCCESSES && failed > 0;
        const reached = result.isNew || isLeading ? [made + at] : [];
        return [{ case: one, reached, comparisons }];
      }
      const isEndless = result.kind === 'hung';
      const why = isEndless ? HANGS : result.bytes.toString('utf8');
      exclude(why);
      filledReachesOut ||= OUTSIDE.test(why) && hasElements(one);
      const { step, comparisons } = result;
      if (why === NOT_MADE) return [{ case: one, unmadeAt: step, reached: [], comparisons }];
      return [{ case: one, excludedAt: step, isEndless, reached: [] }];
    });
    inputs.learn(feedback);
    made += c.length;
    compared += counting.length;
    return counting;
  };

  /** @returns the cases on which the sides seem to differ */
  const compare = (
    counting: readonly CountedCase[],
    rust: readonly RawResult[],
  ): DifferingCase[] => {
    compared -= Math.max(0, counting.length - rust.length);
    return counting.flatMap(({ one, result }, at) => {
      const other = rust[at];
      if (other === undefined) return [];
      if (sides.difference(one, result, other) !== undefined) return [{ one, result, rust: other }];
      if (errno.isObserved && !result.bytes.equals(other.bytes))
        errno.add(one, sides.decodeResult(one, result));
      return [];
    });
  };

  /** @returns the first case that counts */
  const firstThatCounts = async (cases: readonly CountedCase[]): Promise<Case | undefined> => {
    for (const { one } of cases) {
      const key = inspect(one, { depth: null, maxArrayLength: null, maxStringLength: null });
      if (!ruledOut.has(key)) {
        const isTooMuch = ruledOut.size >= MAX_RULED_OUT || rulingOut > MAX_RULING_OUT_MILLISECONDS;
        if (isRuledOut === undefined || isTooMuch) return one;
        const from = performance.now();
        const isOut = await isRuledOut(one);
        const took = performance.now() - from;
        rulingOut += took;
        // That is no time in which inputs were tried.
        deadline += took;
        if (!isOut) return one;
        ruledOut.add(key);
      }
      compared -= 1;
      exclude(RULED_OUT);
    }
    return undefined;
  };

  for (let now = startRound(); now !== undefined; ) {
    const c = await now.c;
    const counting = learnFromC(now, c);
    const ones = counting.map(({ one }) => one);
    const rust = ones.length === 0 ? [] : sides.runRust(ones, Math.max(1, secondsLeft()));
    const next = c.length === 0 ? undefined : startRound();
    let results: readonly RawResult[];
    try {
      results = await rust;
    } finally {
      // The folder that the C runs in has to be free before another build of it runs there.
      await next?.c.catch(() => undefined);
    }
    const suspects = compare(counting, results);
    // A difference counts only where the C agrees with itself, built in another way.
    for (let from = 0, size = FIRST_CONFIRMED; from < suspects.length; ) {
      const some = suspects.slice(from, from + size);
      from += size;
      // Where none of some counts, few of the others do.
      size = Math.min(2 * size, MAX_CONFIRMED);
      const { agreeing, placed, behind } = await sides.agreeing(some, 5);
      const differing = await firstThatCounts(agreeing);
      if (differing !== undefined) return roundsResult(differing);
      const counting = new Set<CountedCase>(agreeing);
      inputs.avoid(some.flatMap((suspect) => (counting.has(suspect) ? [] : [suspect.one])));
      const left = some.length - agreeing.length;
      compared -= left;
      for (let at = 0; at < left; at += 1) {
        exclude(at < behind ? BEHIND_ELEMENTS : at < behind + placed ? PLACED : UNSTABLE);
      }
    }
    if (c.length === 0) break;
    now = next ?? startRound();
  }
  return roundsResult();
}

const RULED_OUT = 'the text of the C rules the input out';

/** On how many inputs the sides differ that were ruled out. */
export function ruledOutInputs({ reasons }: RoundsResult): number {
  return reasons.get(RULED_OUT) ?? 0;
}

/** How a reason begins, before what the Rust type cannot hold. */
const UNHELD = 'the C gives ';

/** What the Rust types cannot hold of the C's results, and on how many inputs; undefined where they hold all. */
export function unheldResults({
  reasons,
}: RoundsResult): { readonly what: string; readonly inputs: number } | undefined {
  const found = [...reasons].filter(([why]) => why.startsWith(UNHELD) && / in a \w+$/.test(why));
  const [first] = found;
  if (first === undefined) return undefined;
  const inputs = found.reduce((sum, [, count]) => sum + count, 0);
  return { what: first[0].slice(UNHELD.length), inputs };
}

const HANGS = 'it does not come to its end';
const PLACED = 'what the C gives depends on where in memory its arguments lie';

/** On how many inputs the C uses what is behind a list, and the Rust stops there. */
export function inputsBehind({ reasons }: RoundsResult): number {
  return reasons.get(BEHIND_ELEMENTS) ?? 0;
}

/** On how many inputs the sides differ, and the C gives something else where its arguments lie elsewhere. */
export function placedInputs({ reasons }: RoundsResult): number {
  return reasons.get(PLACED) ?? 0;
}

const UNSTABLE = 'two builds of the C differ, so it reads uninitialised memory';

/**
 * Where no input counts since the C shifts too far on nearly all of them: the place of the shift. What it gives
 * there may never be used, as at the end of a loop.
 */
export function alwaysShiftsTooFar({
  compared,
  excluded,
  reasons,
}: RoundsResult): string | undefined {
  const [most] = [...reasons].sort((a, b) => b[1] - a[1]);
  if (compared > 0 || most === undefined || !most[0].endsWith(WIDE_SHIFT)) return undefined;
  return most[1] * 2 > excluded ? most[0].slice(0, -WIDE_SHIFT.length - 2) : undefined;
}

/** What the sanitizers and the driver say of a reach out of memory. */
export const OUTSIDE = /outside of the memory given$|heap-buffer-overflow$/;

/** Where no input counts since the C reaches out of memory on nearly all of them: what it does there. */
export function alwaysReachesOut({
  compared,
  excluded,
  reasons,
}: RoundsResult): string | undefined {
  if (compared > 0) return undefined;
  const outside = [...reasons].filter(([why]) => OUTSIDE.test(why)).sort((a, b) => b[1] - a[1]);
  const inputs = outside.reduce((sum, [, count]) => sum + count, 0);
  return inputs * 2 > excluded ? outside[0]?.[0].replace(/^AddressSanitizer: /, '') : undefined;
}

/** Where the C reaches out of its memory whenever there is any, so that only inputs without elements count. */
export function noElementsReason({
  compared,
  countsOnlyEmpty,
  reasons,
}: RoundsResult): string | undefined {
  if (compared === 0 || !countsOnlyEmpty) return undefined;
  const outside = [...reasons].filter(([why]) => OUTSIDE.test(why)).sort((a, b) => b[1] - a[1]);
  const [most] = outside;
  return most === undefined
    ? undefined
    : `only inputs without elements count, since the C reaches out of its memory on all others (${most[0].replace(/^AddressSanitizer: /, '')}): what its length counts, or what stands behind its pointer, is something else`;
}

/** Whether what the C gives depends on memory that nothing was put into, on more than a few inputs. */
export function readsUninitialised({ compared, reasons }: RoundsResult): boolean {
  return (reasons.get(UNSTABLE) ?? 0) * 10 > compared;
}

/** Why nothing was compared: what left out most of the inputs. */
export function noResultReason({ excluded, reasons }: RoundsResult): string {
  const [most] = [...reasons].sort((a, b) => b[1] - a[1]);
  return `none of ${excluded} inputs counts: ${most?.[0] ?? 'the C gave no result in time'}`;
}
