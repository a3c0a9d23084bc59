import type { ClangCType, ClangRecord } from '../../code/clang/types.ts';
import { NotComparable } from '../not-comparable.ts';
import { callbackTypeOf } from '../rust-api/rust-callback.ts';
import {
  behindReference,
  type RustApiEnum,
  type RustApiType,
  rustTypeText,
} from '../rust-api/rust-type.ts';
import { bareRecordPair } from './bare-record.ts';
import type { CallbackFacts } from './callback-facts.ts';
import type { PairingDefinitions } from './definitions.ts';
import { flatGroup } from './flat-groups.ts';
import { recordWithTags } from './inline-tag.ts';
import type { IntegerPair, ListPair, Pair, TaggedPair } from './pair.ts';
import { pairCallback } from './pair-callback.ts';
import { tablePlace } from './places.ts';
import { callbackFields, recordPair } from './record-pair.ts';
import { scalarBehindVoid } from './scalar-behind-void.ts';
import { cTypeText, noPairError, scalarPair } from './scalar-pair.ts';
import { streamPair } from './stream-pair.ts';
import { taggedPair } from './tagged-pair.ts';

/** Deeper than this no types are within each other that do not contain themselves. */
const MAX_NESTING = 24;

/** So deep a list is built, and so deep what branches. */
const LIST_DEPTH = 6;
const TREE_DEPTH = 3;

/**
 * What a C type and a Rust type have in common.
 * @throws NotComparable that names both when there is nothing.
 */
