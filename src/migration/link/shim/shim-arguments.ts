import type { ClangCType } from '../../../code/clang/types.ts';
import type { Pair } from '../../../equivalence/pairing/pair.ts';
import type { CArgument, RustArgument } from '../../../equivalence/plan/comparison-plan.ts';
import { ownedType, passedAs } from '../../../equivalence/rust/rust-code.ts';
import type { RustApiType } from '../../../equivalence/rust-api/rust-type.ts';
import type { CAbi } from './c-abi.ts';
import type { CParameters } from './c-parameters.ts';
import { BYTE, elementTypeOf, fromC, ownedList } from './from-c.ts';
import { NotLinkable } from './not-linkable.ts';

/** How a shim gives one Rust parameter. */
export interface ShimArgument {
  /** A statement that makes the variable `a` and its number. */
  readonly make: string;
  /** The Rust expression that is passed for it. */
  readonly passed: string;
  /** Whether Rust works on the memory of the C itself, so that nothing is to be written back. */
  readonly isBorrowed: boolean;
  /** What Rust sees of the C's memory: start, bytes, and whether it may change. */
  readonly span:
    | { readonly start: string; readonly bytes: string; readonly changes: boolean }
    | undefined;
}

/** @throws NotLinkable when the C does not give what Rust needs */
export function shimArgument(
  { from, type, pair }: RustArgument,
  index: number,
  places: CParameters,
  abi: CAbi,
): ShimArgument {
  const argument = places.argument(from);
  if (argument?.kind === 'handle') return objectArgument(type, index, from, places);
  if (pair === undefined || argument === undefined) {
    throw new NotLinkable(`${from} is an object, for which there are no shims yet`);
  }
  const variable = `a${index}`;
  const place = places.start(from);
  const at = places.at(from);
  if (argument.kind === 'value') {
    const value = fromC(pair, places.type(from), place, at, abi);
    const make = `let mut ${variable}: ${ownedType(type)} = ${value};`;
    return { make, passed: passedAs(type, variable), isBorrowed: false, span: undefined };
  }
  if (argument.kind === 'callback') {
    throw new NotLinkable(`${from} is a function of the caller, for which there are no shims yet`);
  }
  if (argument.kind !== 'one' && argument.kind !== 'elements') {
    throw new NotLinkable(`${from} is not given by its value`);
  }
  const isBehind = argument.kind === 'elements' && argument.isBehind === true;
  if (isBehind && (type.kind !== 'reference' || type.mutable || argument.isNullable)) {
    throw new NotLinkable(`${from} points at a pointer, which Rust does not take as a text alone`);
  }
  const option = type.kind === 'option' ? type.of : type;
  if (argument.isNullable && type.kind !== 'option') {
    throw new NotLinkable(`${from} may be null, which the Rust has no place for`);
  }
  const to = elementTypeOf(isBehind ? elementTypeOf(places.type(from)) : places.type(from));
  const changes = option.kind === 'reference' && option.mutable;
  const count = argument.kind === 'one' ? '1usize' : places.count(from);
  const element = `size_of::<${abi.type(to.kind === 'void' ? BYTE : to)}>()`;
  const span = { start: place, bytes: `(${count}) * ${element}`, changes };
  const nullable = (value: string) =>
    argument.isNullable ? `if ${place}.is_null() { None } else { Some(${value}) }` : value;
  const borrowed = borrow(option, argument, pair, to, place, count, at, abi);
  if (borrowed !== undefined) {
    const make = `let ${variable} = ${nullable(borrowed)};`;
    return { make, passed: variable, isBorrowed: true, span };
  }
  const value = copy(argument, pair, to, place, count, at, abi);
  const make = `let mut ${variable}: ${ownedType(type)} = ${nullable(value)};`;
  return { make, passed: passedAs(type, variable), isBorrowed: false, span };
}

/** An object of Rust, to which the C has a pointer. */
function objectArgument(
  type: RustApiType,
  index: number,
  from: string,
  places: CParameters,
): ShimArgument {
  const { object } = places;
  if (object === undefined || places.type(from).kind !== 'pointer') {
    throw new NotLinkable(`${from} is an object that the C has by its value`);
  }
  const variable = `a${index}`;
  const pointer = `there(c_${from} as *mut subject::${object}, ${places.at(from)})`;
  const changes = type.kind !== 'reference' || type.mutable;
  const value =
    type.kind === 'reference'
      ? `&${type.mutable ? 'mut ' : ''}*${pointer}`
      : `${type.kind === 'box' ? '' : '*'}Box::from_raw(${pointer})`;
  return {
    make: `let ${variable} = ${value};`,
    ...{ passed: variable, isBorrowed: true },
    span: { start: `c_${from}`, bytes: `size_of::<subject::${object}>()`, changes },
  };
}

/** The memory of the C as Rust may see it: where both lie in memory the same way. */
function borrow(
  type: RustApiType,
  argument: CArgument,
  pair: Pair,
  c: ClangCType,
  place: string,
  count: string,
  at: string,
  abi: CAbi,
): string | undefined {
  if (type.kind !== 'reference' || argument.kind !== 'elements') return undefined;
  const { to, mutable } = type;
  if (to.kind === 'str' && !mutable)
    return `utf8(elements(${place} as *const u8, ${count}, ${at}), ${at})`;
  if (pair.kind !== 'list' && pair.kind !== 'array') return undefined;
  const element = sameInMemory(pair.of, c, abi);
  if (element === undefined) return undefined;
  if (to.kind === 'slice') {
    return mutable
      ? `elements_mut(${place} as *mut ${element}, ${count}, ${at})`
      : `elements(${place} as *const ${element}, ${count}, ${at})`;
  }
  if (to.kind !== 'array') return undefined;
  const whole = `*there(${place} as *mut [${element}; ${to.length}], ${at})`;
  return mutable ? `&mut ${whole}` : `&${whole}`;
}

/** The Rust type of elements that are the same bytes on both sides. */
function sameInMemory(pair: Pair, c: ClangCType, abi: CAbi): string | undefined {
  if (pair.kind === 'float') return `f${pair.bits}`;
  if (pair.kind !== 'integer' || pair.rust === 'char') return undefined;
  if (pair.isByte) return pair.rust;
  const own = abi.type(c.kind === 'void' ? BYTE : c);
  return own === pair.rust.replace('size', '64') ? pair.rust : undefined;
}

function copy(
  argument: CArgument,
  pair: Pair,
  to: ClangCType,
  place: string,
  count: string,
  at: string,
  abi: CAbi,
): string {
  if (argument.kind === 'one') return fromC(pair, to, `(*there(${place}, ${at}))`, at, abi);
  if (pair.kind === 'list') return ownedList(pair, to, place, count, at, abi);
  if (pair.kind !== 'array') throw new NotLinkable(`${argument.name} has no elements`);
  const each = fromC(pair.of, to, '(*p.add(i))', at, abi);
  return `{ let p = there(${place}, ${at}); std::array::from_fn(|i| ${each}) }`;
}
