import { type ParameterTests, testedParameters } from '../../c/cfg/tested-parameters.ts';
import { calledAs } from '../../c/ir/called-as.ts';
import { isPointerLike } from '../../c/ir/types.ts';
import { unknownObject } from '../domain/memory-object.ts';
import type { ParameterContext } from '../domain/parameter-context.ts';
import type { State } from '../domain/state.ts';
import type { Taint } from '../domain/taint.ts';
import { factsOfType } from '../domain/typed-facts.ts';
import {
  constant,
  type Range,
  type RootFacts,
  TOP_FACTS,
  type Value,
  ZERO,
} from '../domain/value.ts';
import type { Interpreter } from '../interpreter/interpreter.ts';
import { variableObject } from '../memory/objects.ts';
import { narrowByContext } from './narrow-by-context.ts';

/**
 * What holds on entry: parameters are what their types say, and come from
 * outside. A summary must hold whatever is passed, so that it is made without
 * what the known callers pass.
 */
export function entryState(interpreter: Interpreter, withContexts: boolean): State {
  const { function: fn, state } = interpreter;
  // A program may be linked with more callers than the project shows; a `static` function has no others.
  const tests = withContexts && fn.exported ? testedParameters(fn) : NO_TESTS;
  for (const parameter of fn.parameters) {
    const object = variableObject(interpreter, parameter);
    const taint = parameterTaint(interpreter, parameter.name, parameter.position);
    const isPointer = isPointerLike(parameter.type);
    const reference = parameter.type.kind === 'pointer' && parameter.type.reference === true;
    const isArgv = fn.name === 'main' && isPointer;
    const context = withContexts
      ? interpreter.environment.contextOf(calledAs(fn))?.[parameter.position]
      : undefined;
    const facts = narrowByContext(
      interpreter,
      {
        ...factsOfType(parameter.type),
        ...(fn.name === 'main' && !isPointer ? { lo: 0, hi: 2147483647 } : {}),
        taint,
        mayBeNull: !reference && !isArgv,
        nullOrigin:
          isPointer && !reference && !isArgv
            ? { kind: 'parameter', what: parameter.name, step: undefined }
            : undefined,
      },
      context,
      { isPointer, tests: tests.get(parameter.position) ?? [] },
    );
    const value = interpreter.fresh(parameter, 'parameter', facts);
    if (fn.name !== 'main') interpreter.parameterRoots.set(value.root, parameter.position);
    const only = context === undefined ? undefined : onlyNumber(facts, isPointer);
    state.set(interpreter.ids.cell(object, ''), only ?? value);
    const known = state.object(object);
    if (known !== undefined) state.setObject({ ...known, escaped: false });
    if (context !== undefined && isPointer) bindPointee(interpreter, value, facts, context);
    if (isArgv) {
      const pointee = interpreter.ids.root(value.root, 'pointee');
      state.setObject(unknownObject(pointee, taint));
      state.setFacts(value.root, { ...facts, targets: [{ object: pointee, offset: ZERO }] });
    }
  }
  if (withContexts) bindRelations(interpreter);
  return state.copy();
}

/** The one number that every caller passes, null of pointers: the parameter is as good as a variable with that value. */
function onlyNumber(facts: RootFacts, isPointer: boolean): Value | undefined {
  if (isPointer) return facts.mayBeNull && !facts.mayBeNonNull ? ZERO : undefined;
  return facts.lo === facts.hi ? constant(facts.lo) : undefined;
}

/** How arguments go with each other in every call: sizes of memory, and numbers that bound others. */
function bindRelations(interpreter: Interpreter): void {
  const { state, environment, function: fn, ids } = interpreter;
  const contexts = environment.contextOf(calledAs(fn));
  if (contexts === undefined || !environment.isClosed(calledAs(fn))) return;
  const roots = fn.parameters.map((parameter) => ids.root(parameter, 'parameter'));
  for (const [at, { sizeBy, exceeds = [] }] of contexts.entries()) {
    const root = roots[at];
    if (root === undefined) continue;
    for (const { parameter, most } of exceeds) state.constrain(root, roots[parameter] ?? 0, most);
    const other = sizeBy === undefined ? undefined : roots[sizeBy.parameter];
    const object = state.object(ids.root(root, 'pointee'));
    if (sizeBy === undefined || other === undefined || object === undefined) continue;
    if (object.size !== undefined) continue;
    state.setObject({ ...object, size: { root: other, scale: sizeBy.scale, add: sizeBy.add } });
  }
}

/** The memory that callers pass a pointer to: untrusted content in any case, its size where all show one. */
function bindPointee(
  interpreter: Interpreter,
  value: Value,
  facts: RootFacts,
  context: ParameterContext,
): void {
  const { state } = interpreter;
  const closed = interpreter.environment.isClosed(calledAs(interpreter.function));
  const real = context.taint !== undefined && context.taint.kind !== 'parameter';
  if (!closed && !real) return;
  const pointee = interpreter.ids.root(value.root, 'pointee');
  const unknown = unknownObject(pointee, real ? context.taint : facts.taint);
  const { size, terminated, maxLength, text } = context;
  const bytes = size && sizeOf(interpreter, pointee, size);
  state.setObject(closed ? { ...unknown, size: bytes, terminated, maxLength, text } : unknown);
  state.setFacts(value.root, { ...facts, targets: [{ object: pointee, offset: ZERO }] });
}

/** A size that is not the same for every caller goes with what else each of them passes. */
function sizeOf(interpreter: Interpreter, pointee: number, { lo, hi }: Range): Value {
  return lo === hi ? constant(lo) : interpreter.fresh(pointee, 'size', { ...TOP_FACTS, lo, hi });
}

const NO_TESTS: ParameterTests = new Map();

/** Where a parameter comes from: the command line for `main`, else a caller. */
function parameterTaint(
  interpreter: Interpreter,
  name: string,
  position: number,
): Taint | undefined {
  if (interpreter.function.name === 'main') {
    const kind = position === 2 ? ('environment' as const) : ('argv' as const);
    return position === 0
      ? undefined
      : {
          kind,
          source: position === 2 ? 'the environment' : 'the command line',
          parameters: [],
          fieldLocations: [],
          bytes: 'same',
          steps: [interpreter.step(interpreter.function, 'the command line comes in here')],
        };
  }
  return {
    kind: 'parameter',
    source: `the parameter \`${name}\``,
    parameters: [position],
    fieldLocations: [],
    bytes: 'same',
    steps: [],
  };
}
