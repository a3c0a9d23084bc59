import type { ClangCType } from '../../code/clang/types.ts';
import type { SlotLimits } from '../cases/case.ts';
import { isSameName } from '../name-matching.ts';
import { NotComparable } from '../not-comparable.ts';
import { orAbsent } from '../pairing/absent-callback.ts';
import { bareRecordPair } from '../pairing/bare-record.ts';
import type { PairingDefinitions } from '../pairing/definitions.ts';
import type { CParamRole } from '../pairing/mapping.ts';
import { type ListPair, listOfBare, type Pair, type PairField } from '../pairing/pair.ts';
import {
  callbackPair,
  isCharacter,
  listPairOf,
  optionalNumber,
  optionalNumberPair,
  pairOf,
} from '../pairing/pair-of-types.ts';
import { scalarBehindVoid } from '../pairing/scalar-behind-void.ts';
import { descriptorPair, isStream, streamPair } from '../pairing/stream-pair.ts';
import type { CArgument } from '../plan/comparison-plan.ts';
import { callbackTypeOf } from '../rust-api/rust-callback.ts';
import {
  behindReference,
  movedPart,
  type RustApiType,
  rustTypeText,
} from '../rust-api/rust-type.ts';
import { isContext, type NamedParam } from './named-param.ts';

/** Arguments of a program, or texts in a list. */
const MAX_TEXTS = 8;

/** A C argument that is made from a slot. */
export type BoundArgument =
  | Extract<CArgument, { kind: 'value' | 'one' | 'elements' | 'callback' }>
  | (Extract<CArgument, { kind: 'inside' }> & { readonly pair: Pair });

/** How many elements lie before a pointer. */
const COUNT: ClangCType = { kind: 'integer', bits: 64, signed: false, isCharacter: false };

/** What a pointer into a list is in Rust. */
export function indexPair(name: string, rust: RustApiType, definitions: PairingDefinitions): Pair {
  return atParameter(name, () => pairOf(COUNT, rust, definitions));
}

/** A pointer to a function of the caller. @param matches what Rust parameters stand for */
export function bindCallback(
  { name, type }: NamedParam,
  rust: RustApiType,
  role: CParamRole | undefined,
  params: readonly NamedParam[],
  matches: readonly NamedParam[],
  definitions: PairingDefinitions,
): { argument: BoundArgument; limits: SlotLimits } {
  const told = role?.role === 'callback' ? role : undefined;
  const contexts = params.filter((param) => isContext(param) && !matches.includes(param));
  const hasContext = contexts.length > 0;
  const names = contexts.map((param) => param.name);
  const contextAt = definitions.passedAt(name, names);
  const pair = orAbsent(rust, () =>
    atParameter(name, () =>
      callbackPair(type, rust, definitions, { name, hasContext, contextAt, role: told }),
    ),
  );
  if (pair.kind === 'absent') return { argument: { name, kind: 'value', pair }, limits: {} };
  const isNullable = pair.kind === 'nullable';
  const inner = isNullable ? pair.of : pair;
  if (inner.kind !== 'callback') throw new Error('no callback');
  const argument = { name, kind: 'callback', pair: inner, isNullable } as const;
  return { argument, limits: SCRIPT_LIMITS };
}

/** Scripts are as long as input of bytes is, and answers such as both sides have. */
const SCRIPT_LIMITS = { length: { least: 0, most: 1024 } } as const;

/**
 * How a C parameter is given for which there is one of Rust.
 * @throws NotComparable where there is no way
 */
