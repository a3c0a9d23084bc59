import type { ClangCType, ClangField, ClangRecord } from '../../code/clang/types.ts';
import { NotComparable } from '../not-comparable.ts';
import { behindReference, type RustApiStruct, type RustApiType } from '../rust-api/rust-type.ts';
import type { PairingDefinitions } from './definitions.ts';
import type { IntegerPair, Pair, PlaceInto, PlacePair, PlaceSide } from './pair.ts';
import { isSameType } from './same-type.ts';

/*
 * Pointers of a C record that lead into one memory, such as a start, a cursor and an end, where Rust has the memory
 * as a list and the pointers as indices; and pointers into arrays, where Rust has indices.
 */

/** A field of the Rust struct, and the C field of its name. */
export interface MatchedField {
  readonly c: ClangField | undefined;
  readonly field: RustApiStruct['fields'][number];
}

type PointerField = ClangField & { readonly type: Extract<ClangCType, { kind: 'pointer' }> };

/** What is known of the lists of a record and of the pointers into them. */
export interface Places {
  /** The C pointer to where a list begins that has another name in Rust, by the Rust field. */
  readonly starts: ReadonlyMap<string, ClangField>;
  /** A C pointer into a list that none leads to the beginning of, by the Rust field. */
  readonly around: ReadonlyMap<string, ClangField>;
  /** What pointers lead into, by the Rust field that is the index. */
  readonly into: ReadonlyMap<string, PlaceInto>;
}

/** Of a record in which none are looked for. */
export const NO_PLACES: Places = { starts: new Map(), around: new Map(), into: new Map() };

/**
 * Finds of the fields of a record which are places in which list or array of it. What is left open by names and types is
 * not in the result.
 * @param rest fields that Rust has none for
 * @param next pairs the type of a field
 */
export function placesIn(
  record: ClangRecord,
  matched: readonly MatchedField[],
  rest: ReadonlySet<ClangField>,
  next: (c: ClangCType, rust: RustApiType) => Pair,
  { usesField }: PairingDefinitions,
): Places {
  const starts = new Map<string, ClangField>();
  const around = new Map<string, ClangField>();
  const isList = (c: ClangCType, rust: RustApiType) => pairsAsList(c, rust, next);
  const indices = matched.flatMap(({ c, field }) =>
    c !== undefined && isPointer(c) && isIndex(c, field.type) ? [{ c, field }] : [],
  );
  const lists = matched.flatMap(({ c, field }) =>
    c !== undefined && isPointer(c) && isList(c.type, field.type) ? [{ c, field }] : [],
  );
  const isTaken = (to: ClangCType) => lists.some(({ c }) => isSameType(c.type.to, to));
  const bare = matched.filter(({ c, field }) => c === undefined && isListType(field.type));
  for (const { field } of bare) {
    const pointers = (record.fields ?? [])
      .filter(isPointer)
      .filter(({ type }) => !isTaken(type.to) && isList(type, field.type));
    const others = bare.filter((one) => pointers.some(({ type }) => isList(type, one.field.type)));
    const left = pointers.filter((one) => rest.has(one));
    const places = indices.filter(({ c }) => pointers.includes(c));
    // Rust has the start as an index, too, or it is a pointer that the C looks at.
    const hasStart = places.some(({ c }) => sideOf(c.name) === 'start');
    const [start, ...more] = hasStart
      ? []
      : left.filter(({ name }) => sideOf(name) !== 'end' && usesField(name));
    if (others.length > 1 || more.length > 0) continue;
    const hasEnd = left.some(({ name }) => sideOf(name) === 'end');
    const [first] = places;
    if (start !== undefined && (hasEnd || first !== undefined)) starts.set(field.name, start);
    else if (start === undefined && first !== undefined) around.set(field.name, first.c);
  }
  const into = new Map(
    indices.flatMap(({ c, field }): [string, PlaceInto][] => {
      const bareLists = [...starts, ...around]
        .filter(([, pointer]) => isPointer(pointer) && isSameType(pointer.type.to, c.type.to))
        .map(([rust]) => ({ kind: 'list', rust, start: starts.get(rust)?.name }) as const);
      // Nothing else tells of such a list than the pointers into it.
      const found =
        bareLists.length > 0
          ? bareLists
          : [
              ...arraysOf(record, c.type.to, matched),
              ...lists.filter((one) => isSameType(one.c.type.to, c.type.to)).map(listInto),
            ];
      const [only] = found;
      if (only === undefined || found.length > 1) return [];
      const side = sideOf(c.name);
      return [[field.name, only.kind === 'list' ? { ...only, side } : only]];
    }),
  );
  return { starts, around, into };
}