export function pairOf(
  c: ClangCType,
  rust: RustApiType,
  definitions: PairingDefinitions,
  level = 0,
  above: readonly string[] = [],
): Pair {
  if (callbackTypeOf(rust) !== undefined && c.kind === 'record') {
    if (level > MAX_NESTING) throw new NotComparable(`${rustTypeText(rust)} contains itself`);
    const noField = () => {
      throw noPairError(c, rust);
    };
    return structPair(c.id, rust, definitions, noField, { level, above });
  }
  if (level > MAX_NESTING) throw new NotComparable(`${rustTypeText(rust)} contains itself`);
  const next = (innerC: ClangCType, innerRust: RustApiType) =>
    pairOf(innerC, innerRust, definitions, level + 1, above);
  const optional = optionalNumber(c, rust);
  if (optional !== undefined) return optionalNumberPair(c, optional, undefined, definitions);
  const stream = streamPair(c, rust, definitions);
  if (stream !== undefined) return stream;
  if (c.kind === 'pointer' && rust.kind === 'reference' && rust.to.kind === 'slice') {
    return listPairOf(c.to, rust.to, definitions, level, above);
  }
  if (rust.kind === 'reference') return next(c, rust.to);
  if (c.kind === 'pointer' && c.to.kind === 'void') {
    const value = behindReference(rust.kind === 'option' ? rust.of : rust);
    if (value.kind === 'integer' || value.kind === 'float' || value.kind === 'array') {
      const of = next(scalarBehindVoid(value), value);
      const pointer = { of, isBoxed: false, isUntyped: true } as const;
      return { kind: rust.kind === 'option' ? 'nullable' : 'pointer', ...pointer };
    }
  }
  const place = c.kind === 'pointer' ? tablePlace(c, rust, definitions) : undefined;
  if (place !== undefined) return place;
  if (c.kind === 'pointer' && rust.kind === 'option') {
    const list = behindReference(rust.of);
    const isList =
      isText(list) || ((list.kind === 'vec' || list.kind === 'slice') && c.to.kind !== 'pointer');
    if (isList) {
      const of = listPairOf(c.to, list, definitions, level, above);
      return { kind: 'nullable', of, isBoxed: rust.of.kind === 'box' };
    }
    const isBoxed = rust.of.kind === 'box';
    const inner = isBoxed ? unboxed(rust.of) : rust.of;
    const record = c.to.kind === 'record' ? c.to.id : undefined;
    if (record === undefined || !above.includes(record)) {
      return { kind: 'nullable', of: next(c.to, inner), isBoxed };
    }
    const depth = above.filter((id) => id === record).length;
    if (depth >= depthOfValues(record, definitions)) return { kind: 'end' };
    // What contains itself is as deep as it is built, and not deeper than other types.
    return {
      kind: 'nullable',
      of: pairOf(c.to, inner, definitions, 0, above),
      isBoxed,
      isLink: true,
    };
  }
  if (c.kind === 'pointer' && rust.kind === 'vec') {
    const inner = c.to.kind === 'pointer' ? c.to.to : c.to;
    const id = inner.kind === 'record' ? inner.id : undefined;
    const depth = above.filter((one) => one === id).length;
    if (depth >= TREE_DEPTH) return { kind: 'end', isList: true };
  }
  if (c.kind === 'pointer' && (isText(rust) || rust.kind === 'vec')) {
    return listPairOf(c.to, rust, definitions, level, above);
  }
  if (c.kind === 'pointer') {
    const isIndex = rust.kind === 'integer' && rust.name === 'usize';
    if (isIndex && !(c.to.kind === 'integer' && c.to.bits === 64)) {
      throw new NotComparable(
        `a pointer to ${cTypeText(c.to)} in C is an index in Rust: nothing tells into what; say it in the mapping ({ "offset": "table->items" })`,
      );
    }
    return { kind: 'pointer', of: next(c.to, unboxed(rust)), isBoxed: rust.kind === 'box' };
  }
  if (c.kind === 'array' && c.length !== undefined) {
    if (rust.kind === 'array' && rust.length === c.length) {
      return { kind: 'array', of: next(c.of, rust.of), length: c.length };
    }
    if (isText(rust)) return { ...listPairOf(c.of, rust, definitions, level), room: c.length };
  }
  if (c.kind === 'record') {
    const item = rust.kind === 'item' ? definitions.crate.item(rust.path) : undefined;
    const isTagged = item?.kind === 'enum' && item.variants.some(({ hasFields }) => hasFields);
    if (isTagged) return taggedRecordPair(recordOf(c.id, definitions), item, definitions, above);
    if (above.filter((id) => id === c.id).length > LIST_DEPTH) {
      throw new NotComparable(`${rustTypeText(rust)} contains itself`);
    }
    const inner = { level: level + 1, above: [...above, c.id] };
    const field = (innerC: ClangCType, innerRust: RustApiType) =>
      pairOf(innerC, innerRust, definitions, inner.level, inner.above);
    const record = definitions.records.get(c.id);
    const list = (element: ClangCType, innerRust: RustApiType) =>
      listPairOf(element, innerRust, definitions, inner.level, inner.above);
    const bare = record && bareRecordPair(record, rust, definitions, list);
    if (bare !== undefined) return bare;
    return structPair(c.id, rust, definitions, field, inner);
  }
  return scalarPair(c, rust, definitions);
}

interface RustOption {
  readonly kind: 'option';
  readonly of: RustApiType;
}

/**
 * A number of C that Rust has as an `Option`.
 * @param told what stands for `None`, as the mapping says
 * @param place the parameter or field that it is: where nothing is told, the source may show it
 * @throws NotComparable where that is not known
 */
export function optionalNumberPair(
  c: ClangCType,
  rust: RustOption,
  told: bigint | undefined,
  definitions: PairingDefinitions,
  place?: Parameters<PairingDefinitions['noneOf']>[0],
): Pair {
  const none = told ?? (place === undefined ? undefined : definitions.noneOf(place, c));
  if (none === undefined) {
    throw new NotComparable(
      `${cTypeText(c)} in C is ${rustTypeText(rust)} in Rust: say in the mapping which number stands for None ("none")`,
    );
  }
  const pair = {
    kind: 'nullable',
    of: scalarPair(c, rust.of, definitions),
    isBoxed: false,
  } as const;
  return told === undefined ? { ...pair, none, isNoneRead: true } : { ...pair, none };
}

