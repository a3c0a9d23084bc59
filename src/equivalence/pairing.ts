import type { CField, CRecord, CType } from '../code/clang/c-type.ts';
import type { FieldRole } from './mapping.ts';
import { lengthNameFor, sameName } from './names.ts';
import { NotComparable } from './not-comparable.ts';
import type { IntegerPair, ListPair, Pair, PairField } from './pair.ts';
import type { RustCrate } from './rust/rust-crate.ts';
import { type RustStruct, type RustType, rustTypeText } from './rust/rust-type.ts';

/** Deeper than this a type contains itself. */
const MOST_LEVELS = 6;

/** What both sides define. */
export interface Definitions {
  readonly records: ReadonlyMap<string, CRecord>;
  readonly crate: RustCrate;
  /** The Rust type of objects that calls make and take, rather than have their fields paired. */
  readonly handle?: string | undefined;
  /** What the mapping says of fields, by record and field. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, FieldRole>>>>;
}

/**
 * What a C type and a Rust type have in common.
 * @throws NotComparable that names both when there is nothing.
 */
export function pairOf(c: CType, rust: RustType, known: Definitions, level = 0): Pair {
  if (level > MOST_LEVELS) throw new NotComparable(`${rustTypeText(rust)} contains itself`);
  const next = (innerC: CType, innerRust: RustType) => pairOf(innerC, innerRust, known, level + 1);
  if (rust.kind === 'reference') return next(c, rust.to);
  if (c.kind === 'pointer' && rust.kind === 'option') {
    const isBoxed = rust.of.kind === 'box';
    return { kind: 'nullable', of: next(c.to, isBoxed ? unboxed(rust.of) : rust.of), isBoxed };
  }
  if (c.kind === 'pointer' && (isText(rust) || rust.kind === 'vec')) {
    return listPair(c.to, rust, known, level);
  }
  if (c.kind === 'pointer') {
    return { kind: 'pointer', of: next(c.to, unboxed(rust)), isBoxed: rust.kind === 'box' };
  }
  if (c.kind === 'array' && c.length !== undefined) {
    if (rust.kind === 'array' && rust.length === c.length) {
      return { kind: 'array', of: next(c.of, rust.of), length: c.length };
    }
    if (isText(rust)) return { ...listPair(c.of, rust, known, level), room: c.length };
  }
  if (c.kind === 'record') return recordPair(c.id, rust, known, level);
  return scalarPair(c, rust, known);
}

function unboxed(type: RustType): RustType {
  return type.kind === 'box' ? type.of : type;
}

function isText(type: RustType): boolean {
  return type.kind === 'string' || type.kind === 'str';
}

/** Elements behind a pointer. @param c the type of one */
export function listPair(c: CType, rust: RustType, known: Definitions, level = 0): ListPair {
  const rest = { room: undefined, lengthField: undefined, roomField: undefined, spare: 0 };
  if (rust.kind === 'reference') return listPair(c, rust.to, known, level);
  if (isText(rust)) {
    if (!isCharacter(c)) throw noPair(c, rust);
    const of: IntegerPair = {
      kind: 'integer',
      bits: 8,
      signed: c.kind === 'integer' && c.signed,
      rust: 'u8',
      isByte: true,
    };
    return { kind: 'list', of, rust: 'string', isText: true, ...rest };
  }
  const isBoxed = rust.kind === 'box' && rust.of.kind === 'slice';
  const list = isBoxed ? rust.of : rust;
  if (list.kind !== 'vec' && list.kind !== 'slice' && list.kind !== 'array') throw noPair(c, rust);
  const element: CType =
    c.kind === 'void' ? { kind: 'integer', bits: 8, signed: false, isCharacter: true } : c;
  const of = pairOf(element, list.of, known, level + 1);
  return { kind: 'list', of, rust: isBoxed ? 'boxed' : 'vec', isText: false, ...rest };
}

function scalarPair(c: CType, rust: RustType, known: Definitions): Pair {
  if (c.kind === 'boolean') {
    if (rust.kind === 'boolean') return { kind: 'boolean' };
    if (rust.kind === 'integer') return integer(8, false, rust.name, false);
  }
  if (c.kind === 'float' && rust.kind === 'float' && c.bits === rust.bits) return rust;
  if ((c.kind !== 'integer' && c.kind !== 'enum') || c.bits === 128) throw noPair(c, rust);
  if (rust.kind === 'boolean') return { kind: 'boolean' };
  if (rust.kind === 'char') return integer(c.bits, c.signed, 'char', c.bits === 8);
  if (rust.kind === 'integer') {
    return integer(c.bits, c.signed, rust.name, c.bits === 8 && rust.bits === 8);
  }
  const item = rust.kind === 'item' ? known.crate.item(rust.path) : undefined;
  if (item?.kind !== 'enum') throw noPair(c, rust);
  const variants = item.variants.flatMap(({ name, value }) => {
    const constant = c.kind === 'enum' ? constantOf(c.constants, name) : undefined;
    const number = constant ?? value;
    return number === undefined ? [] : [{ name, value: number }];
  });
  if (variants.length < item.variants.length) {
    throw new NotComparable(`${item.path} has variants with fields, and C has an integer there`);
  }
  return { kind: 'enum', bits: c.bits, signed: c.signed, path: item.path, variants };
}

function integer(
  bits: IntegerPair['bits'],
  signed: boolean,
  rust: string,
  isByte: boolean,
): IntegerPair {
  return { kind: 'integer', bits, signed, rust, isByte };
}

/** The constant of a C enum that a variant is named after, any common prefix aside. */
function constantOf(
  constants: readonly { readonly name: string; readonly value: bigint }[],
  variant: string,
): bigint | undefined {
  const exact = constants.filter(({ name }) => sameName(name, variant));
  const found = exact.length > 0 ? exact : constants.filter(({ name }) => endsWith(name, variant));
  return found.length === 1 ? found[0]?.value : undefined;
}

function endsWith(name: string, variant: string): boolean {
  return name.replaceAll('_', '').toLowerCase().endsWith(variant.toLowerCase());
}

function recordPair(id: string, rust: RustType, known: Definitions, level: number): Pair {
  const record = known.records.get(id);
  if (record?.fields === undefined) {
    throw new NotComparable(`${record?.name ?? 'a C type'} is opaque in this unit`);
  }
  if (record.tag === 'union') throw new NotComparable(`${record.name} is a union`);
  if (rust.kind === 'tuple') {
    const fields = rust.items.map((type, at) => ({ name: `${at}`, type }));
    return fieldsPair(record, record.fields, undefined, fields, known, level);
  }
  const item = rust.kind === 'item' ? known.crate.item(rust.path) : undefined;
  if (item?.kind !== 'struct') {
    throw new NotComparable(`${record.name} and ${rustTypeText(rust)} have no form in common`);
  }
  return fieldsPair(record, record.fields, item.path, item.fields, known, level);
}

function fieldsPair(
  record: CRecord,
  all: readonly CField[],
  path: string | undefined,
  rustFields: RustStruct['fields'],
  known: Definitions,
  level: number,
): Pair {
  const rest = new Set(all);
  const matched = rustFields.map((field, at) => {
    const roles = known.fields[record.name] ?? {};
    const told = all.find(({ name }) => roles[name]?.rust === field.name);
    const named = told ?? all.find(({ name }) => sameName(name, field.name));
    // Tuples and structs that renamed everything are taken in order.
    const inOrder = all.length === rustFields.length ? all[at] : undefined;
    const c = named ?? (/^\d+$/.test(field.name) ? inOrder : undefined);
    if (c === undefined) {
      throw new NotComparable(
        `${path ?? 'the tuple'} has the field ${field.name}, and ${record.name} has none of that name`,
      );
    }
    rest.delete(c);
    return { c, field };
  });
  const fields = matched.map(({ c, field }): PairField => {
    const pair = pairOf(c.type, field.type, known, level + 1);
    if (pair.kind !== 'list') return { c: c.name, rust: field.name, pair };
    return { c: c.name, rust: field.name, pair: withLength(pair, c.name, rest, record, known) };
  });
  const dropped = [...rest].map(({ name }) => name);
  return { kind: 'record', c: record.name, path, fields, dropped };
}

/** Finds the fields that tell how long a list of the record is, among those without a Rust field. */
function withLength(
  pair: ListPair,
  name: string,
  rest: Set<CField>,
  record: CRecord,
  known: Definitions,
): ListPair {
  if (pair.isText) return pair;
  const role = known.fields[record.name]?.[name];
  const take = (told: string | undefined, isRoom: boolean) => {
    const isIt = (field: CField) =>
      told === undefined ? lengthNameFor(field.name, name, isRoom) : field.name === told;
    const found = [...rest].find((field) => field.type.kind === 'integer' && isIt(field));
    if (found !== undefined) rest.delete(found);
    return found?.name;
  };
  const roomField = take(role?.room, true);
  const lengthField = take(role?.length, false);
  if (lengthField === undefined) {
    throw new NotComparable(
      `no field of ${record.name} tells how many elements ${name} has; say it in the mapping (records)`,
    );
  }
  return { ...pair, lengthField, roomField, spare: role?.spare ?? 0 };
}

/** `char`, `unsigned char` and other integers of 8 bits, and `void` behind a pointer. */
export function isCharacter(type: CType): boolean {
  return type.kind === 'void' || (type.kind === 'integer' && type.bits === 8);
}

function noPair(c: CType, rust: RustType): NotComparable {
  return new NotComparable(
    `${cTypeText(c)} in C and ${rustTypeText(rust)} in Rust have no form in common`,
  );
}

/** A C type in a few words, for messages. */
export function cTypeText(type: CType): string {
  switch (type.kind) {
    case 'integer':
      return `${type.signed ? '' : 'unsigned '}${type.bits}-bit integer`;
    case 'float':
      return `${type.bits}-bit float`;
    case 'enum':
      return `enum ${type.name}`;
    case 'pointer':
      return `pointer to ${cTypeText(type.to)}`;
    case 'array':
      return `array of ${cTypeText(type.of)}`;
    case 'record':
      return `record ${type.id}`;
    case 'function':
      return 'function';
    default:
      return type.kind;
  }
}