export function bindParameter(
  { name, type }: NamedParam,
  rust: RustApiType,
  role: CParamRole | undefined,
  definitions: PairingDefinitions,
): { argument: BoundArgument; limits: SlotLimits } {
  const isFolder = role?.role === 'descriptor' ? role.of === 'folder' : definitions.isFolder(name);
  const descriptor = descriptorPair(type, rust, isFolder, name);
  if (descriptor !== undefined) {
    return { argument: { name, kind: 'value', pair: descriptor }, limits: {} };
  }
  const optional = optionalNumber(type, rust);
  if (optional !== undefined) {
    const none = role?.role === 'value' ? role.none : undefined;
    const place = { name, isField: false };
    const pair = atParameter(name, () =>
      optionalNumberPair(type, optional, none, definitions, place),
    );
    return { argument: { name, kind: 'value', pair }, limits: {} };
  }
  if (type.kind !== 'pointer') {
    const pair = bindDescriptors(
      atParameter(name, () => pairOf(type, rust, definitions)),
      definitions,
    );
    const limits = pair.kind === 'callback' ? SCRIPT_LIMITS : textLimits(pair);
    return { argument: { name, kind: 'value', pair }, limits };
  }
  if (role?.role === 'offset') {
    const pair = indexPair(name, rust, definitions);
    return { argument: { name, kind: 'inside', of: role.of, pair }, limits: { within: role.of } };
  }
  const stream = streamPair(type, rust, definitions, name);
  if (stream !== undefined) return { argument: { name, kind: 'value', pair: stream }, limits: {} };
  if (isStream(type.to, definitions)) {
    throw new NotComparable(
      `${name} is a stream, and ${rustTypeText(rust)} is none: it has to be a Read, BufRead or Write of any kind, or a Vec or String that is written to`,
    );
  }
  const head = headOfList(type.to, rust, definitions);
  if (head !== undefined) {
    const pair = atParameter(name, head);
    return { argument: { name, kind: 'one', pair, isNullable: false }, limits: {} };
  }
  const isOption = behindReference(rust).kind === 'option';
  const option = behindReference(rust);
  const inner = behindReference(option.kind === 'option' ? option.of : option);
  const isNullable = isOption || (role !== undefined && 'nullable' in role && role.nullable);
  const element = type.to;
  const strings = textsPair(element, inner, definitions);
  if (strings !== undefined) {
    return {
      argument: { name, kind: 'elements', pair: strings, isText: true, isNullable },
      // The first argument of a program is its name.
      limits: { length: { least: name === 'argv' ? 1 : 0, most: MAX_TEXTS } },
    };
  }
  const growing = growingList(element, inner, rust, definitions);
  if (growing !== undefined) {
    const pair = atParameter(name, growing);
    const list = { name, kind: 'elements', pair, isText: false, isNullable: false } as const;
    return { argument: { ...list, isBehind: true, isGrowing: true }, limits: {} };
  }
  if (
    element.kind === 'pointer' &&
    (movedPart(rust) !== undefined || (isCharacter(element.to) && isBytes(inner)))
  ) {
    const pair = atParameter(name, () => listPairOf(element.to, inner, definitions));
    const isUtf8 = inner.kind === 'str' || inner.kind === 'string';
    const isPlain = element.to.kind === 'integer' && element.to.isCharacter && element.to.signed;
    const isText = isUtf8 || isPlain || role?.role === 'text';
    return {
      argument: { name, kind: 'elements', pair, isText, isNullable, isBehind: true },
      limits: isUtf8 ? { isText: true, isUtf8 } : isText ? { isText } : {},
    };
  }
  const record = element.kind === 'record' ? definitions.records.get(element.id) : undefined;
  const next = (c: ClangCType, to: RustApiType) => listPairOf(c, to, definitions);
  const bare = record && bareRecordPair(record, inner, definitions, next);
  if (bare !== undefined) {
    return { argument: { name, kind: 'one', pair: bare, isNullable }, limits: textLimits(bare) };
  }
  if (inner.kind === 'str' || inner.kind === 'string' || inner.kind === 'path') {
    const own = atParameter(name, () => listPairOf(element, inner, definitions));
    const only = role?.role === 'text' ? role.only : undefined;
    const pair = only === undefined ? own : { ...own, only };
    return {
      argument: { name, kind: 'elements', pair, isText: true, isNullable },
      limits: inner.kind === 'path' ? { isText: true } : { isText: true, isUtf8: true },
    };
  }
  if (inner.kind === 'vec' || inner.kind === 'slice') {
    const pair = atParameter(name, () => listPairOf(element, inner, definitions));
    const isText = role?.role === 'text';
    return {
      argument: { name, kind: 'elements', pair, isText, isNullable },
      limits: isText ? { isText: true } : {},
    };
  }
  if (inner.kind === 'array' && depthOf(element) < depthOfRust(inner)) {
    const pair = atParameter(name, (): Pair => {
      const of = listPairOf(element, inner, definitions).of;
      return { kind: 'array', of, length: inner.length };
    });
    return { argument: { name, kind: 'elements', pair, isText: false, isNullable }, limits: {} };
  }
  const whole = callbackTypeOf(inner) === undefined ? inner : rust;
  const pointee = typedPointee(element, inner, role, definitions);
  const pair = bindDescriptors(
    atParameter(name, () => pairOf(pointee, whole, definitions)),
    definitions,
  );
  if (pair.kind === 'callback') {
    return { argument: { name, kind: 'one', pair, isNullable: false }, limits: SCRIPT_LIMITS };
  }
  return { argument: { name, kind: 'one', pair, isNullable }, limits: {} };
}

/**
 * A parameter with the descriptors in its records as files or folders that are given.
 * @throws NotComparable for a descriptor anywhere else
 */
function bindDescriptors(pair: Pair, definitions: PairingDefinitions): Pair {
  if (pair.kind === 'descriptor') throw new NotComparable('an open file is given as a parameter');
  if (pair.kind === 'record') {
    const fields = pair.fields.map(({ c, rust, pair: field }): PairField => {
      if (field.kind !== 'descriptor')
        return { c, rust, pair: bindDescriptors(field, definitions) };
      const of = definitions.isFolder(c) ? 'folder' : 'file';
      const { form = 'owned' } = field;
      const key = `${pair.c}.${c}`;
      return { c, rust, pair: { kind: 'stream', key, does: 'both', c: of, rust: 'file', form } };
    });
    return { ...pair, fields };
  }
  if (pair.kind === 'place') return pair;
  if (pair.kind === 'list') return { ...pair, of: bindDescriptors(pair.of, definitions) };
  return 'of' in pair ? { ...pair, of: bindDescriptors(pair.of, definitions) } : pair;
}