/** The `Option` of a number that Rust has where C has a number; undefined where it has none. */
export function optionalNumber(c: ClangCType, rust: RustApiType): RustOption | undefined {
  const isNumber = c.kind === 'integer' || c.kind === 'enum';
  if (!isNumber || rust.kind !== 'option') return undefined;
  const { of } = rust;
  return ['integer', 'item', 'char'].includes(of.kind) ? { kind: 'option', of } : undefined;
}

/** How many types, and which records, are around a type. */
interface Nesting {
  readonly level: number;
  readonly above: readonly string[];
}

/** How deep values of a record are built that has pointers to its own kind. */
function depthOfValues(id: string, { records }: PairingDefinitions): number {
  const links = (records.get(id)?.fields ?? []).filter(
    ({ type }) => type.kind === 'pointer' && type.to.kind === 'record' && type.to.id === id,
  );
  return links.length > 1 ? TREE_DEPTH : LIST_DEPTH;
}

/**
 * What a pointer to a function of the caller, or a record of one and its context, and such code in Rust
 * have in common.
 * @param nesting where it stands among other types: what it is called with may hold it again
 * @throws NotComparable when it cannot be called alike
 */
export function callbackPair(
  c: ClangCType,
  rust: RustApiType,
  definitions: PairingDefinitions,
  facts: Pick<CallbackFacts, 'name' | 'hasContext' | 'contextAt' | 'role'> & {
    readonly place?: CallbackFacts['place'];
  },
  { level, above }: Nesting = { level: 0, above: [] },
): Pair {
  const callback = callbackTypeOf(rust);
  const record = c.kind === 'record' ? definitions.records.get(c.id) : undefined;
  const inside = record === undefined ? undefined : callbackFields(record);
  const type = inside?.type ?? (c.kind === 'pointer' ? c.to : c);
  if (callback === undefined || type.kind !== 'function') throw noPairError(c, rust);
  const held = rust.kind === 'option' ? rust.of : rust;
  const pair = pairCallback(type, callback, {
    place: inside?.place ?? { kind: 'parameter' },
    ...facts,
    ...(inside === undefined ? {} : { hasContext: inside.place.context !== undefined }),
    holder: held.kind === 'reference' || held.kind === 'box' ? held.kind : 'none',
    definitions,
    pairOf: (innerC, innerRust) => pairOf(innerC, innerRust, definitions, level + 1, above),
    listPair: (innerC, innerRust) => listPairOf(innerC, innerRust, definitions, level + 1, above),
  });
  return rust.kind === 'option' ? { kind: 'nullable', of: pair, isBoxed: false } : pair;
}

function unboxed(type: RustApiType): RustApiType {
  return type.kind === 'box' ? type.of : type;
}

function isText(type: RustApiType): boolean {
  return type.kind === 'string' || type.kind === 'str' || type.kind === 'path';
}

