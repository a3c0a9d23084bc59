import type { Slot } from '../cases/case.ts';
import { isLengthNameFor, isSizeName } from '../name-matching.ts';
import { NotComparable } from '../not-comparable.ts';
import type { PairingDefinitions } from '../pairing/definitions.ts';
import type { CParamRole } from '../pairing/mapping.ts';
import { isCharacter } from '../pairing/pair-of-types.ts';
import { cTypeText } from '../pairing/scalar-pair.ts';
import { isStream } from '../pairing/stream-pair.ts';
import type { CArgument } from '../plan/comparison-plan.ts';
import { elementSize, unitOf } from './element-size.ts';
import { growingLength } from './growing-list.ts';
import { isContext, type NamedParam } from './named-param.ts';

/** Room of an output buffer whose size nothing tells. */
const DEFAULT_ROOM = 4096;

/**
 * What a C parameter is given that no Rust parameter stands for.
 * @param c the arguments that are known
 * @throws NotComparable where nothing tells
 */
export function bindUnmatchedParameter(
  params: readonly NamedParam[],
  at: number,
  c: ReadonlyMap<string, CArgument>,
  role: CParamRole | undefined,
  slots: Slot[],
  definitions: PairingDefinitions,
): CArgument {
  const param = params[at];
  if (param === undefined) throw new Error('no such parameter');
  const { name, type } = param;
  if (type.kind === 'pointer' && isStream(type.to, definitions)) {
    throw new NotComparable(`no Rust parameter stands for the stream ${name}`);
  }
  const { payload } = definitions.crate;
  const size = type.kind === 'integer' ? elementSize(param, params, c, payload) : undefined;
  if (role?.role === 'constant') {
    // No constant is the size of all types that stand for a type parameter.
    const isOfAnyType = payload !== undefined && size !== undefined;
    return { name, kind: 'constant', value: isOfAnyType ? size : role.value };
  }
  const isPointer = type.kind === 'pointer';
  const pointee = isPointer ? type.to : type;
  const caller = findCallbackOfContext(param, params, c);
  if (caller !== undefined) return { name, kind: 'context', of: caller };
  if (pointee.kind === 'function') {
    throw new NotComparable(`no Rust parameter stands for ${name}, a function that the C calls`);
  }
  if (role?.role === 'length') {
    checkLengthOf(slots, role.of, name);
    const each = role.each ?? unitOf(role.of, name, params, c, definitions);
    return { name, kind: 'length', of: role.of, isPointer, each };
  }
  if (size !== undefined) return { name, kind: 'constant', value: size };
  const ended = role?.role === 'offset' ? role.of : endedList(params, at, c);
  if (ended !== undefined) return { name, kind: 'inside', of: ended, pair: undefined };
  const isScalar = isPointer || type.kind === 'integer' || type.kind === 'enum';
  if (role === undefined && isScalar && definitions.isUnused(name)) {
    return { name, kind: 'constant', value: 0n };
  }
  if (!isPointer) {
    const of = type.kind === 'integer' ? lengthOf(params, at, c) : undefined;
    if (of === undefined) {
      throw new NotComparable(
        `no Rust parameter stands for ${name}; say in the mapping what it is given`,
      );
    }
    return {
      name,
      kind: 'length',
      of,
      isPointer: false,
      each: unitOf(of, name, params, c, definitions),
    };
  }
  const growing = growingLength(param, params, c);
  if (growing !== undefined) return growing;
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
        (other) => isLengthNameFor(name, other.name, false) && c.get(other.name)?.kind === 'output',
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
  const begun = role === undefined ? endedOutput(params, at, c) : undefined;
  if (begun !== undefined) throw new NotComparable(outputEndText(name, begun));
  const hasRoom = role?.role === 'output' && role.room !== undefined;
  const next = params[at + 1];
  const isBuffer =
    hasRoom ||
    (pointee.kind === 'integer' &&
      (isCharacter(pointee) ||
        (next?.type.kind === 'integer' && !c.has(next.name) && isSizeName(next.name))));
  return { name, kind: 'output', of: pointee, room: isBuffer ? DEFAULT_ROOM : 1 };
}

/** How C names a pointer behind the last element of a list. */
const END_NAME = /^p?(?:e|end|eos|limit|lim|stop|top|last)$|_(?:end|limit|stop|top)$|[a-z]End$/;

/** The output before a pointer of the same type whose end that is by its name. */
function endedOutput(
  params: readonly NamedParam[],
  at: number,
  c: ReadonlyMap<string, CArgument>,
): string | undefined {
  const [param, before] = [params[at], params[at - 1]];
  if (param?.type.kind !== 'pointer' || before?.type.kind !== 'pointer') return undefined;
  if (!END_NAME.test(param.name) || c.get(before.name)?.kind !== 'output') return undefined;
  return cTypeText(param.type.to) === cTypeText(before.type.to) ? before.name : undefined;
}

/** Why an output cannot be given whose end a pointer tells, and how it can. */
export function outputEndText(end: string, output: string): string {
  return `${end} is the end of ${output}, and ${output} is an output of no length that Rust has: give Rust the memory as \`&mut [T]\`, and ${output} the role elements, so that ${end} is behind its last element`;
}

/** The list before a pointer of the same type whose end that is by its name. */
function endedList(
  params: readonly NamedParam[],
  at: number,
  c: ReadonlyMap<string, CArgument>,
): string | undefined {
  const param = params[at];
  if (param?.type.kind !== 'pointer' || !END_NAME.test(param.name)) return undefined;
  const pointee = cTypeText(param.type.to);
  const isList = ({ name, type }: NamedParam) => {
    const argument = c.get(name);
    if (argument?.kind !== 'elements' || type.kind !== 'pointer') return false;
    const first = argument.isBehind === true && type.to.kind === 'pointer' ? type.to : type;
    return cTypeText(first.to) === pointee;
  };
  const [list, ...others] = params.slice(0, at).filter(isList);
  return others.length === 0 ? list?.name : undefined;
}

/** Which function of the caller a parameter is the context of: the last one before it, else the first. */
function findCallbackOfContext(
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
    if (argument?.kind === 'output') return argument.code === undefined;
    return argument?.kind === 'elements' && isCounted(argument);
  };
  const isTaken = (other: NamedParam) =>
    [...c.values()].some((one) => one.kind === 'length' && one.of === other.name);
  const lists = params.filter((other) => isList(other) && !isTaken(other));
  const named = lists.filter(
    (other) => isLengthNameFor(name, other.name, false) && !isLengthNameFor(name, '', false),
  );
  const before = params.slice(0, at);
  return (named[0] ?? before.findLast((other) => lists.includes(other)) ?? lists[0])?.name;
}

/** Whether a parameter may tell how many elements there are: not for a text, but for arguments. */
function isCounted({ isText, pair }: Extract<CArgument, { kind: 'elements' }>): boolean {
  return pair.kind === 'list' && (!isText || pair.of.kind === 'list');
}

function checkLengthOf(slots: readonly Slot[], of: string, name: string): void {
  if (!slots.some((slot) => slot.name === of)) {
    throw new NotComparable(`${name} is to be the length of ${of}, which is no input`);
  }
}
