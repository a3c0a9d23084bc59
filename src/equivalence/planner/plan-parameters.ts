import type { ClangCType } from '../../code/clang/types.ts';
import type { ClangFunction } from '../../code/clang/unit.ts';
import type { Slot } from '../cases/case.ts';
import { NotComparable } from '../not-comparable.ts';
import type { PairingDefinitions } from '../pairing/definitions.ts';
import type { CParamRole, Mapping } from '../pairing/mapping.ts';
import { listWithPlaces } from '../pairing/pair.ts';
import { shapeOf } from '../pairing/shape-of-pair.ts';
import type { CArgument, RustArgument } from '../plan/comparison-plan.ts';
import { objectPathIn } from '../rust-api/object-type.ts';
import { behindReference, type RustApiFunction } from '../rust-api/rust-type.ts';
import { type BoundArgument, bindCallback, bindParameter, indexPair } from './bind-parameter.ts';
import { codeParameter, successOf } from './code-parameter.ts';
import { listInRecord } from './list-in-record.ts';
import { matchParameters } from './match-parameters.ts';
import { type NamedParam, namedParams } from './named-param.ts';
import { limitSlots, markTexts } from './slot-limits.ts';
import { findSpread } from './spread-record.ts';
import { bindUnmatchedParameter, outputEndText } from './unmatched-parameter.ts';

/** Most lists that are made are as short: what lies beyond the end is no input. */
const FIRST_PLACES = Array.from({ length: 12 }, (_, at) => BigInt(at));

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
  f: ClangFunction,
  rust: RustApiFunction,
  mapping: Mapping,
  definitions: PairingDefinitions,
): Parameters {
  const params = namedParams(f);
  for (const name of Object.keys(mapping.c)) {
    if (!params.some((param) => param.name === name)) {
      throw new NotComparable(`the mapping names ${name}, and ${f.name} has no such parameter`);
    }
  }
  const spread = findSpread(params, rust, mapping, definitions);
  const whole = { ...rust, params: rust.params.filter(({ name }) => !spread?.names.has(name)) };
  const found = matchParameters(
    params.filter((param) => param !== spread?.param),
    whole,
    mapping,
  );
  const matches = rust.params.map(({ name }) =>
    spread?.names.has(name) === true
      ? spread.param
      : found[whole.params.findIndex((one) => one.name === name)],
  );
  const matched = matches.filter((param) => param !== undefined);
  const slots: Slot[] = [];
  const c = new Map<string, CArgument>();
  const rustArguments = rust.params.map(({ type }, at): RustArgument => {
    const param = matches[at];
    if (param === undefined) throw new Error('a parameter without a match');
    const part = spread?.parts.get(rust.params[at]?.name ?? '');
    if (spread !== undefined && part !== undefined) {
      if (!c.has(param.name)) {
        c.set(param.name, spread.argument);
        slots.push({ name: param.name, shape: shapeOf(spread.argument.pair), limits: {} });
      }
      return { from: param.name, type, pair: part, isPart: true };
    }
    const behind = behindReference(type);
    const object = behind.kind === 'box' ? behind.of : behind;
    if (
      definitions.handle !== undefined &&
      object.kind === 'item' &&
      object.path === definitions.handle
    ) {
      c.set(param.name, {
        ...{ name: param.name, kind: 'handle' },
        isValue: param.type.kind === 'record',
      });
      return { from: param.name, type, pair: undefined };
    }
    const role = mapping.c[param.name];
    if (role?.role === 'offset' && role.of.includes('->')) {
      const list = listInRecord(role.of, params, definitions);
      const pair = indexPair(param.name, type, definitions);
      c.set(param.name, { name: param.name, kind: 'inside', of: role.of, pair, list });
      slots.push({ name: param.name, shape: shapeOf(pair), limits: { likely: FIRST_PLACES } });
      return { from: param.name, type, pair };
    }
    const isFunction = param.type.kind === 'pointer' && param.type.to.kind === 'function';
    const { argument, limits } = isFunction
      ? bindCallback(param, type, mapping.c[param.name], params, matched, definitions)
      : bindParameter(param, type, mapping.c[param.name], definitions);
    c.set(param.name, argument);
    slots.push({ name: param.name, shape: inputShape(argument), limits });
    return { from: param.name, type, pair: argument.pair };
  });
  const code = codeParameter(f, params, (name) => c.has(name), rust.returns, mapping);
  for (const [at, param] of params.entries()) {
    if (c.has(param.name)) continue;
    if (param.name === code && param.type.kind === 'pointer') {
      c.set(code, codeOutput(code, param.type.to, mapping));
      continue;
    }
    const constructed =
      definitions.handle === undefined ? undefined : constructedObject(param, definitions);
    const isMaker = constructed !== undefined && objectPathIn(rust.returns) === definitions.handle;
    c.set(
      param.name,
      isMaker && ![...c.values()].some(({ kind }) => kind === 'made')
        ? constructed
        : bindUnmatchedParameter(params, at, c, roleOf(param.name, mapping), slots, definitions),
    );
  }
  const byName = (name: string) => {
    const argument = c.get(name);
    if (argument === undefined) throw new Error(`no argument for ${name}`);
    return argument;
  };
  const given = withoutEndedTexts(
    params.map(({ name }) => byName(name)),
    slots,
  );
  const all = markTexts(params, given.c, given.slots);
  for (const one of all) {
    if (
      one.kind === 'inside' &&
      one.list === undefined &&
      !all.some((other) => isListOf(other, one.of))
    ) {
      throw new NotComparable(
        all.some((other) => other.kind === 'output' && other.name === one.of)
          ? outputEndText(one.name, one.of)
          : `${one.name} points into ${one.of}, which is no list`,
      );
    }
  }
  return { inputs: limitSlots(given.slots, all, mapping), c: all, rust: rustArguments };
}

