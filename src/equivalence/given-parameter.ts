import type { CType } from '../code/clang/c-type.ts';
import type { SlotLimits } from './case.ts';
import type { Definitions } from './definitions.ts';
import type { CParamRole } from './mapping.ts';
import { isContext, type NamedParam } from './named-param.ts';
import { sameName } from './names.ts';
import { NotComparable } from './not-comparable.ts';
import type { ListPair, Pair, PairField } from './pair.ts';
import { callbackPair, isCharacter, listPair, pairOf } from './pairing.ts';
import type { CArgument } from './plan.ts';
import { callerCode } from './rust/rust-callback.ts';
import { behindReference, type RustType, rustTypeText } from './rust/rust-type.ts';
import { descriptorPair, isStream, streamPair } from './stream-pair.ts';

/** Of a program. */
const MOST_ARGUMENTS = 8;

/** A C argument that is made from a slot. */
export type Given = Extract<CArgument, { kind: 'value' | 'one' | 'elements' | 'callback' }>;

/** A pointer to a function of the caller. @param matches what Rust parameters stand for */
export function givenCallback(
  { name, type }: NamedParam,
  rust: RustType,
  role: CParamRole | undefined,
  params: readonly NamedParam[],
  matches: readonly NamedParam[],
  known: Definitions,
): { argument: Given; limits: SlotLimits } {
  const told = role?.role === 'callback' ? role : undefined;
  const hasContext = params.some((param) => isContext(param) && !matches.includes(param));
  const pair = atParameter(name, () =>
    callbackPair(type, rust, known, { name, hasContext, role: told }),
  );
  const isNullable = pair.kind === 'nullable';
  const inner = isNullable ? pair.of : pair;
  if (inner.kind !== 'callback') throw new Error('no callback');
  const argument = { name, kind: 'callback', pair: inner, isNullable } as const;
  return { argument, limits: SCRIPT };
}

/** Scripts are as long as input of bytes is, and answers such as both sides have. */
const SCRIPT = { length: { least: 0, most: 1024 } } as const;

/**
 * How a C parameter is given for which there is one of Rust.
 * @throws NotComparable where there is no way
 */
export function given(
  { name, type }: NamedParam,
  rust: RustType,
  role: CParamRole | undefined,
  known: Definitions,
): { argument: Given; limits: SlotLimits } {
  const isFolder = role?.role === 'descriptor' ? role.of === 'folder' : known.isFolder(name);
  const descriptor = descriptorPair(type, rust, isFolder, name);
  if (descriptor !== undefined) {
    return { argument: { name, kind: 'value', pair: descriptor }, limits: {} };
  }
  if (type.kind !== 'pointer') {
    const pair = withFiles(
      atParameter(name, () => pairOf(type, rust, known)),
      known,
    );
    const limits = pair.kind === 'callback' ? SCRIPT : {};
    return { argument: { name, kind: 'value', pair }, limits };
  }
  const stream = streamPair(type, rust, known, name);
  if (stream !== undefined) return { argument: { name, kind: 'value', pair: stream }, limits: {} };
  if (isStream(type.to, known)) {
    throw new NotComparable(
      `${name} is a stream, and ${rustTypeText(rust)} is none: it has to be a Read, BufRead or Write of any kind, or a Vec or String that is written to`,
    );
  }
  const isOption = behindReference(rust).kind === 'option';
  const option = behindReference(rust);
  const inner = behindReference(option.kind === 'option' ? option.of : option);
  const isNullable = isOption || (role !== undefined && 'nullable' in role && role.nullable);
  const element = type.to;
  const strings = argumentsPair(element, inner, known);
  if (strings !== undefined) {
    return {
      argument: { name, kind: 'elements', pair: strings, isText: true, isNullable },
      limits: { length: { least: 1, most: MOST_ARGUMENTS } },
    };
  }
  if (element.kind === 'pointer' && isCharacter(element.to) && isBytes(inner)) {
    const pair = atParameter(name, () => listPair(element.to, inner, known));
    const isUtf8 = inner.kind === 'str' || inner.kind === 'string';
    return {
      argument: { name, kind: 'elements', pair, isText: true, isNullable, isBehind: true },
      limits: isUtf8 ? { isText: true, isUtf8 } : { isText: true },
    };
  }
  if (inner.kind === 'str' || inner.kind === 'string' || inner.kind === 'path') {
    const own = atParameter(name, () => listPair(element, inner, known));
    const only = role?.role === 'text' ? role.only : undefined;
    const pair = only === undefined ? own : { ...own, only };
    return {
      argument: { name, kind: 'elements', pair, isText: true, isNullable },
      limits: inner.kind === 'path' ? { isText: true } : { isText: true, isUtf8: true },
    };
  }
  if (inner.kind === 'vec' || inner.kind === 'slice') {
    const pair = atParameter(name, () => listPair(element, inner, known));
    const isText = role?.role === 'text';
    return {
      argument: { name, kind: 'elements', pair, isText, isNullable },
      limits: isText ? { isText: true } : {},
    };
  }
  if (inner.kind === 'array' && element.kind !== 'array') {
    const pair = atParameter(name, (): Pair => {
      const of = listPair(element, inner, known).of;
      return { kind: 'array', of, length: inner.length };
    });
    return { argument: { name, kind: 'elements', pair, isText: false, isNullable }, limits: {} };
  }
  const whole = callerCode(inner) === undefined ? inner : rust;
  const pointee = typedPointee(element, inner, role, known);
  const pair = withFiles(
    atParameter(name, () => pairOf(pointee, whole, known)),
    known,
  );
  if (pair.kind === 'callback') {
    return { argument: { name, kind: 'one', pair, isNullable: false }, limits: SCRIPT };
  }
  return { argument: { name, kind: 'one', pair, isNullable }, limits: {} };
}

