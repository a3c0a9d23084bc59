import type { CFunction } from '../code/clang/c-unit.ts';
import type { Slot } from './case.ts';
import type { Definitions } from './definitions.ts';
import { type Given, given, givenCallback } from './given-parameter.ts';
import { leftover } from './leftover-parameter.ts';
import type { Mapping } from './mapping.ts';
import { matchParameters } from './match-parameters.ts';
import { type NamedParam, namedParams } from './named-param.ts';
import { NotComparable } from './not-comparable.ts';
import { objectIn } from './object-type.ts';
import { shapeOf } from './pair.ts';
import type { CArgument, RustArgument } from './plan.ts';
import { behindReference, type RustFunction } from './rust/rust-type.ts';
import { bound, withText } from './slot-limits.ts';

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

function inputShape(argument: Given): Slot['shape'] {
  const shape = shapeOf(argument.pair);
  const isNullable = argument.kind !== 'value' && argument.isNullable;
  return isNullable ? { kind: 'nullable', of: shape } : shape;
}