/** What a `void *` points at: the record that is named, that of the Rust type's name, or its number. */
function typedPointee(
  element: ClangCType,
  rust: RustApiType,
  role: CParamRole | undefined,
  definitions: PairingDefinitions,
): ClangCType {
  if (element.kind !== 'void') return element;
  if (['integer', 'float', 'array'].includes(rust.kind)) return scalarBehindVoid(rust);
  const told = role?.role === 'pointer' ? role.of : undefined;
  const own = rust.kind === 'item' ? rust.path.replace(/^.*::/s, '') : '';
  const found = [...definitions.records.values()].find(({ name }) =>
    told === undefined ? isSameName(name.replace(/^struct /, ''), own) : name === told,
  );
  return found === undefined ? element : { kind: 'record', id: found.id };
}

/** Of a record that Rust has as text. */
function textLimits(pair: Pair): SlotLimits {
  if (pair.kind !== 'record' || pair.isBare !== true) return {};
  const { isText, rust } = listOfBare(pair);
  if (!isText) return {};
  return rust === 'string' ? { isText, isUtf8: true } : { isText };
}

/** Arguments of a program, or a list of texts: pointers to these, with a null behind the last. */
function textsPair(
  element: ClangCType,
  rust: RustApiType,
  definitions: PairingDefinitions,
): ListPair | undefined {
  if (element.kind !== 'pointer' || !isCharacter(element.to)) return undefined;
  if (rust.kind !== 'slice' && rust.kind !== 'vec') return undefined;
  const text = behindReference(rust.of);
  const isText = text.kind === 'str' || text.kind === 'string' || text.kind === 'path';
  if (!isText && !isListOfBytes(text)) return undefined;
  const of = { ...listPairOf(element.to, text, definitions), isText: true };
  return { ...of, of, rust: 'vec', isText: false };
}

/**
 * A `Vec` or slice that the C has as a pointer to its elements, which it may move, behind another pointer; its
 * length stands behind a third one.
 */
function growingList(
  element: ClangCType,
  inner: RustApiType,
  rust: RustApiType,
  definitions: PairingDefinitions,
): (() => ListPair) | undefined {
  if (element.kind !== 'pointer' || (inner.kind !== 'vec' && inner.kind !== 'slice'))
    return undefined;
  // An array of pointers to characters is one of texts; what else `char **` leads to is of any type.
  if (inner.kind === 'slice' && !(isChar(element.to) && isAnyElement(inner.of))) return undefined;
  const isText = element.to.kind === 'integer' && element.to.bits === 8 && isListOfBytes(inner);
  if (isText || rust.kind !== 'reference' || !rust.mutable) return undefined;
  // What `char **` leads to may be of any type.
  const to: ClangCType = isCharacter(element.to) ? { kind: 'void' } : element.to;
  return () => listPairOf(to, inner, definitions);
}

function isChar(type: ClangCType): boolean {
  return type.kind === 'integer' && isCharacter(type);
}

/** What stands for a value of any type: a number, or an array of them. */
function isAnyElement(rust: RustApiType): boolean {
  return rust.kind === 'integer' || rust.kind === 'float' || rust.kind === 'array';
}

/** A pointer to the pointer that leads to the first of a list, or the root of a tree. */
function headOfList(
  element: ClangCType,
  rust: RustApiType,
  definitions: PairingDefinitions,
): (() => Pair) | undefined {
  if (element.kind !== 'pointer' || element.to.kind !== 'record') return undefined;
  if (rust.kind !== 'reference' || rust.to.kind !== 'option') return undefined;
  const { to } = rust;
  return () => pairOf(element, to, definitions);
}

/** How many arrays are within each other. */
function depthOf(type: ClangCType): number {
  return type.kind === 'array' ? 1 + depthOf(type.of) : 0;
}

function depthOfRust(type: RustApiType): number {
  return type.kind === 'array' ? 1 + depthOfRust(type.of) : 0;
}

/** What a text is in Rust. */
function isBytes(rust: RustApiType): boolean {
  if (rust.kind === 'str' || rust.kind === 'string') return true;
  return (rust.kind === 'slice' || rust.kind === 'vec') && rust.of.kind === 'integer';
}

function isListOfBytes(rust: RustApiType): boolean {
  const list = rust.kind === 'slice' || rust.kind === 'vec' ? rust.of : undefined;
  return list?.kind === 'integer' && list.bits === 8;
}

function atParameter<Result>(name: string, make: () => Result): Result {
  try {
    return make();
  } catch (thrown) {
    if (!(thrown instanceof NotComparable)) throw thrown;
    throw new NotComparable(`parameter ${name}: ${thrown.message}`);
  }
}
