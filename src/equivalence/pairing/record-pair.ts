import type { ClangCType, ClangField, ClangRecord } from '../../code/clang/types.ts';
import { type LengthExpression, lengthText, namesInLength } from '../cases/length-expression.ts';
import { countsText, isLengthNameFor, isSameName } from '../name-matching.ts';
import { NotComparable } from '../not-comparable.ts';
import { callbackTypeOf } from '../rust-api/rust-callback.ts';
import {
  behindReference,
  type RustApiStruct,
  type RustApiType,
  rustTypeText,
} from '../rust-api/rust-type.ts';
import { orAbsent } from './absent-callback.ts';
import type { CallbackFacts } from './callback-facts.ts';
import type { PairingDefinitions } from './definitions.ts';
import { fieldElements } from './field-elements.ts';
import type { ListPair, Pair, PairField } from './pair.ts';
import { endOf, leadsInto, NO_PLACES, placePair, placesIn } from './places.ts';
import { scalarSize } from './scalar-size.ts';
import { formOf } from './stream-pair.ts';
import { fieldOfRust, orUntouched } from './untouched-field.ts';
import { withinArrays } from './within-arrays.ts';
import { withinWidth } from './within-width.ts';

/** For what the C appends to a list that has a length: callers see to it that there is room. */
const DEFAULT_SPARE = 16;

/**
 * What a C record and a Rust struct have in common, field by field.
 * @param path of the struct; undefined for a tuple
 * @param next pairs the type of a field
 * @param callback pairs that of a function of the caller
 * @throws NotComparable when a Rust field has no C field, or a list no length
 */
export function recordPair(
  record: ClangRecord,
  path: string | undefined,
  rustFields: RustApiStruct['fields'],
  definitions: PairingDefinitions,
  next: (c: ClangCType, rust: RustApiType) => Pair,
  callback: (c: ClangCType, rust: RustApiType, facts: FieldCallback) => Pair,
): Pair {
  const all = record.fields ?? [];
  const rest = new Set(all);
  const named = rustFields.map((field, at) => {
    const roles = definitions.fields[record.name] ?? {};
    const told = all.find(({ name }) => roles[name]?.rust === field.name);
    const same = told ?? all.find(({ name }) => isSameName(name, field.name));
    // Tuples and structs that renamed everything are taken in order.
    const inOrder = all.length === rustFields.length ? all[at] : undefined;
    const c = same ?? (/^\d+$/.test(field.name) ? inOrder : undefined);
    if (c !== undefined) rest.delete(c);
    return { c, field };
  });
  const places = path === undefined ? NO_PLACES : placesIn(record, named, rest, next, definitions);
  const matched = named.map((one) => {
    const c = one.c ?? places.starts.get(one.field.name);
    if (c !== undefined) rest.delete(c);
    return { c, field: one.field };
  });
  const touchOf = (name: string) => () =>
    path === undefined || definitions.usesRustField(path, name);
  const fields = matched.map(({ c, field }): PairField => {
    const around = places.around.get(field.name);
    if (c === undefined) {
      const pair =
        around === undefined
          ? fieldOfRust(record, path, field, definitions)
          : aroundPair(around, field.type, rest, record, next);
      return { c: '', rust: field.name, pair };
    }
    const into = places.into.get(field.name);
    if (into !== undefined)
      return { c: c.name, rust: field.name, pair: placePair(field.type, into) };
    if (callbackTypeOf(field.type) !== undefined && isFunctionPointer(c.type)) {
      const role = definitions.fields[record.name]?.[c.name]?.callback;
      const context = findContext(
        c,
        rest,
        role?.context,
        all.filter(({ type }) => isFunctionPointer(type)).length,
      );
      if (context !== undefined) rest.delete(context);
      const place = { kind: 'field', context: context?.name, owner: record.id } as const;
      const facts = { name: c.name, hasContext: context !== undefined, role, place };
      const pair = orAbsent(field.type, () => callback(c.type, field.type, facts));
      return { c: c.name, rust: field.name, pair };
    }
    const isTouched = touchOf(field.name);
    const pair = orUntouched(c, field.type, definitions, isTouched, () => {
      refuseOtherView(c, field.type, record, definitions);
      const own =
        optionalFieldPair(record, c, field.type, definitions, next) ??
        fieldElements(c.type, field.type, c === all.at(-1), next);
      return fieldPair(own, field.type, record, c);
    });
    return { c: c.name, rust: field.name, pair };
  });
  const withLengths = fields.map((field, at): PairField => {
    const { pair } = field;
    const list = pair.kind === 'nullable' ? pair.of : pair;
    if (list.kind !== 'list' || (list.room !== undefined && list.isText)) return field;
    const { c, field: own } = matched[at] ?? {};
    if (c === undefined || own === undefined) return field;
    const whole = orUntouched(c, own.type, definitions, touchOf(own.name), () => {
      const measured = withLength(list, field.c, fields, rest, record, definitions);
      return pair.kind === 'nullable' ? { ...pair, of: measured } : measured;
    });
    return { ...field, pair: whole };
  });
  const dropped = [...rest].map(({ name }) => name);
  const ofRust = fields.find(({ pair }) => pair.kind === 'untouched' && pair.isOfRust === true);
  // What the C has in the place of a field of Rust would be nothing as well, and the C would see it.
  if (ofRust?.pair.kind === 'untouched' && dropped.some(definitions.usesField)) {
    throw new NotComparable(ofRust.pair.because);
  }
  const bounded = withinArrays(
    withLengths.map((field) => withinWidth(field, record)),
    record,
    definitions,
  );
  const constants = constantsOf(record, dropped, definitions);
  return { kind: 'record', c: record.name, path, fields: bounded, dropped, constants };
}

