import type { OtherFunction, RustFunction, RustSignature } from '../items/items.ts';
import { lastSegment, lastTwo } from '../items/path.ts';
import { integerType, isScalar, pointee, type RustType, simpleType } from '../items/types.ts';
import type { RustAssumption } from '../state/assumptions.ts';
import { predicate } from '../state/conditions.ts';
import type { Fact } from '../state/facts.ts';
import {
  CLEANSING,
  COMBINING,
  FILE_NAMES,
  FILLING,
  GROWING,
  KEEPS_TEXT,
  MEASURES,
  SETTINGS,
  SOURCE_TYPES,
  SOURCES,
  VIEWS,
  WRAPPERS,
} from '../state/known-calls.ts';
import {
  describeTaint,
  isExternalTaint,
  joinTaint,
  propagate,
  type RustTaint,
  taintSource,
} from '../state/taint.ts';
import {
  madeFrom,
  origins,
  type RustValue,
  truncateText,
  UNKNOWN,
  withAssumed,
} from '../state/value.ts';
import type { RustWalk } from '../state/walk.ts';
import { numberOf } from './call-number.ts';
import type { CallShape } from './call-shape.ts';
import { payload } from './patterns.ts';

const PAYLOAD = new Set(['unwrap', 'expect', 'unwrap_or_else', 'unwrap_or_default', 'unwrap_or']);
const FILTER_IN =
  /Component::Normal|is_(?:ascii_)?(?:alphanumeric|digit|alphabetic|hexdigit|numeric)/;

/** What a call gives: where its data comes from, its type, and what its answer says. */
export function resultOf(walk: RustWalk, call: CallShape): RustValue {
  const declared = calledFunction(walk, call);
  const other = otherFunction(walk, call);
  const result = calledResult(walk, call, declared, other);
  const number = numberOf(walk, call, declared, other);
  const unknown = declared || other ? undefined : unknownOf(call, result, number);
  const known = { ...result, ...number };
  return unknown === undefined ? known : withAssumed(known, unknown);
}

/** What is not known of a call whose function no file of the project shows; undefined where the library's models tell. */
function unknownOf(
  { name, path, receiver }: CallShape,
  { type }: RustValue,
  { range }: Pick<RustValue, 'range'>,
): RustAssumption | undefined {
  if (type !== undefined || range !== undefined || isModelled(name)) return undefined;
  if (receiver !== undefined) {
    // What is put together by such calls is followed as a whole.
    if (receiver.builder !== undefined) return undefined;
    return receiver.type === undefined ? 'unknown-type' : 'unknown-callee';
  }
  // `Name(x)` makes a value of a type or of a variant.
  const isKnown = WRAPPERS.has(name) || SOURCES.has(lastTwo(path)) || /^[A-Z]/.test(name);
  return isKnown ? undefined : 'unknown-callee';
}

/** Whether it is told by the name alone what a method of the library gives. */
function isModelled(name: string): boolean {
  return (
    [VIEWS, PAYLOAD, FILE_NAMES, FILLING, COMBINING, KEEPS_TEXT, GROWING].some((names) =>
      names.has(name),
    ) ||
    [MEASURES, SETTINGS, CLEANSING].some((pattern) => pattern.test(name)) ||
    name === 'len'
  );
}

function calledResult(
  walk: RustWalk,
  call: CallShape,
  declared: RustFunction | undefined,
  other: OtherFunction | undefined,
): RustValue {
  const { receiver } = call;
  const condition = predicate(call.name, receiver, call.arguments, call.node);
  const base: RustValue = {
    ...UNKNOWN,
    condition,
    made: receiver === undefined ? lastTwo(call.path) : `.${call.name}`,
    ...madeFrom(receiver === undefined ? call.arguments : [receiver, ...call.arguments]),
    type: (declared && returnType(declared)) ?? (other && returnType(other.signature)),
  };
  const result =
    receiver === undefined
      ? functionResult(walk, call, base, declared)
      : methodResult(walk, call, receiver, base);
  const returned = returnedTo(walk, call, declared, other);
  if (returned !== undefined && !isExternalTaint(result.taint)) {
    const value = { ...result, taint: returned };
    return returned.indirect ? withAssumed(value, 'unknown-callee') : value;
  }
  return isScalar(result.type) && result.type?.name === 'bool'
    ? { ...result, taint: undefined }
    : result;
}

/** Untrusted data that the called function is known to give back, unless its name says that it cleans it. */
function returnedTo(
  walk: RustWalk,
  { name, node }: CallShape,
  declared: RustFunction | undefined,
  other: OtherFunction | undefined,
): RustTaint | undefined {
  if (isCleansing(name)) return undefined;
  const returned = other
    ? walk.inputs.others.returnedBy(other)
    : declared && walk.inputs.returned.get(declared);
  return returned && propagate(returned, node, walk.fn.name, `${name} returns it`);
}

function isCleansing(name: string): boolean {
  return CLEANSING.test(name) && !/decode|unescape/.test(name);
}

