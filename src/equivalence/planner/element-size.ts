import { NotComparable } from '../not-comparable.ts';
import type { PairingDefinitions, PieceSize } from '../pairing/definitions.ts';
import { groupSize } from '../pairing/flat-groups.ts';
import type { Pair } from '../pairing/pair.ts';
import { scalarSize } from '../pairing/scalar-size.ts';
import type { CArgument, CountedPieces } from '../plan/comparison-plan.ts';
import type { RustApiType } from '../rust-api/rust-type.ts';
import type { NamedParam } from './named-param.ts';

/** How C names the size of an element of any type: the last parameter of `qsort(base, n, size, …)`. */
const SIZE_NAME =
  /^(?:es|el|elt|esize|esz|width|stride|memsz|siz|(?:el|elem|elmt|element|item|obj|object|member|mem|data|value|val|type|key|unit)_?(?:size|sz|width|bytes|len)|size_?of_?\w+|sz|size)$/i;

/**
 * The size of the elements that a list of any type has, where a parameter of C tells it.
 * @param payload what stands for a type parameter of Rust
 */
export function elementSize(
  { name }: NamedParam,
  params: readonly NamedParam[],
  c: ReadonlyMap<string, CArgument>,
  payload: RustApiType | undefined,
): bigint | undefined {
  if (!SIZE_NAME.test(name) || isLengthOfAnother(name, params)) return undefined;
  const pairs = params.flatMap(({ name: other, type }) => {
    const argument = c.get(other);
    const pair = argument === undefined ? undefined : elementOf(argument, payload);
    return pair !== undefined && isUntyped(type) ? [pair] : [];
  });
  const [first] = pairs;
  if (first === undefined && payload !== undefined) return sizeOfType(payload);
  const size = first === undefined ? undefined : sizeOf(first);
  // Bytes have a length, and seldom a size.
  if (size === undefined || (size === 1n && /^(?:size|sz)$/i.test(name))) return undefined;
  return size;
}

/**
 * What a length counts for each element of the Rust list.
 * @throws NotComparable where the C has numbers that Rust keeps in groups
 */
export function unitOf(
  of: string,
  name: string,
  params: readonly NamedParam[],
  c: ReadonlyMap<string, CArgument>,
  definitions: Pick<PairingDefinitions, 'crate' | 'piecesOf'>,
): CountedPieces | undefined {
  const argument = c.get(of);
  const { payload } = definitions.crate;
  const pair = argument === undefined ? undefined : elementOf(argument, payload);
  if (pair === undefined) return undefined;
  if (groupSize(pair) > 1) {
    throw new NotComparable(
      `${of} has ${groupSize(pair)} numbers for each element of the Rust list: say in the mapping what ${name} counts for one ({ role: "length", of: "${of}", each: 1 } or ${groupSize(pair)})`,
    );
  }
  const list = params.find((param) => param.name === of);
  const isSized = params.some((param) => elementSize(param, params, c, payload) !== undefined);
  if (list === undefined || isSized) return undefined;
  const declared = definitions.piecesOf(of, name);
  const own = isUntyped(list.type) ? Number(sizeOf(pair) ?? 1n) : ownSize(list.type);
  const sizes = [...new Set([...declared, own])].sort((a, b) => sizeOrder(a) - sizeOrder(b));
  const [usual = own] = declared;
  return sizes.length < 2 ? undefined : { sizes, usual: sizes.indexOf(usual) };
}

/** Records are larger than numbers. */
function sizeOrder(size: PieceSize): number {
  return size === 'element' ? Number.MAX_SAFE_INTEGER : size;
}

/** Of an element of the C list. */
function ownSize(type: NamedParam['type']): PieceSize {
  return (type.kind === 'pointer' ? scalarSize(type.to) : undefined) ?? 'element';
}

function elementOf(argument: CArgument, payload: RustApiType | undefined): Pair | undefined {
  if (argument.kind === 'one') return argument.pair;
  if (argument.kind !== 'elements') return undefined;
  // One value of a type parameter that an array stands for.
  const { pair } = argument;
  const isOne = pair.kind === 'array' && payload?.kind === 'array';
  if (isOne && sizeOf(pair) === sizeOfType(payload)) return pair;
  return 'of' in argument.pair ? argument.pair.of : undefined;
}

/** Whether a size is named after a pointer beside it, as `key_len` is after `key`: it is the length of that. */
function isLengthOfAnother(name: string, params: readonly NamedParam[]): boolean {
  const counts = params.filter((one) => one.type.kind === 'integer' && one.name !== name);
  return params.some(({ name: other, type }) => {
    if (type.kind !== 'pointer' || !name.startsWith(other)) return false;
    const rest = name.slice(other.length);
    // A size beside a number of elements may be that of one of them.
    return (
      /^_?len(?:gth)?$/i.test(rest) || (/^_?(?:size|sz|bytes)$/i.test(rest) && counts.length === 0)
    );
  });
}

/** A pointer to anything; or `char **`, by which lists of any type are moved. */
function isUntyped(type: NamedParam['type']): boolean {
  if (type.kind !== 'pointer') return false;
  const { to } = type;
  if (to.kind === 'pointer') return to.to.kind === 'void' || isByte(to.to);
  return to.kind === 'void';
}

function isByte(type: NamedParam['type']): boolean {
  return type.kind === 'integer' && type.bits === 8;
}

function sizeOf(pair: Pair): bigint | undefined {
  if (pair.kind === 'integer' || pair.kind === 'float') return BigInt(pair.bits / 8);
  if (pair.kind !== 'array') return undefined;
  const of = sizeOf(pair.of);
  return of === undefined ? undefined : of * BigInt(pair.length);
}

function sizeOfType(type: RustApiType): bigint | undefined {
  if (type.kind === 'integer' || type.kind === 'float') return BigInt(type.bits / 8);
  if (type.kind !== 'array') return undefined;
  const of = sizeOfType(type.of);
  return of === undefined ? undefined : of * BigInt(type.length);
}
