import type { LoweredFunction } from '../../c/ir/ast.ts';
import { type EntryConditions, eitherCondition } from '../domain/entry-condition.ts';
import { joinFacts } from '../domain/facts-lattice.ts';
import type { ValueEffect } from '../domain/function-summary.ts';
import type { ReturnState } from '../domain/state.ts';
import { isExternal, joinTaints, type Taint } from '../domain/taint.ts';
import type { RootFacts } from '../domain/value.ts';
import { entryConditions } from '../interpreter/entry-conditions.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';

/** What holds of the values with which a function is left. */
export function valueEffect(
  fn: LoweredFunction,
  interpreter: Interpreter,
  exits: readonly ReturnState[],
): ValueEffect | undefined {
  let joined: RootFacts | undefined;
  let allocation: ValueEffect['allocation'];
  let others = false;
  let allocating = 0;
  const origins = exits.map((exit) => originOf(fn, interpreter, exit));
  const [origin] = origins;
  const freed = freedAtExits(exits);
  const sameOrigin = origins.every(
    (other) => other?.parameter === origin?.parameter && other?.path === origin?.path,
  );
  for (const { state, value } of exits) {
    if (value === undefined) continue;
    const facts = state.factsOfValue(value);
    joined = joined === undefined ? facts : joinFacts(joined, facts);
    if (value.root === 0 && value.add === 0) continue;
    if (!facts.mayBeNonNull) continue;
    const [target, ...more] = facts.targets;
    const object =
      target === undefined || more.length > 0 ? undefined : state.object(target.object);
    if (
      object?.family !== undefined &&
      object.lifetime === 'live' &&
      target?.offset.root === 0 &&
      target.offset.add === 0
    ) {
      const sizeRoot = object.size;
      const sizeFrom = fn.parameters.findIndex(
        (each) =>
          sizeRoot !== undefined &&
          sizeRoot.root === interpreter.ids.root(each, 'parameter') &&
          sizeRoot.scale === 1 &&
          sizeRoot.add === 0,
      );
      allocation = {
        family: object.family,
        size: sizeRoot?.root === 0 ? sizeRoot.add : undefined,
        sizeFrom,
        name: object.name,
        certain: false,
        kept: exits.some((exit) => exit.isShared === true),
      };
      allocating += 1;
    } else others = true;
  }
  if (joined === undefined) return undefined;
  const { lo, hi, mayBeNull, mayBeNonNull, nullOrigin, taint } = joined;
  const content = contentAtExits(exits);
  const literal = mayBeNull && nullOrigin === undefined && fn.returns.kind === 'pointer';
  return {
    lo,
    hi,
    mayBeNull,
    mayBeNonNull,
    nullOrigin:
      nullOrigin?.kind === 'parameter'
        ? undefined
        : literal && exits.some(({ value }) => value?.root === 0 && value.add === 0)
          ? {
              kind: 'failure',
              what: fn.name,
              step: interpreter.step(fn, `${fn.name} returns null on some paths`),
            }
          : nullOrigin,
    taint: taint?.kind === 'parameter' ? undefined : taint,
    taintFrom: taint?.parameters ?? [],
    content: isExternal(content) ? content : undefined,
    contentFrom: content?.parameters ?? [],
    parameter: returnedParameter(fn, interpreter, exits),
    nullWhen: nullWhen(interpreter, exits),
    cell: sameOrigin ? origin : undefined,
    freed,
    allocation:
      others || allocation === undefined
        ? undefined
        : { ...allocation, certain: allocating === exits.length },
  };
}

/** The parameter that comes back as it was given on all paths, null included, or -1. */
export function returnedParameter(
  fn: LoweredFunction,
  { ids }: Interpreter,
  exits: readonly ReturnState[],
): number {
  const returning = exits.filter(({ value }) => value !== undefined);
  const roots = fn.parameters.map((each) => ids.root(each, 'parameter'));
  const isReturned = (root: number): boolean =>
    returning.some(({ value }) => value?.root === root) &&
    returning.every(({ state, value }) => {
      if (value?.root === root) return value.scale === 1 && value.add === 0;
      return value?.root === 0 && value.add === 0 && !state.facts(root).mayBeNonNull;
    });
  return roots.findIndex(isReturned);
}

/** What the parameters are wherever a value that leaves the function is null. */
function nullWhen(interpreter: Interpreter, exits: readonly ReturnState[]): EntryConditions {
  let all: EntryConditions | undefined;
  for (const { state, value } of exits) {
    if (value === undefined || !state.factsOfValue(value).mayBeNull) continue;
    const here =
      interpreter.ids.nullConditions.get(value.root) ?? entryConditions(interpreter, state);
    all = all === undefined ? here : eitherCondition(all, here);
  }
  return all ?? [];
}

/** Where a value stood in the memory behind a parameter before the function ran. */
function originOf(
  fn: LoweredFunction,
  interpreter: Interpreter,
  { state, value }: ReturnState,
): ValueEffect['cell'] {
  if (value === undefined || value.root === 0 || value.add !== 0 || value.scale !== 1)
    return undefined;
  for (const parameter of fn.parameters) {
    const root = interpreter.ids.root(parameter, 'parameter');
    const object = state.facts(root).targets[0]?.object ?? interpreter.ids.root(root, 'pointee');
    for (const [path, cell] of interpreter.ids.cellsOf(object)) {
      if (interpreter.ids.initial(cell) === value.root)
        return { parameter: parameter.position, path };
    }
  }
  return undefined;
}

/** Untrusted content of what a value points to, on any of the paths. */
function contentAtExits(exits: readonly ReturnState[]): Taint | undefined {
  let content: Taint | undefined;
  for (const { state, value } of exits) {
    if (value === undefined || value.root === 0) continue;
    for (const { object } of state.facts(value.root).targets)
      content = joinTaints(content, state.object(object)?.taint);
  }
  return content;
}

/** Whether a value that leaves the function points to memory that was freed. */
function freedAtExits(exits: readonly ReturnState[]): ValueEffect['freed'] {
  let sure = 0;
  let maybe = 0;
  for (const { state, value } of exits) {
    if (value === undefined || value.root === 0) continue;
    const [target, ...others] = state.facts(value.root).targets;
    const object =
      target === undefined || others.length > 0 ? undefined : state.object(target.object);
    if (object?.lifetime === 'freed') sure += 1;
    else if (object?.lifetime === 'maybe-freed') maybe += 1;
  }
  if (sure > 0 && sure === exits.length) return 'always';
  return sure + maybe > 0 ? 'maybe' : 'no';
}