/** The pair of a list that no pointer leads to the beginning of. @param pointer one that leads into it */
function aroundPair(
  pointer: ClangField,
  rust: RustApiType,
  rest: Set<ClangField>,
  record: ClangRecord,
  next: (c: ClangCType, rust: RustApiType) => Pair,
): Pair {
  const pair = fieldPair(next(pointer.type, rust), rust, record, pointer);
  if (pair.kind !== 'list') throw new Error('no list');
  const end = endOf(pointer, rest);
  if (end === undefined) return { ...pair, around: pointer.name };
  rest.delete(end);
  return { ...pair, around: pointer.name, endField: end.name };
}

/** The pair of a number that Rust has as an `Option`; undefined of any other field, and where nothing tells what is none. */
function optionalFieldPair(
  record: ClangRecord,
  { name, type }: ClangField,
  rust: RustApiType,
  definitions: PairingDefinitions,
  next: (c: ClangCType, rust: RustApiType) => Pair,
): Pair | undefined {
  if (rust.kind !== 'option' || type.kind === 'pointer') return undefined;
  const told = definitions.fields[record.name]?.[name]?.none;
  const none = told ?? definitions.noneOf({ name, isField: true }, type);
  if (none === undefined) return undefined;
  const pair = { kind: 'nullable', of: next(type, rust.of), isBoxed: false, none } as const;
  return told === undefined ? { ...pair, isNoneRead: true } : pair;
}

/** @throws NotComparable where C and Rust look at the memory of a field by numbers of different sizes */
function refuseOtherView(
  { name, type }: ClangField,
  rust: RustApiType,
  record: ClangRecord,
  { viewsOfField }: PairingDefinitions,
): void {
  const list = rust.kind === 'reference' || rust.kind === 'box' ? behindReference(rust) : rust;
  if (type.kind !== 'pointer' || (list.kind !== 'vec' && list.kind !== 'slice')) return;
  const [declared, own] = [scalarSize(type.to), rustSize(list.of)];
  if (declared === undefined || own === undefined || declared === own) return;
  const sizes = viewsOfField(record, name).flatMap((one) => scalarSize(one) ?? []);
  if (sizes.every((size) => size === declared)) return;
  const seen = [...new Set([declared, ...sizes])].map((size) => size * 8).join(' and ');
  throw new NotComparable(
    `the C looks at the memory of ${name} of ${record.name} as numbers of ${seen} bits, and Rust has ${rustTypeText(list.of)}: take elements of ${declared * 8} bits, as the record declares them`,
  );
}

function rustSize(type: RustApiType): number | undefined {
  return type.kind === 'integer' || type.kind === 'float' ? type.bits / 8 : undefined;
}

/** What fields always are that Rust has no place for. */
function constantsOf(
  record: ClangRecord,
  dropped: readonly string[],
  { fields }: PairingDefinitions,
) {
  return Object.entries(fields[record.name] ?? {}).flatMap(([field, { constant }]) => {
    if (constant === undefined) return [];
    if (dropped.includes(field)) return [{ field, value: constant }];
    throw new NotComparable(
      `${field} of ${record.name} is no constant: Rust has a place for it, or the record has no such field`,
    );
  });
}

