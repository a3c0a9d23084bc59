import type { ClangCType, ClangRecord } from '../../code/clang/types.ts';
import type { ClangFunction } from '../../code/clang/unit.ts';
import { isSameName } from '../name-matching.ts';
import { NotComparable } from '../not-comparable.ts';
import type { PairingDefinitions } from '../pairing/definitions.ts';
import type { Mapping } from '../pairing/mapping.ts';
import { scalarBehindVoid } from '../pairing/scalar-behind-void.ts';
import { scalarSize } from '../pairing/scalar-size.ts';
import type { RustCrate } from '../rust-api/rust-crate.ts';
import {
  behindReference,
  type RustApiFunction,
  type RustApiType,
  rustTypeText,
} from '../rust-api/rust-type.ts';
import { typeNamed } from './c-type-named.ts';
import { matchParameters } from './match-parameters.ts';
import type { MemoryViews } from './memory-views.ts';
import { namedParams } from './named-param.ts';

/** What both sides define, and the text of the C function. */
type ViewedDefinitions = Pick<PairingDefinitions, 'crate' | 'records'> & {
  readonly source: string;
};

/**
 * A C function with the types that it looks at memory by, where these are what Rust has: `char *` that is read
 * as `uint16_t *` leads to 16-bit numbers for a `&[u16]`, and `void *` to the record that it is cast to.
 * @throws NotComparable where C and Rust look at memory by different types
 */
export function withViewedTypes(
  f: ClangFunction,
  rust: RustApiFunction,
  mapping: Mapping,
  views: MemoryViews,
  { crate, records, source }: ViewedDefinitions,
): { readonly function: ClangFunction; readonly doubts: readonly string[] } {
  const doubts: string[] = [];
  const found = matchedTypes(f, rust, mapping, views);
  const params = f.params.map((param, at) => {
    const name = param.name || `arg${at}`;
    const { type } = param;
    if (type.kind !== 'pointer') return param;
    const role = mapping.c[name];
    const told = role?.role === 'elements' ? role.of : undefined;
    const isHidden = type.to.kind === 'pointer' && type.to.to.kind === 'void';
    if (type.to.kind === 'pointer' && isHidden) {
      const to = pointerToRecord(type.to, views.storedBehind(f, name));
      return to === undefined ? param : { ...param, type: { ...type, to } };
    }
    const given = found.get(name);
    const seen = views.behindParameter(f, name);
    // What nothing stands for may be what a function of the caller is given back.
    if (given === undefined && (type.isConst || takesFunctions(f))) return param;
    if (told === undefined && given !== undefined && isDoubtful(type.to, seen, given)) {
      doubts.push(
        `${name} has bytes in C, and ${rustTypeText(elementOf(given))} in Rust: each was made of one byte, and it is not plain that the C has it so; say what is there ({ role: "elements", of: "uint8_t" }), or take u8 in Rust`,
      );
    }
    const to =
      told === undefined
        ? (viewedType(type.to, seen, given, rust, crate, name) ??
          containerOf(type.to, given, records, source))
        : typeNamed(told, records);
    const isBoth = to !== undefined && isNarrower(to, type.to) && isLookedInto(name, source);
    if (told === undefined && isBoth) {
      doubts.push(
        `${name} has larger numbers in C than those that it is also looked at by, and its memory is used as both; say what is there ({ role: "elements", of: "uint8_t" })`,
      );
    }
    return to === undefined ? param : { ...param, type: { ...type, to } };
  });
  const { returns } = f;
  const record =
    returns.kind === 'pointer' && returns.to.kind === 'void' && partsOf(rust.returns).some(isItem)
      ? onlyRecord(views.behindReturned(f))
      : undefined;
  const type =
    record === undefined || returns.kind !== 'pointer' ? returns : { ...returns, to: record };
  return { function: { ...f, params, returns: type }, doubts };
}

/** Whether nothing tells that a byte of C is a number of Rust, rather than a part of one. */
function isDoubtful(declared: ClangCType, seen: readonly ClangCType[], given: RustApiType) {
  const element = elementOf(given);
  const isList = element !== behindReference(given);
  return isByte(declared) && isList && isNumber(element) && element.bits > 8 && seen.length === 0;
}

/** Whether a body looks behind a parameter by its own type. */
function isLookedInto(name: string, source: string): boolean {
  const sizes = new RegExp(`\\bsizeof\\s*\\(?\\s*\\*\\s*${name}\\b`, 'g');
  const body = source.slice(source.indexOf('{')).replaceAll(sizes, '');
  return new RegExp(`\\b${name}\\s*\\[|\\*\\s*${name}\\b`).test(body);
}

/** Whether numbers are smaller than those that the C declares. */
function isNarrower(seen: ClangCType, declared: ClangCType): boolean {
  const [own, wide] = [scalarSize(seen), scalarSize(declared)];
  return own !== undefined && wide !== undefined && own < wide;
}

function takesFunctions({ params }: ClangFunction): boolean {
  return params.some(({ type }) => type.kind === 'pointer' && type.to.kind === 'function');
}

