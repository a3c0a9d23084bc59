import type { CaseValue } from '../cases/shape.ts';
import { type Elements, elementsOf } from '../inputs/values/elements.ts';
import type {
  RustApiEnum,
  RustApiStruct,
  RustApiType,
  RustVariant,
} from '../rust-api/rust-type.ts';
import { rustFloatLiteral, rustIntegerLiteral } from './rust-numbers.ts';
import { rustByteStringLiteral, rustCharacterLiteral, rustStringLiteral } from './rust-strings.ts';

/** The types that a crate defines, and how a test names them. */
export interface CrateTypeNames {
  readonly item: (path: string) => RustApiStruct | RustApiEnum | undefined;
  /** The variant of an enum with fields that a number stands for. */
  readonly variant: (path: string, tag: bigint) => string | undefined;
  /** What stands in front of a path: `crate::`, the crate's name, or nothing. */
  readonly prefix: string;
}

/** Fewer equal elements in a row are written out. */
const RUN = 12;
/** As a list of numbers, this many and fewer stay readable. */
const WRITTEN_OUT = 48;

/**
 * A value as a Rust expression of a type, as a person would write it; it has the type where it is
 * expected, as an argument is. Undefined for a value that the type does not have, as bytes that are
 * not UTF-8 in a `&str`, and for types that nothing can be written for.
 */
export function rustLiteral(
  type: RustApiType,
  value: CaseValue,
  names: CrateTypeNames,
): string | undefined {
  switch (type.kind) {
    case 'integer':
      return typeof value === 'bigint'
        ? rustIntegerLiteral(type.name, type.bits, type.signed, value)
        : undefined;
    case 'float':
      return typeof value === 'number' ? rustFloatLiteral(type.bits, value) : undefined;
    case 'boolean':
      return typeof value === 'bigint' ? String(value !== 0n) : String(value === true);
    case 'char':
      return typeof value === 'bigint' ? rustCharacterLiteral(value) : undefined;
    case 'unit':
      return '()';
    case 'str':
    case 'string': {
      // A stream that is memory begins with nothing.
      const bytes = elementsOf(value)?.length === 0 ? new Uint8Array() : value;
      const text = bytes instanceof Uint8Array ? rustStringLiteral(bytes) : undefined;
      if (text === undefined || type.kind === 'str') return text;
      return text === '""' ? 'String::new()' : `String::from(${text})`;
    }
    case 'option':
      if (value === null) return 'None';
      return wrapped('Some', rustLiteral(type.of, value, names));
    case 'box':
      return boxLiteral(type.of, value, names);
    case 'vec':
    case 'slice':
    case 'array':
      return elementsLiteral(type.kind, type.of, elementsOf(value), names);
    case 'reference':
      return referenceLiteral(type, value, names);
    case 'tuple': {
      const items = literals(type.items, fieldsOf(value), names);
      return items && `(${items.join(', ')}${items.length === 1 ? ',' : ''})`;
    }
    case 'item':
      return itemLiteral(names.item(type.path), value, names);
    case 'stream':
      return streamLiteral(type.does, value, names);
    case 'result':
    case 'ordering':
    case 'ioError':
    case 'never':
    case 'file':
    case 'path':
    case 'callback':
    case 'unsupported':
      return undefined;
  }
}

/**
 * A stream that reads or writes memory; of one that was written to, the bytes. None for one that fails
 * to be read: no type of the standard library does that.
 */
function streamLiteral(
  does: 'reads' | 'writes',
  value: CaseValue,
  names: CrateTypeNames,
): string | undefined {
  if (value instanceof Uint8Array) return elementsLiteral('vec', BYTE, value, names);
  const fields = fieldsOf(value);
  if (does === 'writes') {
    const [fails, room = 0n] = fields;
    return fails === true ? `&mut [0u8; ${room}][..]` : 'Vec::<u8>::new()';
  }
  const [bytes, fails] = fields;
  if (!(bytes instanceof Uint8Array) || fails === true) return undefined;
  return `&Vec::<u8>::from(${elementsLiteral('vec', BYTE, bytes, names)})[..]`;
}

const BYTE: RustApiType = { kind: 'integer', name: 'u8', bits: 8, signed: false };

function wrapped(around: string, inside: string | undefined): string | undefined {
  return inside === undefined ? undefined : `${around}(${inside})`;
}

function fieldsOf(value: CaseValue): readonly CaseValue[] {
  const fields = elementsOf(value) ?? [];
  return fields instanceof Uint8Array ? Array.from(fields, BigInt) : fields;
}

function referenceLiteral(
  { to, mutable }: Extract<RustApiType, { kind: 'reference' }>,
  value: CaseValue,
  names: CrateTypeNames,
): string | undefined {
  const inside = rustLiteral(to, value, names);
  if (inside === undefined) return undefined;
  if (to.kind === 'str') return mutable ? `&mut String::from(${inside})` : inside;
  // Behind two references, an array does not become a slice by itself.
  if (to.kind === 'reference' && to.to.kind === 'slice' && !inside.endsWith('[..]'))
    return `&${mutable ? 'mut ' : ''}${inside.startsWith('b"') ? '&' : ''}${inside}[..]`;
  if (!inside.startsWith('*b"')) return `&${mutable ? 'mut ' : ''}${inside}`;
  // A byte string is a reference already, to memory that cannot be changed.
  return mutable ? `&mut ${inside.slice(1)}.to_owned()` : inside.slice(1);
}

