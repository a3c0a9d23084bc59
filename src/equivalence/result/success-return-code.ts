import type { Meaning } from '../pairing/meaning.ts';
import { C_ERRNO, C_RETURN, cLiteral } from '../plan/c-variables.ts';
import { cValueAt } from './c-access-path.ts';
import { meaningUsesPlace } from './mentions.ts';
import { type ResultFacts, unclearMeaning } from './result-facts.ts';
import { errnoFailure } from './return-codes.ts';

/** How the C tells that a `Result` is `Ok`. */
export interface SuccessCondition {
  /** The C expression that holds then. */
  readonly condition: string;
  /** What the value means: where several codes are no error, it tells them apart. */
  readonly ok: Meaning;
  /** The one code that means it; undefined where all that is no error does. */
  readonly code: bigint | undefined;
}

/** Compares the `Ok` of a Rust `Result` with the return code of the C: by the code of success, else by those of errors. */
export function successCondition(
  { ok, code: place, success, errors }: Extract<Meaning, { errors: unknown; ok: unknown }>,
  facts: ResultFacts,
): SuccessCondition {
  const told = place === undefined ? C_RETURN : cValueAt(facts, place);
  const isPointer = facts.function.returns.kind === 'pointer';
  if (place !== undefined && success === undefined && isPointer) {
    return { condition: `${C_RETURN} != 0`, ok, code: undefined };
  }
  if (success === undefined) {
    const none = typeof ok === 'object' && 'some' in ok ? ok.none : undefined;
    const codes = [...new Set(failures(errors))].map((code) => {
      const isFailure = `${told} == ${cLiteral(code)}`;
      // Where nothing is there has the same code, `errno` tells that it is no failure.
      return code === none ? `(${isFailure} && ${errnoIsOneOf(errors, code)})` : isFailure;
    });
    const holds = codes.length > 0 ? `!(${codes.join(' || ')})` : `${told} == ${cLiteral(0n)}`;
    return { condition: holds, ok, code: undefined };
  }
  const holds = `${told} == ${cLiteral(success)}`;
  const none = typeof ok === 'object' && 'some' in ok ? ok.none : undefined;
  if (typeof ok !== 'object' || !('some' in ok) || typeof none !== 'bigint') {
    return { condition: holds, ok, code: success };
  }
  // "End" as a code of its own is no error: it is the `None` of a `Result<Option<T>, E>`.
  if (
    none === success ||
    ok.success !== undefined ||
    meaningUsesPlace(ok.some, place ?? 'return')
  ) {
    return { condition: holds, ok, code: success };
  }
  const both = `(${holds} || ${told} == ${cLiteral(none)})`;
  return { condition: both, ok: { ...ok, success }, code: undefined };
}

function errnoIsOneOf(errors: Errors, code: bigint): string {
  const told = typeof errors === 'string' ? [] : errors.filter((one) => one.return === code);
  const values = told.flatMap(({ errno = [] }) => errno);
  return values.length === 0
    ? '1'
    : `(${values.map((one) => `${C_ERRNO} == ${one}`).join(' || ')})`;
}

type Errors = Extract<Meaning, { errors: unknown; ok: unknown }>['errors'];

function failures(errors: Errors): readonly bigint[] {
  if (errors === 'return' || errors === 'any') return [];
  return errors === 'errno' ? [errnoFailure(undefined)] : errors.map((one) => one.return);
}

/** How C names the code of success. */
const SUCCESS = /(?:^|_)(?:E?OK|SUCCESS|NO_?ERR(?:OR)?)$/i;

/** The return code of success: by its name, else zero where failures are negative, true where the C has a bool. */
export function successCode(facts: ResultFacts): bigint {
  const { returns } = facts.function;
  if (returns.kind === 'boolean') return 1n;
  const codes = new Set(facts.returned);
  const named = facts.returnedNames.filter((name) => SUCCESS.test(name));
  const told = new Set(named.map((name) => facts.constants.get(name)));
  const [known, ...more] = [...told];
  if (known !== undefined && more.length === 0) return known;
  if (codes.has(0n) && [...codes].some((code) => code < 0n)) return 0n;
  if (codes.has(0n) && codes.size > 2) return 0n;
  if (codes.has(1n) && codes.has(0n)) {
    throw unclearMeaning(facts, 'which return code means success (result.success)');
  }
  if (codes.has(1n) && [...codes].every((code) => code === 1n || code < 0n)) return 1n;
  return 0n;
}
