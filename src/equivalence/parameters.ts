import type { CType } from '../code/clang/c-type.ts';
import type { CFunction } from '../code/clang/c-unit.ts';
import type { Slot, SlotLimits } from './case.ts';
import type { Definitions } from './definitions.ts';
import type { CParamRole, Mapping } from './mapping.ts';
import { matchParameters } from './match-parameters.ts';
import { type NamedParam, namedParams } from './named-param.ts';
import { isSizeName, lengthNameFor, sameName } from './names.ts';
import { NotComparable } from './not-comparable.ts';
import { objectIn } from './object-type.ts';
import { type CallbackPair, type ListPair, type Pair, shapeOf } from './pair.ts';
import { callbackPair, cTypeText, isCharacter, listPair, pairOf } from './pairing.ts';
import type { CArgument, RustArgument } from './plan.ts';
import { callerCode } from './rust/rust-callback.ts';
import {
  behindReference,
  type RustFunction,
  type RustType,
  rustTypeText,
} from './rust/rust-type.ts';
import { descriptorPair, isStream, streamPair } from './stream-pair.ts';

/** Room of an output buffer whose size nothing tells. */
const DEFAULT_ROOM = 4096;

/** Of a program. */
const MOST_ARGUMENTS = 8;

/** The parameters of both sides, with the slots from which they are made. */
export interface Parameters {
  readonly inputs: readonly Slot[];
  readonly c: readonly CArgument[];
  readonly rust: readonly RustArgument[];
}

/**
 * Finds how each parameter of both sides is given.
 * @throws NotComparable that names the parameter for which there is no way.
 */
export function planParameters(
  f: CFunction,
  rust: RustFunction,
  mapping: Mapping,
  known: Definitions,
): Parameters {
  const params = namedParams(f);
  for (const name of Object.keys(mapping.c)) {
    if (!params.some((param) => param.name === name)) {
      throw new NotComparable(`the mapping names ${name}, and ${f.name} has no such parameter`);
    }
  }
  const matches = matchParameters(params, rust, mapping);
  const slots: Slot[] = [];
  const c = new Map<string, CArgument>();
  const rustArguments = rust.params.map(({ type }, at): RustArgument => {
    const param = matches[at];
    if (param === undefined) throw new Error('a parameter without a match');
    const behind = behindReference(type);
    const object = behind.kind === 'box' ? behind.of : behind;
    if (known.handle !== undefined && object.kind === 'item' && object.path === known.handle) {
      c.set(param.name, {
        ...{ name: param.name, kind: 'handle' },
        isValue: param.type.kind === 'record',
      });
      return { from: param.name, type, pair: undefined };
    }
    const isFunction = param.type.kind === 'pointer' && param.type.to.kind === 'function';
    const { argument, limits } = isFunction
      ? givenCallback(param, type, mapping.c[param.name], params, matches, known)
      : given(param, type, mapping.c[param.name], known);
    c.set(param.name, argument);
    slots.push({ name: param.name, shape: inputShape(argument), limits });
    return { from: param.name, type, pair: argument.pair };
  });
  for (const [at, param] of params.entries()) {
    if (c.has(param.name)) continue;
    const made = known.handle === undefined ? undefined : madeObject(param, known);
    const isMaker = made !== undefined && objectIn(rust.returns) === known.handle;
    c.set(
      param.name,
      isMaker && ![...c.values()].some(({ kind }) => kind === 'made')
        ? made
        : leftover(params, at, c, mapping.c[param.name], slots, known),
    );
  }
  const byName = (name: string) => {
    const argument = c.get(name);
    if (argument === undefined) throw new Error(`no argument for ${name}`);
    return argument;
  };
  const all = withText(
    params,
    params.map(({ name }) => byName(name)),
    slots,
  );
  return { inputs: bound(slots, all, mapping), c: all, rust: rustArguments };
}

/** A parameter for what a constructor makes: memory for the object, or for a pointer to it. */
function madeObject({ name, type }: NamedParam, { records }: Definitions): CArgument | undefined {
  if (type.kind !== 'pointer' || type.isConst) return undefined;
  const isPointer = type.to.kind === 'pointer' && type.to.to.kind === 'record';
  if (isPointer) return { name, kind: 'made', isPointer };
  if (type.to.kind !== 'record' || records.get(type.to.id)?.fields === undefined) return undefined;
  return { name, kind: 'made', isPointer };
}

type Given = Extract<CArgument, { kind: 'value' | 'one' | 'elements' | 'callback' }>;

/** A pointer to a function of the caller. @param matches what Rust parameters stand for */
function givenCallback(
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
  return { argument, limits: scriptLimits(inner) };
}

/** Scripts are as long as input of bytes is, and answers such as both sides have. */
const SCRIPT = { length: { least: 0, most: 1024 } } as const;

function scriptLimits({ answer }: CallbackPair): SlotLimits {
  return answer.kind === 'value' ? { ...SCRIPT, ...scalarLimits(answer.pair) } : SCRIPT;
}

