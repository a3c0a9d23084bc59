import type { ClangCType } from '../../code/clang/types.ts';
import { NotComparable } from '../not-comparable.ts';
import type { PairingDefinitions } from '../pairing/definitions.ts';
import { errnoName } from '../pairing/errno.ts';
import { pairOf } from '../pairing/pair-of-types.ts';
import { C_ERRNO, C_RETURN, cLiteral, conjunction, groupedErrno } from '../plan/c-variables.ts';
import type { ResultPlan } from '../plan/comparison-plan.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';
import { signed32Pair } from './integer-pairs.ts';
import type { ResultOutputs } from './outputs.ts';
import { variantPattern } from './variant-pattern.ts';

/** A Rust pattern, and what the C has where it matches. */
export interface ResultArm {
  readonly pattern: string;
  readonly plan: ResultPlan;
}

/** What an error means in C. */
interface ErrorMeaning {
  readonly error: string;
  readonly return?: bigint | undefined;
  readonly errno?: readonly number[] | undefined;
}

/** What functions return that tell the rest by `errno`, by what they return where they succeed: C with true has false. */
export function errnoFailure(success: bigint | undefined): bigint {
  return success === 1n ? 0n : -1n;
}

const ERRNO_TYPE: ClangCType = { kind: 'integer', bits: 32, signed: true, isCharacter: false };

/**
 * Compares the `Err` of a Rust `Result` with the return code, and the `errno`, of the C: an arm of a match
 * for each error.
 */
export class ErrorPlanner {
  /** What the mapping leaves out of the comparison, each in one sentence. */
  readonly limits: string[] = [];
  private readonly outputs: ResultOutputs;
  private readonly definitions: PairingDefinitions;

  constructor(outputs: ResultOutputs, known: PairingDefinitions) {
    this.outputs = outputs;
    this.definitions = known;
  }

  /** The error has the value of `errno`. @param output the code that is returned then, which is this one */
  errnoArm(error: RustApiType, output: number, failure: bigint, failed: string): ResultArm {
    const value: ResultPlan = { kind: 'code', output, value: failure };
    if (error.kind === 'ioError') {
      const errno = this.outputs.addErrno(signed32Pair, C_ERRNO, failed);
      const plan: ResultPlan = { kind: 'osError', output: errno };
      return { pattern: 'Err(value)', plan: { kind: 'all', parts: [value, plan] } };
    }
    const errno = this.outputs.addErrno(
      pairOf(ERRNO_TYPE, error, this.definitions),
      C_ERRNO,
      failed,
    );
    const plan: ResultPlan = { kind: 'output', output: errno };
    return { pattern: 'Err(value)', plan: { kind: 'all', parts: [value, plan] } };
  }

  /**
   * An arm for each error: what is returned, and `errno` where the mapping says it.
   * @param output the code that is returned; undefined where the failure itself is all
   */
  errorArms(
    errors: readonly ErrorMeaning[],
    error: RustApiType,
    output: number | undefined,
    failed: string,
  ): ResultArm[] {
    const told = errors.filter((one) => one.errno !== undefined);
    const codes = [...new Set(told.flatMap((one) => one.return ?? []))];
    const untold = errors.find(
      (one) => one.errno === undefined && codes.includes(one.return ?? 0n),
    );
    if (untold !== undefined) {
      throw new NotComparable(`${untold.error} returns what others do, and has no errno`);
    }
    const isIt = codes.map((code) => `${C_RETURN} == ${cLiteral(code)}`).join(' || ');
    const when = isIt === '' ? failed : conjunction(failed, `(${isIt})`);
    const groups = told.map((one) => one.errno ?? []);
    const errno =
      told.length === 0
        ? undefined
        : this.outputs.addErrno(signed32Pair, groupedErrno(groups), when);
    for (const { error: name, errno: values = [] } of told) {
      if (values.length < 2) continue;
      const names = values.map(errnoName).join(' and ');
      this.limits.push(`${name} stands for ${names}, which errno tells apart in C.`);
    }
    const item = error.kind === 'item' ? this.definitions.crate.item(error.path) : undefined;
    const any = errors.find((one) => one.error === '_');
    if (any?.return !== undefined && item?.kind === 'enum' && item.variants.length > 1) {
      const others = errors.length > 1 ? 'other ' : '';
      this.limits.push(
        `Which ${others}error of ${item.path} it is is not compared: the C returns ${any.return} for each.`,
      );
    }
    return errors.map((one) => {
      const parts: ResultPlan[] = [];
      if (output !== undefined && one.return !== undefined)
        parts.push({ kind: 'code', output, value: one.return });
      if (errno !== undefined && one.errno !== undefined)
        parts.push({ kind: 'code', output: errno, value: BigInt(one.errno[0] ?? 0) });
      return {
        pattern: `Err(${variantPattern(one.error, error, this.definitions)})`,
        plan: parts.length === 1 && parts[0] ? parts[0] : { kind: 'all', parts },
      };
    });
  }
}