function functionResult(
  walk: RustWalk,
  call: CallShape,
  base: RustValue,
  declared: RustFunction | undefined,
): RustValue {
  const { node, path, name } = call;
  const source = SOURCES.get(lastTwo(path));
  const owner = path.slice(0, Math.max(0, path.length - name.length - 2));
  const type = base.type ?? constructedType(path, owner, call.arguments);
  if (source !== undefined) {
    const taint = taintSource(
      source,
      node,
      walk.fn.name,
      `${lastTwo(path)} reads ${describeKind(source)}`,
    );
    return { ...base, type, taint: joinTaint(taint, undefined) };
  }
  const stream = SOURCE_TYPES.get(lastSegment(owner));
  // A request that the program puts together is no input.
  if (stream !== undefined && stream !== 'request' && name !== 'pair' && declared === undefined) {
    const taint = taintSource(
      stream,
      node,
      walk.fn.name,
      `${lastTwo(path)} opens ${describeKind(stream)}`,
    );
    return { ...base, type, taint };
  }
  const wraps = WRAPPERS.has(name);
  const texts = call.arguments.filter((argument) => !isScalar(argument.type));
  let taint = isCleansing(name) ? undefined : strongest(texts);
  if (taint !== undefined && !wraps) taint = { ...taint, indirect: true };
  const [first] = call.arguments;
  const constant = wraps && call.arguments.every((argument) => argument.constant);
  return {
    ...base,
    type,
    taint,
    constant: constant && first !== undefined,
    text: wraps ? first?.text : undefined,
    length: wraps ? first?.length : undefined,
    variant: name === 'Some' || name === 'Ok' ? 'some' : name === 'Err' ? 'none' : undefined,
  };
}

function methodResult(
  walk: RustWalk,
  call: CallShape,
  receiver: RustValue,
  base: RustValue,
): RustValue {
  const { name, node } = call;
  if (VIEWS.has(name)) {
    return { ...receiver, made: receiver.made, ...madeFrom([receiver]), builder: undefined };
  }
  if (PAYLOAD.has(name)) {
    const inner = payload(receiver);
    const other = name === 'unwrap_or' ? call.arguments[0]?.taint : undefined;
    return { ...inner, made: receiver.made, taint: joinTaint(inner.taint, other) };
  }
  if (name === 'len') {
    const place = receiver.place === '' ? '' : `${receiver.place}.len()`;
    return { ...base, place, type: simpleType('usize') };
  }
  if (MEASURES.test(name))
    return {
      ...base,
      type: simpleType(/^(?:count|capacity|position)$/.test(name) ? 'usize' : 'bool'),
    };
  if (SETTINGS.test(name) && SOURCE_TYPES.has(pointee(receiver.type)?.name ?? '')) return base;
  if (FILE_NAMES.has(name) || CLEANSING.test(name) || (name === 'filter' && allowsOnly(walk, call)))
    return base;
  let taint = receiver.taint;
  // These give a count of what they wrote into their argument, which bounds it.
  if (FILLING.has(name) && call.arguments.length > 0) taint = undefined;
  if (COMBINING.has(name)) taint = joinTaint(taint, strongest(call.arguments));
  if (taint !== undefined && /^(?:accept|incoming|recv|text|json|body|lines|nth)$/.test(name)) {
    taint = propagate(taint, node, walk.fn.name, `.${name}() takes ${describeTaint(taint)}`);
  }
  const bounded = /^(?:min|clamp|rem_euclid|checked_\w+|try_into)$/.test(name);
  const keeps = KEEPS_TEXT.has(name);
  const inside = call.arguments.every((argument) => argument.constant);
  return {
    ...base,
    taint: bounded ? undefined : taint,
    type: base.type ?? methodType(call, receiver),
    constant: receiver.constant && inside && (keeps || COMBINING.has(name) || name === 'iter'),
    text: keeps ? receiver.text : joinedPathText(name, receiver, call.arguments[0]),
    length: name === 'to_vec' || name === 'iter' ? receiver.length : undefined,
  };
}

/** Whether a filter keeps only characters or components that can do no harm. */
function allowsOnly(walk: RustWalk, call: CallShape): boolean {
  return call.argumentNodes.some((node) => FILTER_IN.test(walk.text(node)));
}

/** `a.join(b)` on paths as one text, for what is fixed in it. */
function joinedPathText(
  name: string,
  receiver: RustValue,
  argument: RustValue | undefined,
): string | undefined {
  if (name !== 'join' || receiver.text === undefined) return undefined;
  return truncateText(`${receiver.text}/${argument?.text ?? '\0'}`);
}

