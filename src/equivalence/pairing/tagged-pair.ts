import type { ClangCType, ClangField, ClangRecord } from '../../code/clang/types.ts';
import { countsText, isSameName } from '../name-matching.ts';
import { NotComparable } from '../not-comparable.ts';
import type { RustApiEnum, RustApiType, RustVariant } from '../rust-api/rust-type.ts';
import type { PairingDefinitions } from './definitions.ts';
import type { FieldRole } from './mapping.ts';
import type { Pair, PairField, TaggedPair, TaggedVariant } from './pair.ts';
import { variantConstants } from './variant-constants.ts';

/** So many types of one kind within each other are written out. */
const MAX_TYPES = 20;
/** So deep values of a kind are built that holds one of its kind; less deep where it holds more. */
const MAX_DEPTH = 4;

/** How C names a number that tells what a record holds, where it has no type of its own. */
const TAG_NAME = /^(?:\w*_)?(?:type|kind|tag|which|op|opcode|variant|sel|t|ty)$/i;

/** A field of the record, or of what stands within it, that may be what a variant holds. */
interface Member {
  /** The way from the record: `u.text`. */
  readonly path: string;
  readonly name: string;
  readonly type: ClangCType;
  readonly isOfUnion: boolean;
}

/** How types within the record are paired. */
export interface TaggedPairing {
  /** Pairs the type of a field. @throws NotComparable */
  readonly next: (c: ClangCType, rust: RustApiType) => Pair;
  /** Pairs a record with fields of Rust, field by field. @throws NotComparable */
  readonly fieldsOf: (record: ClangRecord, fields: RustVariant['fields']) => readonly PairField[];
  /** How many values of this record are around it. */
  readonly depth: number;
}

/**
 * What a C record that is a tagged union, or is used like one, and a Rust enum whose variants have fields have in
 * common: the number is an enum of C by the names of its constants, or told by the mapping; what a variant holds
 * is found by names, by its type, or by the order of the union's members.
 * @throws NotComparable when that leaves more than one reading, or none
 */
export function taggedPair(
  record: ClangRecord,
  rust: RustApiEnum,
  definitions: PairingDefinitions,
  pairing: TaggedPairing,
): TaggedPair {
  const roles = definitions.fields[record.name] ?? {};
  const { field: tag, values } = tagOf(record, rust, roles, definitions);
  if (tag.type.kind !== 'enum' && tag.type.kind !== 'integer') throw noTag(record, rust);
  const { bits, signed } = tag.type;
  if (bits === 128) throw noTag(record, rust);
  const members = membersOf(record, definitions).filter(({ path }) => path !== tag.name);
  const told = roles[tag.name]?.variants ?? {};
  const isOwn = (variant: RustVariant) =>
    variant.fields.some(({ type }) => mentions(type, rust.path, definitions));
  const isDeepest = pairing.depth >= depthOfKind(rust.variants.filter(isOwn).length);
  const holders = rust.variants.filter(({ fields }) => fields.length > 0);
  const variants = rust.variants.map((variant, at): TaggedVariant => {
    const value = values[at] ?? 0n;
    const form = variant.fields.length === 0 ? 'unit' : variant.isTuple ? 'tuple' : 'struct';
    const isEnd = isDeepest && isOwn(variant);
    const known = { name: variant.name, value, form, isEnd } as const;
    if (isEnd || form === 'unit') return { ...known, fields: [] };
    const place = { members, order: holders.indexOf(variant), holders: holders.length };
    const holds = told[variant.name]?.holds;
    try {
      return { ...known, fields: held(variant, holds, place, record, definitions, pairing) };
    } catch (thrown) {
      if (!(thrown instanceof NotComparable)) throw thrown;
      return { ...known, fields: [], isEnd: true, leftOut: thrown.message };
    }
  });
  const lost = variants.filter(({ leftOut }) => leftOut !== undefined);
  // Where most of what it can hold is not compared, there is no comparison to speak of.
  if (lost.length > 0 && lost.length * 2 > holders.length) {
    throw new NotComparable(lost[0]?.leftOut ?? '');
  }
  if (variants.every(({ isEnd }) => isEnd)) {
    throw new NotComparable(`${rust.path} has no variant that does not hold another one`);
  }
  const { path } = rust;
  return { kind: 'tagged', c: record.name, path, tag: { c: tag.name, bits, signed }, variants };
}

/** So deep, by how many variants hold values of their own kind. */
function depthOfKind(own: number): number {
  let depth = 1;
  while (depth < MAX_DEPTH && own ** (depth + 1) <= MAX_TYPES) depth += 1;
  return depth;
}