/** Elements behind a pointer. @param c the type of one */
export function listPairOf(
  c: ClangCType,
  rust: RustApiType,
  definitions: PairingDefinitions,
  level = 0,
  above: readonly string[] = [],
): ListPair {
  const rest = {
    ...{ room: undefined, lengthField: undefined, lengthFrom: undefined },
    ...{ roomField: undefined, spare: 0 },
  };
  if (rust.kind === 'reference') return listPairOf(c, rust.to, definitions, level, above);
  if (isText(rust)) {
    if (!isCharacter(c)) throw noPairError(c, rust);
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
  if (list.kind !== 'vec' && list.kind !== 'slice' && list.kind !== 'array')
    throw noPairError(c, rust);
  const element = c.kind === 'void' ? scalarBehindVoid(list.of) : c;
  const next = (innerC: ClangCType, innerRust: RustApiType) =>
    pairOf(innerC, innerRust, definitions, level + 1, above);
  const of = flatGroup(element, list.of, definitions, next) ?? next(element, list.of);
  return { kind: 'list', of, rust: isBoxed ? 'boxed' : 'vec', isText: false, ...rest };
}

function textOf(rust: RustApiType): ListPair['rust'] {
  if (rust.kind !== 'path') return 'string';
  return rust.name.startsWith('Path') ? 'path' : 'os';
}

function structPair(
  id: string,
  rust: RustApiType,
  definitions: PairingDefinitions,
  next: (c: ClangCType, rust: RustApiType) => Pair,
  nesting: Nesting,
): Pair {
  const record = recordOf(id, definitions);
  if (record.tag === 'union') throw new NotComparable(`${record.name} is a union`);
  const callback: Parameters<typeof recordPair>[5] = (c, type, facts) =>
    callbackPair(c, type, definitions, facts, nesting);
  if (callbackTypeOf(rust) !== undefined) {
    const role = fieldRole(record, definitions);
    const facts = { name: record.name, hasContext: true, role };
    return callbackPair({ kind: 'record', id }, rust, definitions, facts, nesting);
  }
  if (rust.kind === 'tuple') {
    const fields = rust.items.map((type, at) => ({ name: `${at}`, type }));
    return recordPair(record, undefined, fields, definitions, next, callback);
  }
  const item = rust.kind === 'item' ? definitions.crate.item(rust.path) : undefined;
  if (item?.kind !== 'struct') {
    throw new NotComparable(
      `a value of the C type ${record.name || `${record.tag} without a name`} cannot be made into one of the Rust type ${rustTypeText(rust)}, so that both sides cannot be given the same`,
    );
  }
  const rest = (part: ClangRecord, fields: typeof item.fields) =>
    recordPair(part, item.path, fields, definitions, next, callback);
  const around = nesting.above.slice(0, -1);
  const tagged = (part: ClangRecord, own: RustApiEnum) =>
    taggedRecordPair(part, own, definitions, around);
  return recordWithTags(record, item, definitions, tagged, rest) ?? rest(record, item.fields);
}

/** @throws NotComparable where nothing tells what is in the record */
function recordOf(id: string, definitions: PairingDefinitions): ClangRecord {
  const record = definitions.records.get(id);
  if (record?.fields === undefined) {
    throw new NotComparable(`${record?.name ?? 'a C type'} is opaque in this unit`);
  }
  return record;
}

/** A record and an enum whose variants have fields. @param above the records around it */
function taggedRecordPair(
  record: ClangRecord,
  item: RustApiEnum,
  definitions: PairingDefinitions,
  above: readonly string[],
): TaggedPair {
  const { id } = record;
  // How deep values of one kind are is bounded by their number, and not by that of the types between them.
  const next = (c: ClangCType, rust: RustApiType) =>
    pairOf(c, rust, definitions, 0, [...above, id]);
  const callback: Parameters<typeof recordPair>[5] = (c, type, facts) =>
    callbackPair(c, type, definitions, facts, { level: above.length + 1, above: [...above, id] });
  return taggedPair(record, item, definitions, {
    next,
    fieldsOf: (inner, fields) => {
      const pair = recordPair(inner, undefined, fields, definitions, next, callback);
      return pair.kind === 'record' ? pair.fields : [];
    },
    depth: above.filter((one) => one === id).length,
  });
}

/** What the mapping says of the function in a record of a callback. */
function fieldRole(record: ClangRecord, { fields }: PairingDefinitions) {
  const name = callbackFields(record)?.place.function;
  return name === undefined ? undefined : fields[record.name]?.[name]?.callback;
}

/** `char`, `unsigned char` and other integers of 8 bits, and `void` behind a pointer. */
export function isCharacter(type: ClangCType): boolean {
  return type.kind === 'void' || (type.kind === 'integer' && type.bits === 8);
}