/** The pair of a pointer that is an index in Rust, once it is known into what. */
export function placePair(
  rust: RustApiType,
  into: PlaceInto,
): PlacePair | Extract<Pair, { kind: 'nullable' }> {
  const index = rust.kind === 'option' ? rust.of : rust;
  if (index.kind !== 'integer') throw new Error('an index is no integer');
  const of: IntegerPair = {
    ...{ kind: 'integer', bits: 64, signed: false },
    ...{ rust: index.name, isByte: false },
  };
  const place: PlacePair = { kind: 'place', of, into };
  return rust.kind === 'option' ? { kind: 'nullable', of: place, isBoxed: false } : place;
}

/** The pair of a pointer into the only table of its type; undefined where it is no index in Rust, or there is none. */
export function tablePlace(
  c: Extract<ClangCType, { kind: 'pointer' }>,
  rust: RustApiType,
  { tables }: PairingDefinitions,
): ReturnType<typeof placePair> | undefined {
  if (!isIndex({ type: c }, rust) || isWideInteger(c.to)) return undefined;
  const found = tables(c.to);
  const [only] = found;
  if (only === undefined) return undefined;
  if (found.length === 1) return placePair(rust, { kind: 'table', ...only });
  throw new NotComparable(
    `a pointer in C is an index in Rust, and nothing tells into which of these: ${found.map(({ name }) => name).join(', ')}`,
  );
}

/** The pointer of a record that leads behind the last element of a list. @param rest fields that Rust has none for */
export function endOf(list: ClangField, rest: ReadonlySet<ClangField>): ClangField | undefined {
  if (!isPointer(list)) return undefined;
  const found = [...rest]
    .filter(isPointer)
    .filter(({ name, type }) => sideOf(name) === 'end' && isSameType(type.to, list.type.to));
  return found.length === 1 ? found[0] : undefined;
}

/** Whether a field is a place in the list to whose beginning a C pointer leads. */
export function leadsInto(pair: Pair, start: string): boolean {
  const place = pair.kind === 'nullable' ? pair.of : pair;
  return place.kind === 'place' && place.into.kind === 'list' && place.into.start === start;
}

function sideOf(name: string): PlaceSide {
  if (/(?:end|lim|limit|stop|eof)\d*$/i.test(name)) return 'end';
  return /(?:start|begin|base|first|origin)\d*$/i.test(name) ? 'start' : 'between';
}

function isPointer(field: ClangField): field is PointerField {
  const { type } = field;
  return type.kind === 'pointer' && type.to.kind !== 'function' && type.to.kind !== 'void';
}

/** Whether Rust has an index for a pointer, as far as types tell. */
function isIndex({ type }: Pick<PointerField, 'type'>, rust: RustApiType): boolean {
  const index = rust.kind === 'option' ? rust.of : rust;
  if (index.kind !== 'integer' || index.signed) return false;
  // Any other integer may be the value that the pointer leads to.
  return index.name === 'usize' || type.to.kind === 'record' || type.to.kind === 'pointer';
}

/** A `usize` may be the value that a pointer leads to. */
function isWideInteger(type: ClangCType): boolean {
  return type.kind === 'integer' && type.bits === 64;
}

function isListType(rust: RustApiType): boolean {
  const list = behindReference(rust);
  return list.kind === 'vec' || list.kind === 'slice';
}

function pairsAsList(
  c: ClangCType,
  rust: RustApiType,
  next: (c: ClangCType, rust: RustApiType) => Pair,
): boolean {
  if (!isListType(rust)) return false;
  const isMutable = rust.kind === 'reference' && rust.mutable;
  if (isMutable && c.kind === 'pointer' && c.isConst) return false;
  try {
    return next(c, rust).kind === 'list';
  } catch (thrown) {
    if (thrown instanceof NotComparable) return false;
    throw thrown;
  }
}

function listInto({ c, field }: { readonly c: ClangField; readonly field: { name: string } }) {
  return { kind: 'list', rust: field.name, start: c.name } as const;
}

/** Arrays within the record, whose elements are of a type, and which Rust has too. */
function arraysOf(record: ClangRecord, of: ClangCType, matched: readonly MatchedField[]) {
  return (record.fields ?? []).flatMap((field) => {
    const { type, name } = field;
    const isOne = type.kind === 'array' && isSameType(type.of, of);
    if (!isOne || type.length === undefined || !matched.some(({ c }) => c === field)) return [];
    return [{ kind: 'array', field: name, length: type.length } as const];
  });
}