/** What has no size of its own is made with one, and boxed then. */
function boxLiteral(of: RustApiType, value: CaseValue, names: CrateTypeNames): string | undefined {
  if (of.kind === 'str') return wrapped('Box::from', rustLiteral(of, value, names));
  if (of.kind !== 'slice') return wrapped('Box::new', rustLiteral(of, value, names));
  const list = elementsLiteral('vec', of.of, elementsOf(value), names);
  return list && `${list}.into_boxed_slice()`;
}

function itemLiteral(
  item: RustApiStruct | RustApiEnum | undefined,
  value: CaseValue,
  names: CrateTypeNames,
): string | undefined {
  if (item === undefined) return undefined;
  const path = `${names.prefix}${item.path}`;
  if (item.kind === 'enum') {
    const [tag, ...fields] = typeof value === 'bigint' ? [value] : fieldsOf(value);
    const isOne = ({ name, hasFields, value: own }: RustVariant) =>
      typeof value === 'bigint'
        ? !hasFields && own === value
        : typeof tag === 'bigint' && names.variant(item.path, tag) === name;
    const found = item.variants.find(isOne);
    if (found === undefined || (found.hasFields && fields.length === 0)) return undefined;
    const variant = `${path}::${found.name}`;
    return found.hasFields ? recordLiteral(variant, found, fields, names) : variant;
  }
  return recordLiteral(path, item, fieldsOf(value), names);
}

/** A struct or a variant with its fields. */
function recordLiteral(
  path: string,
  { fields, isTuple }: Pick<RustApiStruct, 'fields' | 'isTuple'>,
  parts: readonly CaseValue[],
  names: CrateTypeNames,
): string | undefined {
  const values = literals(
    fields.map(({ type }) => type),
    parts,
    names,
  );
  if (values === undefined) return undefined;
  if (isTuple) return `${path}(${values.join(', ')})`;
  const named = fields.map(({ name }, at) => `${name}: ${values[at]}`);
  return named.length === 0 ? `${path} {}` : `${path} { ${named.join(', ')} }`;
}

function literals(
  types: readonly RustApiType[],
  values: readonly CaseValue[],
  names: CrateTypeNames,
): readonly string[] | undefined {
  const texts = types.map((type, at) => rustLiteral(type, values[at] ?? null, names));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** The elements of an array or slice without a `&`, or a `Vec`. */
function elementsLiteral(
  kind: 'vec' | 'slice' | 'array',
  of: RustApiType,
  elements: Elements | undefined,
  names: CrateTypeNames,
): string | undefined {
  if (elements === undefined) return undefined;
  const isVec = kind === 'vec';
  if (elements.length === 0) return isVec ? 'Vec::new()' : '[]';
  const isByte = of.kind === 'integer' && of.name === 'u8';
  const run = runOf(elements, 0) === elements.length && elements.length >= RUN;
  if (isByte && elements instanceof Uint8Array && !run) {
    const text = rustByteStringLiteral(elements);
    if (text !== undefined) return isVec ? `${text}.to_vec()` : `*${text}`;
  }
  const texts = literals(Array<RustApiType>(elements.length).fill(of), fieldsOf(elements), names);
  if (texts === undefined) return undefined;
  const isPlain = of.kind === 'integer' || of.kind === 'float';
  if (run && (isPlain || of.kind === 'boolean'))
    return `${isVec ? 'vec!' : ''}[${texts[0]}; ${elements.length}]`;
  if (isPlain && elements.length > WRITTEN_OUT && kind !== 'array') {
    const joined = joinedRuns(elements, texts, of);
    if (joined !== undefined) return isVec ? joined : `${joined}[..]`;
  }
  return `${isVec ? 'vec!' : ''}[${texts.join(', ')}]`;
}

/** How many elements from a place on are the same. */
function runOf(elements: Elements, start: number): number {
  let end = start + 1;
  while (end < elements.length && Object.is(elements[end], elements[start])) end += 1;
  return end - start;
}

/** `[&[0u8; 256][..], &[1, 2]].concat()`, where long runs make up most of the elements. */
function joinedRuns(
  elements: Elements,
  texts: readonly string[],
  of: RustApiType,
): string | undefined {
  const parts: string[] = [];
  let single: string[] = [];
  let written = 0;
  const name = of.kind === 'integer' ? of.name : of.kind === 'float' ? `f${of.bits}` : '';
  const typed = (text: string | undefined): string =>
    text !== undefined && /^-?[\d.]/.test(text)
      ? `${text}${/x/.test(text) ? '_' : ''}${name}`
      : `${text}`;
  const finish = (): void => {
    const [first, ...rest] = single;
    if (first !== undefined) parts.push(`&[${[typed(first), ...rest].join(', ')}][..]`);
    written += single.length;
    single = [];
  };
  for (let at = 0; at < elements.length; ) {
    const length = runOf(elements, at);
    if (length >= RUN) {
      finish();
      parts.push(`&[${typed(texts[at])}; ${length}][..]`);
    } else single.push(...texts.slice(at, at + length));
    at += length;
  }
  finish();
  return written * 3 < elements.length ? `[${parts.join(', ')}].concat()` : undefined;
}
