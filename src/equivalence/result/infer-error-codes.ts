import type { ClangCType } from '../../code/clang/types.ts';
import { isNamedAfter } from '../name-matching.ts';
import { variantConstants } from '../pairing/variant-constants.ts';
import type { RustApiEnum, RustApiStruct, RustApiType } from '../rust-api/rust-type.ts';
import { type ResultFacts, unclearMeaning } from './result-facts.ts';
import { variantErrnos } from './variant-errno.ts';

/** Which return code, and which `errno`, stands for an error of a Rust `Result`. */
interface ErrorCode {
  /** The variant; `_` for any error. */
  readonly error: string;
  readonly return: bigint;
  readonly errno?: number[] | undefined;
}

/**
 * Which C return code stands for each error of a Rust `Result`: by `errno`, by the names of an enum's
 * constants, by the values of the variants, or the only code of failure for all of them.
 * @param success the return code of success
 * @throws NotComparable when several readings are left
 */
export function inferErrorCodes(
  facts: ResultFacts,
  error: RustApiType,
  success: bigint,
): ErrorCode[] {
  const { returns } = facts.function;
  const failures = failureCodes(facts, success);
  const item = error.kind === 'item' ? facts.crate.item(error.path) : undefined;
  const variants = item?.kind === 'enum' ? item.variants : [];
  if (variants.length > 1) {
    const constants = returns.kind === 'enum' ? returns.constants : [];
    const failing = [...facts.constants].filter(
      ([, value]) => value !== success && mayReturn(returns, value),
    );
    const named = variantConstants(failing, variants);
    const byErrno = errorsByErrno(facts, item, failures);
    if (byErrno !== undefined) return byErrno;
    const codes = variants.map(({ name, value }) => {
      const constant =
        constants.find((one) => isNamedAfter(one.name, name))?.value ?? named.get(name);
      return { name, code: constant ?? (failures.includes(value ?? 0n) ? value : undefined) };
    });
    const known = codes.flatMap(({ name, code }) =>
      code === undefined ? [] : [{ error: name, return: code }],
    );
    if (known.length === variants.length) return known;
    // One code for all that can go wrong: the C does not tell the variants apart.
    const [only, ...more] = failures;
    const isAll = facts.returnsOnlyLiterals && more.length === 0;
    if (known.length === 0 && only !== undefined && isAll) {
      return [{ error: '_', return: only }];
    }
    // An enum of errors serves several functions: a variant that is another's stands for nothing here.
    const isCovered = failures.every((code) => known.some((one) => one.return === code));
    // It may give back what another function returned.
    const isWhole = failures.length === 0 ? constants.length > 0 : facts.returnsOnlyLiterals;
    if (known.length > 0 && isCovered && isWhole) {
      return known;
    }
    const unknown = codes.find(({ code }) => code === undefined)?.name;
    throw unclearMeaning(facts, `which return code is ${item?.path}::${unknown}`);
  }
  const [failure, ...others] = failures;
  if (failure === undefined || others.length > 0) {
    throw unclearMeaning(facts, 'which return code stands for each error (result.errors)');
  }
  return [{ error: '_', return: failure }];
}

/** Whether a type can hold a number. */
function mayReturn(type: ClangCType, value: bigint): boolean {
  if (type.kind !== 'integer' && type.kind !== 'enum') return false;
  const { bits, signed } = type;
  const held = signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
  return held === value;
}

/** One code for all errors, and an `errno` for each by the name of its variant. */
export function errorsByErrno(
  { errno }: ResultFacts,
  item: RustApiStruct | RustApiEnum | undefined,
  failures: readonly bigint[],
): { error: string; return: bigint; errno: number[] }[] | undefined {
  const [failure, ...others] = failures;
  if (!errno.isSet || item?.kind !== 'enum' || failure === undefined || others.length > 0) {
    return undefined;
  }
  const values = variantErrnos(item, errno.mentioned);
  if (values === undefined) return undefined;
  return [...values].map(([error, value]) => ({ error, return: failure, errno: [value] }));
}

/** What else the body returns; by convention -1 where another function sets `errno` and returns. */
export function failureCodes(
  { returned, errno, function: f }: ResultFacts,
  success: bigint,
): bigint[] {
  const codes = new Set(returned.filter((value) => value !== success));
  const isSigned = f.returns.kind === 'integer' && f.returns.signed;
  return codes.size === 0 && errno.isSet && isSigned ? [-1n] : [...codes];
}