/**
 * A parameter with the descriptors in its records as files or folders that are given.
 * @throws NotComparable for a descriptor anywhere else
 */
function withFiles(pair: Pair, known: Definitions): Pair {
  if (pair.kind === 'descriptor') throw new NotComparable('an open file is given as a parameter');
  if (pair.kind === 'record') {
    const fields = pair.fields.map(({ c, rust, pair: field }): PairField => {
      if (field.kind !== 'descriptor') return { c, rust, pair: withFiles(field, known) };
      const of = known.isFolder(c) ? 'folder' : 'file';
      const { form = 'owned' } = field;
      const key = `${pair.c}.${c}`;
      return { c, rust, pair: { kind: 'stream', key, does: 'both', c: of, rust: 'file', form } };
    });
    return { ...pair, fields };
  }
  if (pair.kind === 'list') return { ...pair, of: withFiles(pair.of, known) };
  return 'of' in pair ? { ...pair, of: withFiles(pair.of, known) } : pair;
}

/** What a `void *` points at: the record that is named, that of the Rust type's name, or its number. */
function typedPointee(
  element: CType,
  rust: RustType,
  role: CParamRole | undefined,
  known: Definitions,
): CType {
  if (element.kind !== 'void') return element;
  if (rust.kind === 'integer') return { ...rust, isCharacter: false };
  if (rust.kind === 'float') return rust;
  const told = role?.role === 'pointer' ? role.of : undefined;
  const own = rust.kind === 'item' ? rust.path.replace(/^.*::/s, '') : '';
  const found = [...known.records.values()].find(({ name }) =>
    told === undefined ? sameName(name.replace(/^struct /, ''), own) : name === told,
  );
  return found === undefined ? element : { kind: 'record', id: found.id };
}

/** Arguments of a program: pointers to texts, with a null behind the last. */
function argumentsPair(element: CType, rust: RustType, known: Definitions): ListPair | undefined {
  if (element.kind !== 'pointer' || !isCharacter(element.to)) return undefined;
  if (rust.kind !== 'slice' && rust.kind !== 'vec') return undefined;
  const text = behindReference(rust.of);
  if (text.kind !== 'string' && text.kind !== 'str' && text.kind !== 'path') return undefined;
  const of = listPair(element.to, text, known);
  return { ...of, of, rust: 'vec', isText: false };
}

/** What a text is in Rust. */
function isBytes(rust: RustType): boolean {
  if (rust.kind === 'str' || rust.kind === 'string') return true;
  return (rust.kind === 'slice' || rust.kind === 'vec') && rust.of.kind === 'integer';
}

function atParameter<Result>(name: string, make: () => Result): Result {
  try {
    return make();
  } catch (thrown) {
    if (!(thrown instanceof NotComparable)) throw thrown;
    throw new NotComparable(`parameter ${name}: ${thrown.message}`);
  }
}
