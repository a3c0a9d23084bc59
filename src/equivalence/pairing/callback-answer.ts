import { isDeepStrictEqual } from 'node:util';
import type { ClangCType } from '../../code/clang/types.ts';
import { isNamedAfter } from '../name-matching.ts';
import { NotComparable } from '../not-comparable.ts';
import type { RustCrate } from '../rust-api/rust-crate.ts';
import { type RustApiType, rustTypeText } from '../rust-api/rust-type.ts';
import type { CallbackFacts } from './callback-facts.ts';
import type { CallbackRole } from './mapping.ts';
import type { CallbackAnswer, CallbackArgument, CallbackCode, Pair } from './pair.ts';
import { shapeOf } from './shape-of-pair.ts';

/**
 * What a callback gives back on both sides.
 * @param args what it is given
 * @throws NotComparable when its results have nothing in common
 */
export function callbackAnswer(
  { returns }: Extract<ClangCType, { kind: 'function' }>,
  rust: RustApiType,
  args: readonly CallbackArgument[],
  facts: CallbackFacts,
): CallbackAnswer {
  const { role, definitions, pairOf, name } = facts;
  const rooms = args.flatMap((argument, at) =>
    argument.kind === 'room' ? { of: argument.pair.of, at } : [],
  );
  const [room, ...more] = rooms;
  if (room !== undefined) {
    if (more.length > 0 || room.of.kind !== 'integer') {
      throw new NotComparable(`${name} fills more than one list of integers`);
    }
    const filled = fillResult(returns, rust, facts);
    return { kind: 'filled', of: room.of, room: room.at, ...filled };
  }
  if (rust.kind === 'unit' && returns.kind === 'void') return { kind: 'nothing' };
  if (returns.kind === 'integer' && isOrder(rust, args, facts)) {
    return { kind: 'order', isOrdering: rust.kind === 'ordering' };
  }
  if (rust.kind === 'result' && rust.ok.kind === 'unit') {
    return { kind: 'codes', codes: codesOf(returns, rust.error, role, definitions.crate, name) };
  }
  const pair = pairOf(returns, rust);
  if (pair.kind === 'enum') {
    const codes = pair.variants.map(
      ({ name: variant, value }): CallbackCode => ({
        c: value,
        rust: `subject::${pair.path}::${variant}`,
      }),
    );
    return { kind: 'codes', codes };
  }
  if (!holdsEveryValue(pair)) {
    throw new NotComparable(
      `what ${name} returns in C has no place in ${rustTypeText(rust)}, or is no number`,
    );
  }
  return { kind: 'value', pair };
}

/** Whether Rust has a place for each value of the C. */
function holdsEveryValue(pair: Pair): boolean {
  if (pair.kind === 'float' || pair.kind === 'boolean') return true;
  if (pair.kind !== 'integer') return false;
  const size = /^[iu](\d+|size)$/.exec(pair.rust)?.[1];
  if (size === undefined) return false;
  const bits = size === 'size' ? 64 : Number(size);
  if (pair.isByte || (bits === pair.bits && pair.rust.startsWith('i') === pair.signed)) return true;
  return bits > pair.bits && (pair.rust.startsWith('i') || !pair.signed);
}

/** What a callback that fills memory returns: how much, or that it failed. */
function fillResult(
  returns: ClangCType,
  rust: RustApiType,
  { name, role, definitions }: CallbackFacts,
): { readonly failure: CallbackCode | undefined; readonly rust: string } {
  const count = rust.kind === 'result' ? rust.ok : rust.kind === 'option' ? rust.of : rust;
  if (returns.kind !== 'integer' || count.kind !== 'integer') {
    throw new NotComparable(`${name} fills memory, and does not say in the same way how much`);
  }
  const number = `n as ${count.name}`;
  const [told] = role?.errors ?? [];
  const code = told?.return ?? (returns.signed ? -1n : undefined);
  if (rust.kind === 'integer') {
    const failure = rust.signed && code !== undefined ? { c: code, rust: `${code}` } : undefined;
    return { failure, rust: number };
  }
  const made =
    rust.kind === 'result' ? failureOf(rust, told?.error, definitions.crate, name) : 'None';
  return {
    failure: code === undefined ? undefined : { c: code, rust: made },
    rust: rust.kind === 'option' ? `Some(${number})` : `Ok(${number})`,
  };
}

