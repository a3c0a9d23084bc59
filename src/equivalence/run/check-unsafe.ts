import type { Case } from '../cases/case.ts';
import { describeSide } from '../evidence/describe.ts';
import {
  TOOL_NAMES,
  type UnsafeCheckTool,
  type UnsafeReached,
} from '../evidence/unsafe-reached.ts';
import type { CallSignature } from '../inputs/call-signature.ts';
import { shrinkCase } from '../inputs/shrink-case.ts';
import {
  type BothSides,
  type CountedCase,
  type DifferingCase,
  isDefinedResult,
} from './both-sides.ts';
import type { CheckTool } from './check-tools.ts';
import { type CallSlots, stoppedBy } from './driver-files.ts';

/** So many inputs are run once more, of those that both sides were compared on. */
const MAX_INPUTS = 2000;
/** A tool that gets through no more than that has seen too little alone. */
const FEW_INPUTS = 200;
/** After a case that ended its process, the next ones run in another one. */
const MAX_PROCESSES = 40;
/** Reports that do not count, since the C has no fixed result there. */
const MAX_LOOKED_AT = 20;
const SHRINK_SECONDS = 15;
const SHRINK_BATCH = 40;

/** Undefined behaviour of Rust on an input that counts, with both sides as texts. */
export interface UnsafeReport {
  readonly one: Case;
  readonly c: string;
  readonly rust: string;
}

/** A tool, made ready when it is its turn; or why it is not there, in a clause. */
export type ReadyTool = () => Promise<CheckTool | { readonly missing: string }>;

/** What a tool saw of one case. */
type CheckedCase =
  | { readonly kind: 'told nothing' }
  | { readonly kind: 'told'; readonly rust: DifferingCase['rust']; readonly what: string }
  | { readonly kind: 'open' };

/**
 * Runs inputs, on which both sides are the same, once more with Rust in tools that tell undefined behaviour, the best one first;
 * the next one where that is not there, or too slow.
 * @param places what is `unsafe`: see `UnsafeReached`
 */
export async function checkUnsafe(
  places: readonly string[],
  cases: readonly Case[],
  sides: BothSides,
  calls: readonly (CallSlots & CallSignature)[],
  tools: readonly ReadyTool[],
): Promise<UnsafeReached | UnsafeReport> {
  if (places.length === 0) return { places: [], checks: [] };
  const counted = await countedCases(cases.slice(0, MAX_INPUTS), sides);
  const checks: UnsafeReached['checks'] = [];
  const reasons: string[] = [];
  for (const ready of tools) {
    const tool = await ready();
    if ('missing' in tool) {
      reasons.push(tool.missing);
      continue;
    }
    let lookedAt = 0;
    const isCounted = async (told: Told) => {
      lookedAt += 1;
      return lookedAt <= MAX_LOOKED_AT && (await counts(told, sides));
    };
    const { seen, failed, told } = await runEach(tool, counted, sides, tool.seconds, isCounted);
    if (told !== undefined) return await reportOf(tool, told, sides, calls);
    const inputs = seen.filter(({ kind }) => kind === 'told nothing').length;
    if (inputs > 0) checks.push({ tool: tool.tool, inputs });
    else reasons.push(failed ?? `${TOOL_NAMES[tool.tool]} came to the end of no input in its time`);
    if (inputs >= Math.min(FEW_INPUTS, counted.length) && inputs > 0) break;
  }
  const because = reasons.length === 0 ? {} : { because: reasons.join('; ') };
  return { places: [...places], checks, ...because };
}

/** A case on which a tool told something. */
interface Told extends DifferingCase {
  readonly what: string;
}

/** Those on which the C gives a result that Rust can have. */
async function countedCases(cases: readonly Case[], sides: BothSides) {
  const c = await sides.runC(cases, 20);
  return cases.flatMap((one, at) => {
    const result = c[at];
    if (result === undefined || !isDefinedResult(result)) return [];
    return sides.unheldPart(one, result) === undefined ? [{ one, result }] : [];
  });
}

/** Whether the C agrees with itself on a case, built in other ways. */
async function counts(told: Told, sides: BothSides): Promise<boolean> {
  const { agreeing } = await sides.agreeing([told], 5);
  return agreeing.length > 0;
}