function methodType(call: CallShape, receiver: RustValue): RustType | undefined {
  const parsed = /^<\s*(\w+)\s*>$/.exec(call.typeArguments)?.[1];
  switch (call.name) {
    case 'parse':
      return simpleType('Result', parsed === undefined ? [] : [simpleType(parsed)]);
    case 'to_string':
    case 'to_lowercase':
    case 'to_uppercase':
      return simpleType('String');
    case 'ok':
      return simpleType('Option', pointee(receiver.type)?.inner.slice(0, 1) ?? []);
    case 'get':
    case 'first':
    case 'last':
    case 'pop':
    case 'next':
    case 'nth':
      return simpleType(
        'Option',
        receiver.type?.name === 'Vec' ? receiver.type.inner.slice(0, 1) : [],
      );
    case 'wrapping_add':
    case 'wrapping_sub':
    case 'wrapping_mul':
    case 'saturating_add':
    case 'saturating_sub':
    case 'saturating_mul':
    case 'min':
    case 'max':
    case 'clamp':
    case 'abs':
    case 'rem_euclid':
    case 'rev':
      return receiver.type;
    case 'count_ones':
    case 'count_zeros':
    case 'leading_zeros':
    case 'leading_ones':
    case 'trailing_zeros':
    case 'trailing_ones':
      return simpleType('u32');
    case 'as_ptr':
      return { kind: 'pointer', name: '', path: '', inner: [], mutable: false, text: '*const _' };
    case 'as_mut_ptr':
      return { kind: 'pointer', name: '', path: '', inner: [], mutable: true, text: '*mut _' };
    case 'map_err':
    case 'ok_or':
    case 'ok_or_else':
    case 'context':
    case 'with_context':
      return simpleType('Result', pointee(receiver.type)?.inner.slice(0, 1) ?? []);
    default:
      return undefined;
  }
}

/** `Type::new(..)` and its like give a `Type`. */
function constructedType(
  path: string,
  owner: string,
  args: readonly RustValue[],
): RustType | undefined {
  const name = lastSegment(owner);
  const method = lastSegment(path);
  if (method === 'from' && integerType(simpleType(name)) !== undefined) return simpleType(name);
  if (!/^[A-Z]/.test(name)) return undefined;
  if (/^(?:into_raw|leak)$/.test(method)) {
    const inner = args[0]?.type?.inner ?? [];
    return { kind: 'pointer', name: '', path: '', inner, mutable: true, text: '*mut _' };
  }
  if (
    !/^(?:new|default|from|with_capacity|from_\w+|bind|connect|open|create|uninit)$/.test(method)
  ) {
    return undefined;
  }
  const inner = args.flatMap((argument) => (argument.type === undefined ? [] : [argument.type]));
  const type: RustType = { ...simpleType(name, inner.slice(0, 1)), path: owner };
  return /^(?:bind|connect|open|create)$/.test(method) ? simpleType('Result', [type]) : type;
}

/** The function of this file that is called, where the name leaves no doubt. */
export function calledFunction(walk: RustWalk, call: CallShape): RustFunction | undefined {
  const { path, name, receiver } = call;
  if (receiver !== undefined) {
    const type = pointee(receiver.type);
    const owner = type?.name ?? '';
    if (owner === '' || isElsewhere(type?.path ?? '')) return undefined;
    return walk.file.functionNamed(name, owner);
  }
  const segments = path.split('::');
  const owner = segments.at(-2);
  if (owner === undefined || owner === 'self' || owner === 'super') {
    return walk.file.functionNamed(name, '');
  }
  return walk.file.functionNamed(name, owner === 'Self' ? walk.fn.owner : owner);
}

/** Whether a path leads out of the file: `other_crate::Type` is no type of that name here. */
function isElsewhere(path: string): boolean {
  return path.includes('::') && !/^(?:crate|self|super|Self)::/.test(path);
}

function returnType({ returns, owner }: RustSignature): RustType | undefined {
  return returns?.name === 'Self' ? simpleType(owner) : returns;
}

/** The function of another file that is called, where the names leave no doubt. */
export function otherFunction(walk: RustWalk, call: CallShape): OtherFunction | undefined {
  if (calledFunction(walk, call) !== undefined || walk.scopes.find(call.path) !== undefined)
    return undefined;
  const { name, path, receiver } = call;
  if (receiver !== undefined && receiver.type === undefined) return undefined;
  // `Name(x)` makes a value of a type or of a variant.
  if (receiver === undefined && /^[A-Z]/.test(name)) return undefined;
  return walk.inputs.others.functionCalled({ name, path, receiver: receiver?.type });
}

function strongest(values: readonly RustValue[]): RustTaint | undefined {
  return values.map((value) => value.taint).reduce(joinTaint, undefined);
}

function describeKind(kind: RustTaint['kind']): string {
  return kind === 'arguments'
    ? 'the command line'
    : kind === 'stdin'
      ? 'standard input'
      : `the ${kind}`;
}

/** Facts about arguments that a checking call establishes by returning normally. */
export function factsOfReturn(call: CallShape): Fact[] {
  const places = origins(
    call.receiver === undefined ? call.arguments : [call.receiver, ...call.arguments],
  );
  return places.map((place) => ({ kind: 'valid', place, node: call.node }));
}