/** A stream is known by the field that has it; what is behind a reference lasts as long as the program. */
function fieldPair(pair: Pair, rust: RustApiType, record: ClangRecord, field: ClangField): Pair {
  if (pair.kind === 'pointer' && rust.kind === 'reference') return { ...pair, isBorrowed: true };
  if (pair.kind === 'nullable' && pair.of.kind === 'list' && rust.kind === 'option') {
    return { ...pair, of: fieldPair(pair.of, rust.of, record, field) };
  }
  if (pair.kind === 'list' && rust.kind === 'reference') {
    return { ...pair, borrowed: rust.mutable ? 'mutable' : 'shared' };
  }
  if (pair.kind === 'descriptor') return { ...pair, form: formOf(rust) };
  return pair.kind === 'stream' ? { ...pair, key: `${record.name}.${field.name}` } : pair;
}

/** What is known of a field that points at a function of the caller. */
type FieldCallback = Pick<CallbackFacts, 'name' | 'hasContext' | 'role' | 'place'>;

function isFunctionPointer(type: ClangCType): boolean {
  return type.kind === 'pointer' && type.to.kind === 'function';
}

function isVoidPointer(type: ClangCType): boolean {
  return type.kind === 'pointer' && type.to.kind === 'void';
}

/** The field that is the context of a function: the one named, else the only one that may be. */
function findContext(
  { name }: ClangField,
  rest: ReadonlySet<ClangField>,
  told: string | undefined,
  functions: number,
): ClangField | undefined {
  const pointers = [...rest].filter(({ type }) => isVoidPointer(type));
  if (told !== undefined) return pointers.find((field) => field.name === told);
  const named = pointers.find((field) => field.name.startsWith(name));
  return named ?? (functions === 1 && pointers.length === 1 ? pointers[0] : undefined);
}

/** Of a record of nothing but a function and its context: which is which. */
export function callbackFields(record: ClangRecord) {
  const fields = record.fields ?? [];
  const found = fields.find(({ type }) => isFunctionPointer(type));
  const others = fields.filter((field) => field !== found);
  if (found?.type.kind !== 'pointer' || others.length > 1) return undefined;
  if (others.some(({ type }) => !isVoidPointer(type))) return undefined;
  const place = { kind: 'record', record: record.name, function: found.name } as const;
  return { type: found.type.to, place: { ...place, context: others[0]?.name } };
}

/** Whether a field may tell how much more the C may write. */
function saysRoom({ name, type }: ClangField): boolean {
  return (
    type.kind === 'integer' &&
    /avail|left|room|size|cap|remain|max|limit|space|alloc|end/i.test(name)
  );
}

/** For so many elements, where the record tells nothing: C that writes more than a caller has room for does not count. */
const WRITTEN_ROOM = 4096;

/** A list that the C writes, whose pointer it moves on. @param room the field that tells how much more it may */
function writtenList(
  pair: ListPair,
  name: string,
  room: string | undefined,
  fields: readonly PairField[],
  record: ClangRecord,
): ListPair {
  if (room === undefined && !record.fields?.some(saysRoom)) {
    return { ...pair, writtenRoom: WRITTEN_ROOM };
  }
  const field = fields.find(({ c, pair: { kind } }) => c === room && kind === 'integer');
  if (field !== undefined) return { ...pair, writtenRoom: field.c };
  throw new NotComparable(
    `${name} of ${record.name} is written, and ${room ?? 'nothing'} is no integer of the Rust struct that tells for how many there is room`,
  );
}

/** Pointers to characters: nothing else than a zero tells where such a text ends. */
function isListOfTexts(pair: ListPair): pair is ListPair & { readonly of: ListPair } {
  return pair.of.kind === 'list' && pair.of.of.kind === 'integer' && pair.of.of.bits === 8;
}