function failureOf(
  rust: Extract<RustApiType, { kind: 'result' }>,
  error: string | undefined,
  crate: RustCrate,
  name: string,
): string {
  const [value] = errorValues(rust.error, error, crate);
  if (value !== undefined) return `Err(${value.rust})`;
  throw new NotComparable(
    `no error of ${rustTypeText(rust.error)} can be made for a failure of ${name}; name one in the mapping`,
  );
}

interface ErrorValue {
  /** Of an enum: the variant. */
  readonly name: string;
  readonly rust: string;
}

/** Errors that can be written without a value of their own. @param wanted a pattern for one of them */
function errorValues(
  type: RustApiType,
  wanted: string | undefined,
  crate: RustCrate,
): ErrorValue[] {
  if (type.kind === 'unit') return [{ name: '', rust: '()' }];
  if (type.kind === 'ioError') {
    return [{ name: '', rust: 'std::io::Error::other("it fails")' }];
  }
  if (type.kind === 'string') return [{ name: '', rust: 'String::from("it fails")' }];
  const item = type.kind === 'item' ? crate.item(type.path) : undefined;
  if (item?.kind !== 'enum') return [];
  const variant = wanted?.replace(/\s*[({].*$/s, '').replace(/^.*::/, '');
  return item.variants
    .filter(({ name, hasFields }) => !hasFields && (variant === undefined || name === variant))
    .map(({ name }) => ({ name, rust: `subject::${item.path}::${name}` }));
}

/** The return codes of a callback that succeeds or fails, with what Rust has for each. */
function codesOf(
  returns: ClangCType,
  error: RustApiType,
  role: CallbackRole | undefined,
  crate: RustCrate,
  name: string,
): CallbackCode[] {
  const isBoolean = returns.kind === 'boolean';
  const success: CallbackCode = { c: role?.success ?? (isBoolean ? 1n : 0n), rust: 'Ok(())' };
  if (role?.errors !== undefined) {
    const failures = role.errors.map((told): CallbackCode => {
      const [value] = errorValues(error, told.error, crate);
      if (value !== undefined) return { c: told.return, rust: `Err(${value.rust})` };
      throw new NotComparable(`${told.error} is no error that ${name} can give`);
    });
    return [success, ...failures];
  }
  const values = errorValues(error, undefined, crate);
  const constants = returns.kind === 'enum' ? returns.constants : [];
  const failures = values.flatMap((value): CallbackCode[] => {
    const named = constants.filter((one) => isNamedAfter(one.name, value.name));
    const [constant, ...more] = named;
    if (constant === undefined || more.length > 0 || constant.value === success.c) return [];
    return [{ c: constant.value, rust: `Err(${value.rust})` }];
  });
  if (failures.length > 0) return [success, ...failures];
  const [only] = values;
  if (isBoolean && only !== undefined) return [success, { c: 0n, rust: `Err(${only.rust})` }];
  throw new NotComparable(
    `types do not tell what ${name} returns for each error; say it in the mapping (errors)`,
  );
}

/**
 * Whether a callback compares its two arguments, as that of `qsort` does; or its only one with what is
 * searched for, as that of a binary search.
 */
function isOrder(
  rust: RustApiType,
  args: readonly CallbackArgument[],
  { name, role }: CallbackFacts,
): boolean {
  const [first, second, ...more] = args;
  if (first === undefined || more.length > 0) return false;
  if (second === undefined) return rust.kind === 'ordering' && 'pair' in first;
  if (rust.kind !== 'ordering' && !(rust.kind === 'integer' && rust.signed)) return false;
  if (rust.kind !== 'ordering' && role?.order !== true && !/cmp|comp|order/i.test(name)) {
    return false;
  }
  if (!('pair' in first) || !('pair' in second)) return false;
  return isDeepStrictEqual(shapeOf(first.pair), shapeOf(second.pair));
}
