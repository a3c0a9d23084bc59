import type { CRecord, CType } from '../code/clang/c-type.ts';
import type { CallbackFacts } from './callback-facts.ts';
import type { Definitions } from './definitions.ts';
import { sameName } from './names.ts';
import { NotComparable } from './not-comparable.ts';
import type { IntegerPair, ListPair, Pair } from './pair.ts';
import { pairCallback } from './pair-callback.ts';
import { callbackFields, recordPair } from './record-pair.ts';
import { callerCode } from './rust/rust-callback.ts';
import { type RustType, rustTypeText } from './rust/rust-type.ts';
import { streamPair } from './stream-pair.ts';

/** Deeper than this a type contains itself. */
const MOST_LEVELS = 6;

/**
 * What a C type and a Rust type have in common.
 * @throws NotComparable that names both when there is nothing.
 */
export function pairOf(c: CType, rust: RustType, known: Definitions, level = 0): Pair {
  if (callerCode(rust) !== undefined && c.kind === 'record') {
    return structPair(c.id, rust, known, () => {
      throw noPair(c, rust);
    });
  }
  if (level > MOST_LEVELS) throw new NotComparable(`${rustTypeText(rust)} contains itself`);
  const next = (innerC: CType, innerRust: RustType) => pairOf(innerC, innerRust, known, level + 1);
  const stream = streamPair(c, rust, known);
  if (stream !== undefined) return stream;
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
  if (c.kind === 'record') return structPair(c.id, rust, known, next);
  return scalarPair(c, rust, known);
}

/**
 * What a pointer to a function of the caller, or a record of one and its context, and such code in Rust
 * have in common.
 * @throws NotComparable when it cannot be called alike
 */
export function callbackPair(
  c: CType,
  rust: RustType,
  known: Definitions,
  facts: Pick<CallbackFacts, 'name' | 'hasContext' | 'role'> & {
    readonly place?: CallbackFacts['place'];
  },
): Pair {
  const callback = callerCode(rust);
  const record = c.kind === 'record' ? known.records.get(c.id) : undefined;
  const inside = record === undefined ? undefined : callbackFields(record);
  const type = inside?.type ?? (c.kind === 'pointer' ? c.to : c);
  if (callback === undefined || type.kind !== 'function') throw noPair(c, rust);
  const held = rust.kind === 'option' ? rust.of : rust;
  const pair = pairCallback(type, callback, {
    place: inside?.place ?? { kind: 'parameter' },
    ...facts,
    ...(inside === undefined ? {} : { hasContext: inside.place.context !== undefined }),
    holder: held.kind === 'reference' || held.kind === 'box' ? held.kind : 'none',
    known,
    pairOf: (innerC, innerRust) => pairOf(innerC, innerRust, known, 1),
    listPair: (innerC, innerRust) => listPair(innerC, innerRust, known, 1),
  });
  return rust.kind === 'option' ? { kind: 'nullable', of: pair, isBoxed: false } : pair;
}

function unboxed(type: RustType): RustType {
  return type.kind === 'box' ? type.of : type;
}

function isText(type: RustType): boolean {
  return type.kind === 'string' || type.kind === 'str' || type.kind === 'path';
}

/** Elements behind a pointer. @param c the type of one */
export function listPair(c: CType, rust: RustType, known: Definitions, level = 0): ListPair {
  const rest = {
    ...{ room: undefined, lengthField: undefined, lengthFrom: undefined },
    ...{ roomField: undefined, spare: 0 },
  };
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
    return { kind: 'list', of, rust: textOf(rust), isText: true, ...rest };
  }
  const isBoxed = rust.kind === 'box' && rust.of.kind === 'slice';
  const list = isBoxed ? rust.of : rust;
  if (list.kind !== 'vec' && list.kind !== 'slice' && list.kind !== 'array') throw noPair(c, rust);
  const element: CType =
    c.kind === 'void' ? { kind: 'integer', bits: 8, signed: false, isCharacter: true } : c;
  const of = pairOf(element, list.of, known, level + 1);
  return { kind: 'list', of, rust: isBoxed ? 'boxed' : 'vec', isText: false, ...rest };
}

function textOf(rust: RustType): ListPair['rust'] {
  if (rust.kind !== 'path') return 'string';
  return rust.name.startsWith('Path') ? 'path' : 'os';
}

function scalarPair(c: CType, rust: RustType, known: Definitions): Pair {
  if (c.kind === 'integer' && c.bits === 32 && rust.kind === 'file') return { kind: 'descriptor' };
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

function structPair(
  id: string,
  rust: RustType,
  known: Definitions,
  next: (c: CType, rust: RustType) => Pair,
): Pair {
  const record = known.records.get(id);
  if (record?.fields === undefined) {
    throw new NotComparable(`${record?.name ?? 'a C type'} is opaque in this unit`);
  }
  if (record.tag === 'union') throw new NotComparable(`${record.name} is a union`);
  const callback: Parameters<typeof recordPair>[5] = (c, type, facts) =>
    callbackPair(c, type, known, facts);
  if (callerCode(rust) !== undefined) {
    return callbackPair({ kind: 'record', id }, rust, known, {
      ...{ name: record.name, hasContext: true, role: fieldRole(record, known) },
    });
  }
  if (rust.kind === 'tuple') {
    const fields = rust.items.map((type, at) => ({ name: `${at}`, type }));
    return recordPair(record, undefined, fields, known, next, callback);
  }
  const item = rust.kind === 'item' ? known.crate.item(rust.path) : undefined;
  if (item?.kind !== 'struct') {
    throw new NotComparable(`${record.name} and ${rustTypeText(rust)} have no form in common`);
  }
  return recordPair(record, item.path, item.fields, known, next, callback);
}

/** What the mapping says of the function in a record of a callback. */
function fieldRole(record: CRecord, { fields }: Definitions) {
  const name = callbackFields(record)?.place.function;
  return name === undefined ? undefined : fields[record.name]?.[name]?.callback;
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