/** By C parameter: the Rust type that stands for it, as far as that can be told by now. */
function matchedTypes(
  f: ClangFunction,
  rust: RustApiFunction,
  mapping: Mapping,
  views: MemoryViews,
): ReadonlyMap<string, RustApiType> {
  // A handle takes part as the record that it is.
  const params = namedParams(f).map(({ name, type }) => {
    if (type.kind !== 'pointer' || type.to.kind !== 'void') return { name, type };
    const record = onlyRecord(views.behindParameter(f, name));
    return { name, type: record === undefined ? type : { ...type, to: record } };
  });
  try {
    const matches = matchParameters(params, rust, mapping);
    return new Map(matches.map(({ name }, at) => [name, rust.params[at]?.type ?? UNKNOWN]));
  } catch (thrown) {
    if (!(thrown instanceof NotComparable)) throw thrown;
    return new Map(
      params.flatMap(({ name }) => {
        const own = rust.params.find(
          (one) => (mapping.rust[one.name] ?? undefined) === name || isSameName(name, one.name),
        );
        return own === undefined ? [] : [[name, own.type] as const];
      }),
    );
  }
}

const UNKNOWN: RustApiType = { kind: 'unsupported', text: '' };

/** What lies behind a pointer for both sides; undefined where that is what the C declares. */
function viewedType(
  declared: ClangCType,
  seen: readonly ClangCType[],
  given: RustApiType | undefined,
  rust: RustApiFunction,
  crate: RustCrate,
  name: string,
): ClangCType | undefined {
  const isAnything = declared.kind === 'void' || isByte(declared);
  const elements = given === undefined ? partsOf(rust.returns) : [elementOf(given)];
  const items = elements.filter(
    (one) => one.kind === 'item' && crate.item(one.path)?.kind === 'struct',
  );
  if (isAnything && items.length > 0) return recordNamed(seen, items) ?? onlyRecord(seen);
  const size = scalarSize(declared);
  if (size === undefined) return undefined;
  const numbers = elements.filter(isNumber);
  // What Rust has as it is declared is read so.
  if (numbers.some(({ bits }) => bits / 8 === size)) return undefined;
  const scalars = seen.filter((type) => (scalarSize(type) ?? size) !== size);
  for (const number of numbers) {
    const { bits, kind } = number;
    const same = scalars.find((type) => type.kind === kind && scalarSize(type) === bits / 8);
    // Memory holds bits: those of negative numbers are given as well.
    if (same !== undefined) return scalarBehindVoid(number);
  }
  const [other] = scalars;
  const [number] = numbers;
  if (given === undefined || number === undefined || other === undefined || !isByte(declared)) {
    return undefined;
  }
  throw new NotComparable(
    `${name} has bytes, which the C reads as ${8 * (scalarSize(other) ?? 1)}-bit numbers, and Rust has ${rustTypeText(number)}: a Rust type of that size, or u8, stands for the same memory`,
    'plan',
  );
}

/**
 * The record that has the one behind a pointer as its first field, where Rust has a struct of that name and the C names
 * it: code that is given a link of a list, and looks at what it is a part of (`container_of`).
 */
function containerOf(
  declared: ClangCType,
  given: RustApiType | undefined,
  records: ReadonlyMap<string, ClangRecord>,
  source: string,
): ClangCType | undefined {
  const item = given === undefined ? undefined : elementOf(given);
  if (declared.kind !== 'record' || item?.kind !== 'item') return undefined;
  const own = item.path.replace(/^.*::/s, '');
  const found = [...records.values()].find(({ name, fields }) => {
    const [first] = fields ?? [];
    const tag = name.replace(/^(?:struct|union) /, '');
    const isFirst = first?.type.kind === 'record' && first.type.id === declared.id;
    return isFirst && isSameName(tag, own) && new RegExp(`\\b${tag}\\b`).test(source);
  });
  return found === undefined ? undefined : { kind: 'record', id: found.id };
}

function pointerToRecord(
  pointer: Extract<ClangCType, { kind: 'pointer' }>,
  seen: readonly ClangCType[],
): ClangCType | undefined {
  const record = onlyRecord(seen);
  return record === undefined ? undefined : { ...pointer, to: record };
}

/** The only record among types. */
function onlyRecord(seen: readonly ClangCType[]): ClangCType | undefined {
  const [record, ...others] = seen.filter(({ kind }) => kind === 'record');
  return others.length === 0 ? record : undefined;
}

function recordNamed(
  seen: readonly ClangCType[],
  items: readonly RustApiType[],
): ClangCType | undefined {
  const names = items.map((one) => (one.kind === 'item' ? one.path.replace(/^.*::/s, '') : ''));
  return seen.find(
    (type) =>
      type.kind === 'record' &&
      names.some((own) => isSameName(type.id.replace(/^struct /, ''), own)),
  );
}

/** What a pointer to elements or to one value leads to in Rust. */
function elementOf(type: RustApiType): RustApiType {
  const inner = behindReference(type);
  if (inner.kind === 'option') return elementOf(inner.of);
  if (inner.kind === 'vec' || inner.kind === 'slice' || inner.kind === 'array') {
    return elementOf(inner.of);
  }
  return inner;
}

/** The values that a result is made of. */
function partsOf(type: RustApiType): RustApiType[] {
  if (type.kind === 'result') return partsOf(type.ok);
  if (type.kind === 'tuple') return type.items.flatMap(partsOf);
  const element = elementOf(type);
  return element === type ? [element] : partsOf(element);
}

function isItem({ kind }: RustApiType): boolean {
  return kind === 'item';
}

function isNumber(type: RustApiType): type is Extract<RustApiType, { kind: 'integer' | 'float' }> {
  return type.kind === 'integer' || type.kind === 'float';
}

function isByte(type: ClangCType): boolean {
  return type.kind === 'integer' && type.bits === 8;
}