/** Finds what tells how long a list of the record is. @param rest fields without a Rust field */
function withLength(
  given: ListPair,
  name: string,
  fields: readonly PairField[],
  rest: Set<ClangField>,
  record: ClangRecord,
  definitions: PairingDefinitions,
): ListPair {
  const role = definitions.fields[record.name]?.[name];
  const isOfTexts = isListOfTexts(given);
  const pair = isOfTexts ? { ...given, of: { ...given.of, isText: true } } : given;
  if (role?.written === true) return writtenList(pair, name, role.room, fields, record);
  // Of texts whose number is told, each is one.
  const isText = pair.isText || (role?.text === true && !(isOfTexts && role.length !== undefined));
  // A zero ends it, unless it is said, or shown by names, what tells its length: then there are both.
  const counted =
    role?.text === undefined && role?.length === undefined
      ? [...rest].find(
          ({ name: other, type }) =>
            type.kind === 'integer' && countsText(other, name, isAlone(record)),
        )
      : undefined;
  if (isText && counted !== undefined) {
    rest.delete(counted);
    return { ...pair, isText, lengthField: counted.name };
  }
  if (isText && role?.length === undefined) return { ...pair, isText };
  const own = role?.length?.kind === 'name' ? role.length.name : undefined;
  const take = (told: string | undefined, isRoom: boolean) => {
    const isIt = (field: ClangField) =>
      told === undefined
        ? isLengthNameFor(field.name, name, isRoom) && !(isRoom && field.name === own)
        : field.name === told;
    const found = [...rest].find((field) => field.type.kind === 'integer' && isIt(field));
    if (found !== undefined) rest.delete(found);
    return found?.name;
  };
  const roomField =
    role?.room !== undefined && role.room === own ? undefined : take(role?.room, true);
  const isComputed = role?.length !== undefined && ![...rest].some((field) => field.name === own);
  const told = isComputed ? undefined : take(own, false);
  const allocated = role?.length ?? definitions.allocated(record, name);
  // What is full as soon as it is there has its room for its length.
  const taken = allocated?.kind === 'name' ? allocated.name : undefined;
  // Other numbers may be places in it, of which nothing tells that they lie within.
  const isOpen =
    fields.some((one) => one.pair.kind === 'integer') ||
    [...rest].some((one) => one.type.kind === 'integer' && one.name !== taken);
  const full =
    told !== undefined || role?.length !== undefined || role?.room !== undefined || isOpen
      ? undefined
      : fullLength(allocated, roomField, fields);
  const isFull = full !== undefined && (full === roomField || take(full, false) === full);
  const lengthField = isFull ? full : told;
  const found = {
    ...pair,
    isText,
    roomField: isFull ? undefined : roomField,
    spare: pair.room === undefined ? (role?.spare ?? 0) : 0,
    ...(pair.room === undefined && role?.spare === 1 ? ({ isEnded: true } as const) : {}),
  };
  if (lengthField !== undefined) {
    const spare = pair.room === undefined ? (role?.spare ?? (isFull ? 0 : DEFAULT_SPARE)) : 0;
    const length = record.fields?.find((field) => field.name === lengthField);
    const bits = length?.width === undefined ? {} : ({ hasBitLength: true } as const);
    return { ...found, ...bits, lengthField, spare };
  }
  const isPaired = (expression: LengthExpression) =>
    namesInLength(expression).every((one) =>
      fields.some(({ c, pair: { kind } }) => c === one && kind === 'integer'),
    );
  const list = record.fields?.find((field) => field.name === name);
  const end = list === undefined || role?.length !== undefined ? undefined : endOf(list, rest);
  if (end !== undefined) {
    rest.delete(end);
    return { ...found, endField: end.name, spare: 0 };
  }
  const lengthFrom = allocated;
  const hasPlaces = fields.some(({ pair: one }) => leadsInto(one, name));
  if (lengthFrom === undefined && hasPlaces && pair.room === undefined) {
    return { ...pair, around: name };
  }
  if (lengthFrom === undefined) {
    throw new NotComparable(
      `nothing tells how many elements ${name} of ${record.name} has; say it in the mapping (records), as a length by its fields; of a cursor that the C moves on, Rust may have all elements and an index (\`tokens: &[T]\` and \`tokenp: usize\`)`,
    );
  }
  if (!isPaired(lengthFrom)) {
    throw new NotComparable(
      `${name} of ${record.name} has ${lengthText(lengthFrom)} elements, and not all of that are integers which the Rust struct has, too`,
    );
  }
  return { ...found, lengthFrom };
}

/**
 * The field by which the C takes all memory of a list that nothing else measures: Rust has its number as the length
 * of the list, and no field for it.
 */
function fullLength(
  allocated: LengthExpression | undefined,
  room: string | undefined,
  fields: readonly PairField[],
): string | undefined {
  if (allocated === undefined) return room;
  const name = allocated.kind === 'name' ? allocated.name : undefined;
  return fields.some(({ c }) => c === name) ? undefined : name;
}

/** Whether a record has one pointer or array, and what tells its length is that of it alone. */
function isAlone({ fields = [] }: ClangRecord): boolean {
  return fields.filter(({ type }) => type.kind === 'pointer' || type.kind === 'array').length === 1;
}