function isContext({ type }: NamedParam): boolean {
  return type.kind === 'pointer' && type.to.kind === 'void';
}

function given(
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
    const pair = atParameter(name, () => pairOf(type, rust, known));
    const limits = pair.kind === 'callback' ? scriptLimits(pair) : scalarLimits(pair);
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
  const pair = atParameter(name, () => pairOf(pointee, whole, known));
  if (pair.kind === 'callback') {
    return { argument: { name, kind: 'one', pair, isNullable: false }, limits: scriptLimits(pair) };
  }
  return { argument: { name, kind: 'one', pair, isNullable }, limits: scalarLimits(pair) };
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

function inputShape(argument: Given): Slot['shape'] {
  const shape = shapeOf(argument.pair);
  const isNullable = argument.kind !== 'value' && argument.isNullable;
  return isNullable ? { kind: 'nullable', of: shape } : shape;
}

const RUST_RANGES: Readonly<Record<string, readonly [bigint, bigint]>> = {
  u8: [0n, 255n],
  u16: [0n, 65_535n],
  u32: [0n, (1n << 32n) - 1n],
  u64: [0n, (1n << 64n) - 1n],
  usize: [0n, (1n << 64n) - 1n],
  i8: [-128n, 127n],
  i16: [-32_768n, 32_767n],
  i32: [-(1n << 31n), (1n << 31n) - 1n],
  i64: [-(1n << 63n), (1n << 63n) - 1n],
  isize: [-(1n << 63n), (1n << 63n) - 1n],
  // Above lie the surrogates, which are no `char`.
  char: [0n, 0xd7ffn],
};

/** What an integer must be so that both sides can have it. */
function scalarLimits(pair: Pair): SlotLimits {
  if (pair.kind === 'enum') return { only: pair.variants.map(({ value }) => value) };
  if (pair.kind !== 'integer' || pair.isByte) return {};
  const range = RUST_RANGES[pair.rust];
  const least = pair.signed ? -(1n << BigInt(pair.bits - 1)) : 0n;
  const most = (1n << BigInt(pair.signed ? pair.bits - 1 : pair.bits)) - 1n;
  if (range === undefined || (range[0] <= least && range[1] >= most)) return {};
  return {
    range: {
      least: range[0] > least ? range[0] : least,
      most: range[1] < most ? range[1] : most,
    },
  };
}

/** A C parameter that no Rust parameter stands for. */
function leftover(
  params: readonly NamedParam[],
  at: number,
  c: ReadonlyMap<string, CArgument>,
  role: CParamRole | undefined,
  slots: Slot[],
  known: Definitions,
): CArgument {
  const param = params[at];
  if (param === undefined) throw new Error('no such parameter');
  const { name, type } = param;
  if (type.kind === 'pointer' && isStream(type.to, known)) {
    throw new NotComparable(`no Rust parameter stands for the stream ${name}`);
  }
  if (role?.role === 'constant') return { name, kind: 'constant', value: role.value };
  const isPointer = type.kind === 'pointer';
  const pointee = isPointer ? type.to : type;
  const caller = contextFor(param, params, c);
  if (caller !== undefined) return { name, kind: 'context', of: caller };
  if (pointee.kind === 'function') {
    throw new NotComparable(`no Rust parameter stands for ${name}, a function that the C calls`);
  }
  if (role?.role === 'length') {
    markLength(slots, role.of, name);
    return { name, kind: 'length', of: role.of, isPointer };
  }
  if (!isPointer) {
    const of = type.kind === 'integer' ? lengthOf(params, at, c) : undefined;
    if (of === undefined) {
      throw new NotComparable(
        `no Rust parameter stands for ${name}; say in the mapping what it is given`,
      );
    }
    return { name, kind: 'length', of, isPointer: false };
  }
  if (type.isConst) {
    throw new NotComparable(
      `no Rust parameter stands for ${name}, which the C reads; say in the mapping what it is given`,
    );
  }
  if (role?.role === 'output' && typeof role.room === 'number') {
    return { name, kind: 'output', of: pointee, room: role.room };
  }
  const isLength =
    pointee.kind === 'integer' &&
    params
      .slice(0, at)
      .some(
        (other) => lengthNameFor(name, other.name, false) && c.get(other.name)?.kind === 'output',
      );
  if (isLength) {
    const of = params.slice(0, at).findLast((other) => c.get(other.name)?.kind === 'output');
    if (of !== undefined) return { name, kind: 'length', of: of.name, isPointer: true };
  }
  if (pointee.kind === 'void') {
    throw new NotComparable(
      `no Rust parameter stands for ${name}, a pointer to anything; if null will do, give it the role constant in the mapping`,
    );
  }
  if (pointee.kind === 'other') {
    throw new NotComparable(`${name} points at ${cTypeText(pointee)}, of no known size`);
  }
  const hasRoom = role?.role === 'output' && role.room !== undefined;
  const next = params[at + 1];
  const isBuffer =
    hasRoom ||
    (pointee.kind === 'integer' &&
      (isCharacter(pointee) ||
        (next?.type.kind === 'integer' && !c.has(next.name) && isSizeName(next.name))));
  return { name, kind: 'output', of: pointee, room: isBuffer ? DEFAULT_ROOM : 1 };
}

/** Which function of the caller a parameter is the context of: the last one before it, else the first. */
function contextFor(
  param: NamedParam,
  params: readonly NamedParam[],
  c: ReadonlyMap<string, CArgument>,
): string | undefined {
  if (!isContext(param)) return undefined;
  const callers = params.filter(({ name }) => {
    const argument = c.get(name);
    return argument?.kind === 'callback' && argument.pair.c.context !== undefined;
  });
  const before = callers.filter((one) => params.indexOf(one) < params.indexOf(param));
  return (before.at(-1) ?? callers[0])?.name;
}

/** Whose length an integer parameter is that Rust has no parameter for. */
function lengthOf(
  params: readonly NamedParam[],
  at: number,
  c: ReadonlyMap<string, CArgument>,
): string | undefined {
  const name = params[at]?.name ?? '';
  const isList = (other: NamedParam) => {
    const argument = c.get(other.name);
    if (argument?.kind === 'output') return true;
    return argument?.kind === 'elements' && isCounted(argument);
  };
  const isTaken = (other: NamedParam) =>
    [...c.values()].some((one) => one.kind === 'length' && one.of === other.name);
  const lists = params.filter((other) => isList(other) && !isTaken(other));
  const named = lists.filter(
    (other) => lengthNameFor(name, other.name, false) && !lengthNameFor(name, '', false),
  );
  const before = params.slice(0, at);
  return (named[0] ?? before.findLast((other) => lists.includes(other)) ?? lists[0])?.name;
}

/** Whether a parameter may tell how many elements there are: not for a text, but for arguments. */
function isCounted({ isText, pair }: Extract<CArgument, { kind: 'elements' }>): boolean {
  return pair.kind === 'list' && (!isText || pair.of.kind === 'list');
}

function markLength(slots: readonly Slot[], of: string, name: string): void {
  if (!slots.some((slot) => slot.name === of)) {
    throw new NotComparable(`${name} is to be the length of ${of}, which is no input`);
  }
}

/**
 * Bounds lists and integers by each other: lists without a length of their own are as long as one
 * that has it; integers that are named like sizes lie within the first list.
 */
function bound(slots: readonly Slot[], c: readonly CArgument[], mapping: Mapping): readonly Slot[] {
  const lengths = c.filter((one) => one.kind === 'length');
  const lists = c.filter(
    (one) => one.kind === 'elements' && !one.isText && one.pair.kind === 'list',
  );
  const measured = lists.filter(({ name }) => lengths.some(({ of }) => of === name));
  const [first] = measured;
  return slots.map((slot) => {
    const role = mapping.c[slot.name];
    if (c.some((one) => one.kind === 'elements' && one.isText && one.name === slot.name)) {
      return { ...slot, limits: { ...slot.limits, isText: true } };
    }
    const isList = lists.some(({ name }) => name === slot.name);
    if (isList && role?.role === 'elements' && typeof role.length === 'number') {
      const length = { least: role.length, most: role.length };
      return { ...slot, limits: { ...slot.limits, length } };
    }
    if (isList && role?.role === 'elements' && typeof role.length === 'string') {
      // Two lists of one length: the C looks no further than the parameter that tells it.
      const of = lengths.find(({ name }) => name === role.length)?.of;
      if (of === undefined || of === slot.name || !lists.some(({ name }) => name === of)) {
        return slot;
      }
      return { ...slot, limits: { ...slot.limits, sameLengthAs: of } };
    }
    const isMeasured = measured.some(({ name }) => name === slot.name);
    if (isList && !isMeasured && first !== undefined) {
      return { ...slot, limits: { ...slot.limits, sameLengthAs: first.name } };
    }
    const of = lists[0] ?? c.find((one) => one.kind === 'elements' && one.isText);
    if (slot.shape.kind === 'integer' && of !== undefined && isSizeName(slot.name)) {
      return { ...slot, limits: { ...slot.limits, within: of.name } };
    }
    return slot;
  });
}

/** A list of plain `char` whose length no parameter tells, nor bounds, ends with a zero. */
function withText(
  params: readonly NamedParam[],
  all: readonly CArgument[],
  slots: readonly Slot[],
): CArgument[] {
  const hasIndex = slots.some(({ shape, name }) => shape.kind === 'integer' && isSizeName(name));
  return all.map((argument, at) => {
    const type = params[at]?.type;
    const isChar =
      type?.kind === 'pointer' &&
      type.to.kind === 'integer' &&
      type.to.isCharacter &&
      type.to.signed;
    if (argument.kind !== 'elements' || argument.pair.kind !== 'list' || !isChar) return argument;
    const isMeasured = all.some((one) => one.kind === 'length' && one.of === argument.name);
    return isMeasured || hasIndex ? argument : { ...argument, isText: true };
  });
}