/** The field that tells the variant, and the number of each variant. */
function tagOf(
  record: ClangRecord,
  rust: RustApiEnum,
  roles: Readonly<Record<string, FieldRole>>,
  definitions: PairingDefinitions,
): { readonly field: ClangField; readonly values: readonly bigint[] } {
  const named = (record.fields ?? []).filter(({ name }) => name !== '');
  const integers = named.filter(({ type }) => type.kind === 'integer');
  const fields = named.filter(
    ({ name, type }) => type.kind !== 'integer' || integers.length === 1 || TAG_NAME.test(name),
  );
  // A number without a type of its own is the last that is looked at.
  for (const field of fields.toSorted((a, b) => rank(a.type) - rank(b.type))) {
    const told = roles[field.name]?.variants;
    const constants =
      field.type.kind === 'enum'
        ? field.type.constants.map(({ name, value }) => [name, value] as const)
        : field.type.kind === 'integer'
          ? definitions.constants()
          : [];
    const found = variantConstants(constants, rust.variants);
    const values = rust.variants.map(({ name }) => told?.[name]?.is ?? found.get(name));
    const isClear = new Set(values).size === values.length;
    if (isClear && values.every((value) => value !== undefined)) return { field, values };
  }
  throw noTag(record, rust);
}

function rank({ kind }: ClangCType): number {
  return kind === 'enum' ? 0 : 1;
}

function noTag(record: ClangRecord, rust: RustApiEnum): NotComparable {
  return new NotComparable(
    `no field of ${record.name || 'the record'} is an enum with a constant for each variant of ${rust.path}; say in the mapping (records, "variants" of the field) which number stands for which`,
  );
}

/** The fields of a record and of the unions in it; structs without a name are looked through. */
function membersOf(
  record: ClangRecord,
  definitions: PairingDefinitions,
  prefix = '',
  isOfUnion = false,
): Member[] {
  return (record.fields ?? []).flatMap((field): Member[] => {
    const inner = field.type.kind === 'record' ? definitions.records.get(field.type.id) : undefined;
    const path = `${prefix}${field.name}`;
    const isLookedThrough = inner?.tag === 'union' || field.name === '';
    if (inner !== undefined && isLookedThrough) {
      const below = field.name === '' ? prefix : `${path}.`;
      return membersOf(inner, definitions, below, isOfUnion || inner.tag === 'union');
    }
    if (field.name === '' || field.width !== undefined) return [];
    return [{ path, name: field.name, type: field.type, isOfUnion }];
  });
}

interface Place {
  readonly members: readonly Member[];
  /** Which one it is of the variants that have fields. */
  readonly order: number;
  readonly holders: number;
}

/** What a variant holds. */
function held(
  variant: RustVariant,
  told: readonly string[] | undefined,
  place: Place,
  record: ClangRecord,
  definitions: PairingDefinitions,
  pairing: TaggedPairing,
): readonly PairField[] {
  const { members } = place;
  const within = (member: Member) =>
    attempt(() => fieldsWithin(member, variant.fields, definitions, pairing, members));
  if (told !== undefined) return heldAsTold(variant, told, record, definitions, pairing);
  const ofUnion = members.filter(({ isOfUnion }) => isOfUnion);
  const ordered = ofUnion.length === place.holders ? ofUnion[place.order] : undefined;
  const named = members.filter(({ name }) => isNamedLike(name, variant.name));
  for (const found of [...(named.length === 1 ? named : []), ...(ordered ? [ordered] : [])]) {
    const fields = within(found);
    if (fields !== undefined) return fields;
  }
  const byName = variant.isTuple ? undefined : eachByName(variant, members, pairing);
  if (byName !== undefined) return byName;
  const fitting = members.map(within).filter((one) => one !== undefined);
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  throw new NotComparable(
    `${fitting.length === 0 ? 'no field' : 'more than one field'} of ${record.name || 'the record'} may be what ${variant.name} holds; say it in the mapping (records, "holds" of the variant)`,
  );
}

function isNamedLike(name: string, variant: string): boolean {
  const [own, other] = [name.replaceAll('_', '').toLowerCase(), variant.toLowerCase()];
  return own !== '' && (other.startsWith(own) || own.startsWith(other));
}

/** The fields of a variant as one member holds them. @throws NotComparable */
function fieldsWithin(
  { path, type }: Member,
  fields: RustVariant['fields'],
  definitions: PairingDefinitions,
  { next, fieldsOf }: TaggedPairing,
  beside: readonly Member[] = [],
): readonly PairField[] {
  const inner = type.kind === 'record' ? definitions.records.get(type.id) : undefined;
  const [first] = fields;
  const below = (all: readonly PairField[]) =>
    all.map(({ c, ...rest }) => ({ c: `${path}.${c}`, ...rest }));
  if (inner?.tag === 'struct' && first !== undefined) {
    const isList = first.type.kind === 'vec' || first.type.kind === 'string';
    if (fields.length === 1 && isList) {
      const pointers = (inner.fields ?? []).filter((field) => field.type.kind === 'pointer');
      const [pointer] = pointers;
      if (pointer === undefined || pointers.length > 1) {
        throw new NotComparable(`${path} has more than one pointer, or none`);
      }
      const [list] = fieldsOf(inner, [{ ...first, name: pointer.name }]);
      return below(list === undefined ? [] : [{ ...list, rust: first.name }]);
    }
    if (fields.length > 1) return below(fieldsOf(inner, fields));
  }
  if (fields.length !== 1 || first === undefined) {
    throw new NotComparable(`${path} is one field, and there are ${fields.length}`);
  }
  const pair = withKnownLength(path, counted(path, next(type, first.type), beside));
  return [{ c: path, rust: first.name, pair }];
}