/** Callers begin with the code of success, as the C may store none where nothing went wrong. */
function codeOutput(name: string, of: ClangCType, { result }: Mapping): CArgument {
  const told = typeof result === 'object' && 'success' in result ? result.success : undefined;
  return { name, kind: 'output', of, room: 1, code: told ?? successOf(of) };
}

function isListOf(argument: CArgument, name: string): boolean {
  if (argument.name !== name) return false;
  const isRecord = argument.kind === 'one' && argument.pair.kind === 'record';
  return argument.kind === 'elements' || (isRecord && listWithPlaces(argument.pair) !== undefined);
}

/** What another pointer ends needs no zero at its end, and may hold some. */
function withoutEndedTexts(c: readonly CArgument[], slots: readonly Slot[]) {
  const isEnded = (name: string) =>
    c.some((one) => one.kind === 'inside' && one.pair === undefined && one.of === name) &&
    c.some((one) => one.kind === 'elements' && one.isBehind === true && one.name === name);
  return {
    c: c.map((one) =>
      one.kind === 'elements' && isEnded(one.name) ? { ...one, isText: false } : one,
    ),
    slots: slots.map((slot) => {
      const { isText: _, ...limits } = slot.limits ?? {};
      return isEnded(slot.name) ? { ...slot, limits } : slot;
    }),
  };
}

/** A parameter for what a constructor makes: memory for the object, or for a pointer to it. */
function constructedObject(
  { name, type }: NamedParam,
  { records }: PairingDefinitions,
): CArgument | undefined {
  if (type.kind !== 'pointer' || type.isConst) return undefined;
  const isPointer = type.to.kind === 'pointer' && type.to.to.kind === 'record';
  if (isPointer) return { name, kind: 'made', isPointer };
  if (type.to.kind !== 'record' || records.get(type.to.id)?.fields === undefined) return undefined;
  return { name, kind: 'made', isPointer };
}

function inputShape(argument: BoundArgument): Slot['shape'] {
  const shape = shapeOf(argument.pair);
  const isNullable = 'isNullable' in argument && argument.isNullable;
  return isNullable ? { kind: 'nullable', of: shape } : shape;
}

/** What a mapping says of a C parameter, by itself or as the length of another one. */
function roleOf(name: string, { c }: Mapping): CParamRole | undefined {
  const own = c[name];
  if (own !== undefined) return own;
  const list = Object.entries(c).find(
    ([, role]) => role.role === 'elements' && role.length === name,
  );
  return list === undefined ? undefined : { role: 'length', of: list[0] };
}
