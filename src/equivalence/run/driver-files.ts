import type { Case, SideResult, Slot } from '../cases/case.ts';
import { ByteReader, ByteWriter, decodeValue, encodeValue } from '../cases/encode.ts';
import type { CaseValue } from '../cases/shape.ts';
import type { ComparedOperands } from '../inputs/input-to-state.ts';

/** The slots of a call, on the wire. */
export interface CallSlots {
  readonly inputs: readonly Slot[];
  readonly outputs: readonly Slot[];
  /** How many handles the call takes. */
  readonly handles: number;
  /** Whether an output is the size of what was allocated. */
  readonly hasSizes?: boolean;
}

/** What a driver wrote of a case. */
export interface RawResult {
  readonly kind: 'returned' | 'stopped' | 'hung' | 'ended';
  readonly step: number;
  /** The outputs of all steps, or the message. */
  readonly bytes: Buffer;
  /** Whether the case was the first to reach some edge of the C. */
  readonly isNew: boolean;
  /** Of the C: what it compared last, and what was not the same. */
  readonly comparisons?: readonly ComparedOperands[];
}

/** The result of a case to which the program itself gave none. */
export function stoppedBy(why: string): RawResult {
  return { kind: 'stopped', step: 0, bytes: Buffer.from(why), isNew: false };
}

/** Each case as its length in bytes, its number of steps, and for each step call, handles, inputs. */
export function encodeCases(cases: readonly Case[], calls: readonly CallSlots[]): Buffer {
  const all = new ByteWriter();
  for (const { steps } of cases) {
    const length = all.length;
    all.u32(0);
    all.u32(steps.length);
    for (const step of steps) {
      const call = calls[step.call];
      if (call === undefined) throw new Error(`no call ${step.call}`);
      all.u32(step.call);
      for (const handle of step.handles) all.u32(handle);
      for (const [at, slot] of call.inputs.entries()) {
        encodeValue(all, slot.shape, step.inputs[at] ?? null);
      }
    }
    all.patch(length, all.length - length - 4);
  }
  return all.take();
}

const KINDS = ['returned', 'stopped', 'hung', 'ended'] as const;

/**
 * The results of a driver, as far as they were written whole. Code under test may have written to
 * them: what no driver writes stops the case whose result it would be.
 */
export function parseResults(bytes: Buffer, count: number): RawResult[] {
  const results: RawResult[] = [];
  const reader = new ByteReader(bytes);
  const invalid = stoppedBy(NO_RESULT);
  while (results.length < count && bytes.length - reader.at >= 10) {
    const kind = KINDS[reader.u8()];
    const flag = reader.u8();
    const step = reader.u32();
    const size = reader.u32();
    if (kind === undefined || flag > 1) {
      results.push(invalid);
      break;
    }
    if (bytes.length - reader.at < size) break;
    results.push({ kind, step, bytes: reader.take(size), isNew: flag === 1 });
  }
  if (count > 0 && results.length === count && !reader.isAtEnd) results.splice(-1, 1, invalid);
  return results;
}

/** Results with what the driver noted of comparisons: number of the case, how many, and each. */
export function withComparisons(results: readonly RawResult[], bytes: Buffer): RawResult[] {
  const noted = new Map<number, ComparedOperands[]>();
  const reader = new ByteReader(bytes);
  while (bytes.length - reader.at >= 8) {
    const index = reader.u32();
    const count = reader.u32();
    if (bytes.length - reader.at < count * 24) break;
    const parts = Array.from({ length: count }, () => {
      const one = reader.take(24);
      const [left, right] = [one.readBigUInt64LE(8), one.readBigUInt64LE(16)];
      return { site: one.readBigUInt64LE(0), left, right };
    });
    noted.set(index, parts);
  }
  return results.map((result, at) => {
    const comparisons = noted.get(at);
    return comparisons === undefined ? result : { ...result, comparisons };
  });
}

const NO_RESULT = 'what it wrote is no result of this case';

/** Reads the outputs of a result; one that is too short or too long for its case stopped. */
export function decodeResult(
  { kind, step, bytes }: RawResult,
  { steps }: Case,
  calls: readonly CallSlots[],
): SideResult {
  if (kind === 'hung') return { kind, step };
  if (kind === 'stopped') return { kind, step, message: bytes.toString('utf8') };
  const body = new ByteReader(bytes);
  try {
    if (kind === 'ended') {
      const before = steps.slice(0, step).map(({ call }) => outputsOf(calls[call], body));
      const status = body.u32();
      const last = calls[steps[step]?.call ?? -1];
      const left = outputsOf(last, body, true);
      if (last !== undefined && body.isAtEnd) return { kind, step, status, steps: before, left };
      return { kind: 'stopped', step, message: NO_RESULT };
    }
    const outputs = steps.map(({ call }) => outputsOf(calls[call], body));
    if (body.isAtEnd) return { kind, steps: outputs };
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
  }
  return { kind: 'stopped', step, message: NO_RESULT };
}

function outputsOf(call: CallSlots | undefined, body: ByteReader, areLeft = false): CaseValue[] {
  return (call?.outputs ?? [])
    .filter(({ outlivesProcess }) => !areLeft || outlivesProcess === true)
    .map(({ shape }) => decodeValue(body, shape));
}