/** What was seen of each case, as far as the time went; what ended it before; and why the tool cannot say anything. */
interface SeenCases {
  readonly seen: readonly CheckedCase[];
  readonly told?: Told;
  readonly failed?: string;
}

/**
 * Runs cases one after the other, in another process behind one that ended its own.
 * @param isEnough whether it can end with what was told of a case; without it, all are run
 */
async function runEach(
  tool: CheckTool,
  counted: readonly CountedCase[],
  sides: BothSides,
  seconds: number,
  isEnough: (told: Told) => Promise<boolean> = async () => false,
): Promise<SeenCases> {
  const until = performance.now() + seconds * 1000;
  const seen: CheckedCase[] = [];
  for (let processes = 0; processes < MAX_PROCESSES; processes += 1) {
    const from = seen.length;
    const rest = counted.slice(from).map(({ one }) => one);
    const left = (until - performance.now()) / 1000;
    if (rest.length === 0 || left <= 0) break;
    const { results, end } = await tool.run(rest, Math.max(1, Math.ceil(left)));
    for (const rust of results) {
      const of = counted[seen.length];
      if (of !== undefined) seen.push(seenOf(of, rust, sides, tool.tool));
    }
    const isCut = seen.length < counted.length;
    if (end.kind === 'reported' && isCut) {
      const what = `undefined behaviour: ${end.what}`;
      seen.push({ kind: 'told', rust: stoppedBy(end.what), what });
    } else if (isCut && end.kind !== 'failed' && performance.now() < until) {
      seen.push({ kind: 'open' });
    }
    for (const [at, one] of seen.slice(from).entries()) {
      const of = counted[from + at];
      if (one.kind !== 'told' || of === undefined) continue;
      const told = { ...of, ...one };
      if (await isEnough(told)) return { seen, told };
    }
    if (end.kind === 'failed') return { seen, failed: end.because };
  }
  return { seen };
}

/** A result that is not that of the C tells as much as a report: the memory around, and what is in fresh memory, is otherwise. */
function seenOf(
  { one, result }: CountedCase,
  rust: DifferingCase['rust'],
  sides: BothSides,
  tool: UnsafeCheckTool,
): CheckedCase {
  if (rust.kind === 'hung') return { kind: 'open' };
  const difference = sides.difference(one, result, rust);
  if (difference === undefined) return { kind: 'told nothing' };
  const [c, other] = [sides.decodeResult(one, result), sides.decodeResult(one, rust)];
  const gives = describeSide(one, other, c, difference, sides.outputs);
  const why = 'so that it reads what was not written, or goes by addresses';
  return { kind: 'told', rust, what: `${gives} where ${TOOL_NAMES[tool]} has its memory, ${why}` };
}

async function reportOf(
  tool: CheckTool,
  told: Told,
  sides: BothSides,
  calls: readonly (CallSlots & CallSignature)[],
): Promise<UnsafeReport> {
  const until = performance.now() + SHRINK_SECONDS * 1000;
  const kept = new Map<Case, Told>();
  const stillTold = async (cases: readonly Case[]): Promise<boolean[]> => {
    const left = (until - performance.now()) / 1000;
    if (left <= 0) return cases.map(() => false);
    const counted = await countedCases(cases, sides);
    const { seen } = await runEach(tool, counted, sides, left);
    for (const [at, one] of seen.entries()) {
      const of = counted[at];
      if (one.kind === 'told' && of !== undefined) kept.set(of.one, { ...of, ...one });
    }
    return cases.map((one) => kept.has(one));
  };
  const options = { rounds: 12, batch: SHRINK_BATCH };
  const smallest = tool.isQuick ? await shrinkCase(calls, told.one, stillTold, options) : told.one;
  const smaller = kept.get(smallest);
  const chosen = smaller !== undefined && (await counts(smaller, sides)) ? smaller : told;
  const placed = tool.isQuick ? await tool.run([chosen.one], 5, true) : undefined;
  const what =
    placed?.end.kind === 'reported' ? `undefined behaviour: ${placed.end.what}` : chosen.what;
  const side = sides.decodeResult(chosen.one, chosen.result);
  const rust = sides.decodeResult(chosen.one, chosen.rust);
  const last = { step: chosen.one.steps.length - 1, slot: undefined };
  const c = describeSide(chosen.one, side, rust, last, sides.outputs);
  return { one: chosen.one, c, rust: what };
}