/** A list with the number beside it that tells its length by its name. */
function counted(path: string, pair: Pair, beside: readonly Member[]): Pair {
  if (pair.kind !== 'list' || pair.room !== undefined || pair.lengthField !== undefined)
    return pair;
  const place = (one: string) => one.slice(0, one.lastIndexOf('.') + 1);
  const siblings = beside.filter((member) => place(member.path) === place(path));
  const isAlone = siblings.filter(({ type }) => type.kind === 'pointer').length === 1;
  const name = path.slice(place(path).length);
  const length = siblings.find(
    (one) => one.type.kind === 'integer' && countsText(one.name, name, isAlone),
  );
  return length === undefined ? pair : { ...pair, lengthField: length.name };
}

/** @throws NotComparable for a list of which nothing tells the length */
function withKnownLength(path: string, pair: Pair): Pair {
  const isCounted = pair.kind === 'list' && (pair.isText || pair.lengthField !== undefined);
  if (pair.kind === 'list' && pair.room === undefined && !isCounted) {
    throw new NotComparable(`nothing tells how many elements ${path} has`);
  }
  return pair;
}

function heldAsTold(
  { name, fields }: RustVariant,
  told: readonly string[],
  record: ClangRecord,
  definitions: PairingDefinitions,
  pairing: TaggedPairing,
): readonly PairField[] {
  const members = told.map((path) => memberAt(record, path, definitions));
  const [only] = members;
  if (only !== undefined && members.length === 1) {
    return fieldsWithin(only, fields, definitions, pairing);
  }
  if (members.length !== fields.length) {
    throw new NotComparable(
      `${name} has ${fields.length} fields, and the mapping names ${told.length}`,
    );
  }
  return fields.flatMap((field, at) => {
    const member = members[at];
    return member === undefined ? [] : fieldsWithin(member, [field], definitions, pairing);
  });
}

/** The field at the end of a way. @throws NotComparable where there is none */
function memberAt(record: ClangRecord, path: string, definitions: PairingDefinitions): Member {
  let at: ClangRecord | undefined = record;
  let type: ClangCType | undefined;
  const names = path.split('.');
  for (const name of names) {
    type = at?.fields?.find((field) => field.name === name)?.type;
    // What stands in a struct or union without a name is used as if it stood around it.
    type ??= membersOf(at ?? record, definitions).find((one) => one.path === name)?.type;
    at = type?.kind === 'record' ? definitions.records.get(type.id) : undefined;
  }
  if (type === undefined) {
    throw new NotComparable(`${record.name} has no field ${path}, which the mapping names`);
  }
  return { path, name: names.at(-1) ?? path, type, isOfUnion: false };
}

/** Each field of a variant with names by the member of that name; undefined where one has none. */
function eachByName(
  { fields }: RustVariant,
  members: readonly Member[],
  { next }: TaggedPairing,
): readonly PairField[] | undefined {
  const found = fields.map(({ name, type }) => {
    const named = members.filter((member) => isSameName(member.name, name));
    const [member] = named;
    if (member === undefined || named.length > 1) return undefined;
    const pair = attempt(() => withKnownLength(member.path, next(member.type, type)));
    return pair && { c: member.path, rust: name, pair };
  });
  return found.every((one) => one !== undefined) ? found : undefined;
}

function attempt<Result>(make: () => Result): Result | undefined {
  try {
    return make();
  } catch (thrown) {
    if (thrown instanceof NotComparable) return undefined;
    throw thrown;
  }
}

/** Whether a value of a type may hold one of an enum. */
function mentions(
  type: RustApiType,
  path: string,
  definitions: PairingDefinitions,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  const within = (inner: RustApiType) => mentions(inner, path, definitions, seen);
  switch (type.kind) {
    case 'vec':
    case 'slice':
    case 'option':
    case 'box':
    case 'array':
      return within(type.of);
    case 'reference':
      return within(type.to);
    case 'tuple':
      return type.items.some(within);
    case 'item': {
      if (type.path === path) return true;
      const item = seen.has(type.path) ? undefined : definitions.crate.item(type.path);
      const more = new Set([...seen, type.path]);
      const fields =
        item?.kind === 'struct'
          ? item.fields
          : (item?.variants.flatMap((variant) => variant.fields) ?? []);
      return fields.some((field) => mentions(field.type, path, definitions, more));
    }
    default:
      return false;
  }
}
