import type { CFunction, Variable } from '../c/ast.ts';
import type { Evaluator } from './evaluator.ts';
import type { MemoryObject } from './memory-object.ts';
import type { State } from './state.ts';
import type {
  CellEffect,
  FunctionSummary,
  GlobalEffect,
  ParameterEffect,
  ValueEffect,
} from './summary.ts';
import { joinFacts, type RootFacts, rootValue, type Taint, type Value } from './value.ts';

/** The state at one return of a function, with the value returned. */
export interface Exit {
  readonly state: State;
  readonly value: Value | undefined;
}

/** Reads off the states at its returns what a function does for its callers. */
export function summariseFunction(
  fn: CFunction,
  evaluator: Evaluator,
  exits: readonly Exit[],
): FunctionSummary {
  return {
    name: fn.name,
    parameters: fn.parameters.map((parameter) => parameterEffect(fn, evaluator, parameter, exits)),
    returns: fn.returns.kind === 'void' ? undefined : valueEffect(fn, evaluator, exits),
    globals: globalEffects(evaluator, exits),
    neverReturns: exits.length === 0,
  };
}

function parameterEffect(
  fn: CFunction,
  evaluator: Evaluator,
  parameter: Variable,
  exits: readonly Exit[],
): ParameterEffect {
  const root = evaluator.ids.root(parameter, 'parameter');
  const { position } = parameter;
  let freed = 0;
  let maybe = 0;
  let writes = false;
  let object: MemoryObject | undefined;
  for (const { state } of exits) {
    const id = state.facts(root).targets[0]?.object ?? evaluator.ids.root(root, 'pointee');
    const known = state.object(id);
    if (known === undefined) continue;
    if (known.state === 'freed') freed += 1;
    if (known.state === 'maybe-freed' || known.state === 'moved') maybe += 1;
    if (object === undefined || known.taint !== undefined || known.freedAt !== undefined)
      object = known;
    if (wasWritten(evaluator, id, 0)) writes = true;
  }
  // A null pointer has nothing to free: a path on which it is null does not count against the others.
  const relevant = exits.filter(({ state }) => state.facts(root).mayBeNonNull).length;
  const taint = partTaint(evaluator, exits, root) ?? object?.taint;
  const own = taint?.kind === 'parameter' && taint.parameter === position;
  return {
    frees: freed > 0 && freed >= relevant ? 'always' : freed + maybe > 0 ? 'maybe' : 'no',
    family: 'malloc',
    freedAt: object?.freedAt,
    escapes: evaluator.escaped.has(root),
    writes,
    taint: taint !== undefined && taint.kind !== 'parameter' && writes ? taint : undefined,
    taintFrom: taint?.kind === 'parameter' && !own ? taint.parameter : -1,
    dereferences: evaluator.dereferenced.has(root),
    reaches: [...(evaluator.reaches.get(root)?.values() ?? [])],
    cells: cellEffects(fn, evaluator, root, exits),
    needsNonNull: evaluator.unchecked.get(root),
  };
}

function wasWritten(evaluator: Evaluator, object: number, depth: number): boolean {
  if (evaluator.written.has(object)) return true;
  if (depth > 3) return false;
  return [...evaluator.ids.partsOf(object)].some((part) => wasWritten(evaluator, part, depth + 1));
}

/** Untrusted content in any part of what a parameter points to. */
function partTaint(evaluator: Evaluator, exits: readonly Exit[], root: number): Taint | undefined {
  for (const { state } of exits) {
    const id = state.facts(root).targets[0]?.object ?? evaluator.ids.root(root, 'pointee');
    const found = realTaint(evaluator, state, id, 0);
    if (found !== undefined) return found;
  }
  return undefined;
}

function realTaint(
  evaluator: Evaluator,
  state: State,
  object: number,
  depth: number,
): Taint | undefined {
  const taint = state.object(object)?.taint;
  if (taint !== undefined && taint.kind !== 'parameter') return taint;
  if (depth > 3) return undefined;
  for (const part of evaluator.ids.partsOf(object)) {
    const found = realTaint(evaluator, state, part, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What the parts of the memory behind a parameter hold at the returns, where that is not what they held before. */
function cellEffects(
  fn: CFunction,
  evaluator: Evaluator,
  root: number,
  exits: readonly Exit[],
): CellEffect[] {
  const effects: CellEffect[] = [];
  const object =
    exits[0]?.state.facts(root).targets[0]?.object ?? evaluator.ids.root(root, 'pointee');
  for (const [path, cell] of evaluator.ids.cellsOf(object)) {
    if (path.includes('[]')) continue;
    const initial = evaluator.ids.initial(cell);
    const pointee = evaluator.ids.root(initial, 'pointee');
    // A pointer that is changed or null after the release does not dangle.
    const dangling = exits.filter(({ state }) => {
      const value = state.get(cell);
      const kept = value === undefined || (value.root === initial && value.add === 0);
      return kept && state.object(pointee)?.state === 'freed';
    }).length;
    const relevant = exits.filter(
      ({ state }) => state.facts(initial).mayBeNonNull && state.facts(root).mayBeNonNull,
    ).length;
    const frees = dangling === 0 ? 'no' : dangling >= relevant ? 'always' : 'maybe';
    const values = exits.map(({ state }) => ({
      state,
      value: state.get(cell) ?? rootValue(initial),
    }));
    const changed = values.some(({ value }) => value.root !== initial || value.add !== 0);
    const value = changed ? valueEffect(fn, evaluator, values) : undefined;
    const taint = changed ? undefined : pointeeTaint(pointee, exits);
    if (changed || frees !== 'no' || taint !== undefined)
      effects.push({ path, value, frees, taint });
  }
  return effects;
}

function pointeeTaint(object: number, exits: readonly Exit[]): Taint | undefined {
  for (const { state } of exits) {
    const taint = state.object(object)?.taint;
    if (taint !== undefined && taint.kind !== 'parameter') return taint;
  }
  return undefined;
}

/** Where a value stood in the memory behind a parameter before the function ran. */
function originOf(
  fn: CFunction,
  evaluator: Evaluator,
  { state, value }: Exit,
): ValueEffect['cell'] {
  if (value === undefined || value.root === 0 || value.add !== 0 || value.scale !== 1)
    return undefined;
  for (const parameter of fn.parameters) {
    const root = evaluator.ids.root(parameter, 'parameter');
    const object = state.facts(root).targets[0]?.object ?? evaluator.ids.root(root, 'pointee');
    for (const [path, cell] of evaluator.ids.cellsOf(object)) {
      if (evaluator.ids.initial(cell) === value.root)
        return { parameter: parameter.position, path };
    }
  }
  return undefined;
}

/** Whether a value that leaves the function points to memory that was freed. */
function freedAtExits(exits: readonly Exit[]): ValueEffect['freed'] {
  let sure = 0;
  let maybe = 0;
  for (const { state, value } of exits) {
    if (value === undefined || value.root === 0) continue;
    const [target, ...others] = state.facts(value.root).targets;
    const object =
      target === undefined || others.length > 0 ? undefined : state.object(target.object);
    if (object?.state === 'freed') sure += 1;
    else if (object?.state === 'maybe-freed') maybe += 1;
  }
  if (sure > 0 && sure === exits.length) return 'always';
  return sure + maybe > 0 ? 'maybe' : 'no';
}

function valueEffect(
  fn: CFunction,
  evaluator: Evaluator,
  exits: readonly Exit[],
): ValueEffect | undefined {
  let joined: RootFacts | undefined;
  let parameter: number | undefined;
  let allocation: ValueEffect['allocation'];
  let others = false;
  const origins = exits.map((exit) => originOf(fn, evaluator, exit));
  const [origin] = origins;
  const freed = freedAtExits(exits);
  const sameOrigin = origins.every(
    (other) => other?.parameter === origin?.parameter && other?.path === origin?.path,
  );
  for (const { state, value } of exits) {
    if (value === undefined) continue;
    const facts = state.factsOfValue(value);
    joined = joined === undefined ? facts : joinFacts(joined, facts);
    const position = fn.parameters.findIndex(
      (each) =>
        value.root === evaluator.ids.root(each, 'parameter') &&
        value.scale === 1 &&
        value.add === 0,
    );
    parameter = parameter === undefined || parameter === position ? position : -1;
    if (value.root === 0 && value.add === 0) continue;
    if (!facts.mayBeNonNull) continue;
    const [target, ...more] = facts.targets;
    const object =
      target === undefined || more.length > 0 ? undefined : state.object(target.object);
    if (
      object?.family !== undefined &&
      object.state === 'live' &&
      target?.offset.root === 0 &&
      target.offset.add === 0
    ) {
      const sizeRoot = object.size;
      const sizeFrom = fn.parameters.findIndex(
        (each) =>
          sizeRoot !== undefined &&
          sizeRoot.root === evaluator.ids.root(each, 'parameter') &&
          sizeRoot.scale === 1 &&
          sizeRoot.add === 0,
      );
      allocation = {
        family: object.family,
        size: sizeRoot?.root === 0 ? sizeRoot.add : undefined,
        sizeFrom,
        name: object.name,
      };
    } else others = true;
  }
  if (joined === undefined) return undefined;
  const { lo, hi, mayBeNull, mayBeNonNull, nullOrigin, taint } = joined;
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
              step: evaluator.step(fn, `${fn.name} returns null on some paths`),
            }
          : nullOrigin,
    taint: taint?.kind === 'parameter' ? undefined : taint,
    taintFrom: taint?.kind === 'parameter' ? taint.parameter : -1,
    parameter: parameter ?? -1,
    cell: sameOrigin ? origin : undefined,
    freed,
    allocation: others ? undefined : allocation,
  };
}

function globalEffects(evaluator: Evaluator, exits: readonly Exit[]): GlobalEffect[] {
  const effects = new Map<string, GlobalEffect>();
  for (const { state } of exits) {
    for (const object of state.objects()) {
      if (
        object.kind !== 'static' ||
        object.name === '' ||
        object.name.includes('.') ||
        object.name.includes('[')
      )
        continue;
      const cell = evaluator.ids.cell(object.id, '');
      const value = state.get(cell);
      const initial = evaluator.ids.initial(cell);
      const pointee = state.object(evaluator.ids.root(value?.root ?? initial, 'pointee'));
      const frees = pointee?.state === 'freed' && pointee.family === undefined;
      if (!frees && !evaluator.written.has(object.id)) continue;
      const facts = value === undefined ? state.facts(initial) : state.factsOfValue(value);
      const { lo, hi, mayBeNull, mayBeNonNull, nullOrigin, taint } = facts;
      const before = effects.get(object.name);
      effects.set(object.name, {
        name: object.name,
        lo: Math.min(lo, before?.lo ?? lo),
        hi: Math.max(hi, before?.hi ?? hi),
        mayBeNull: mayBeNull || (before?.mayBeNull ?? false),
        mayBeNonNull: mayBeNonNull || (before?.mayBeNonNull ?? false),
        nullOrigin:
          nullOrigin?.kind === 'parameter' ? undefined : (nullOrigin ?? before?.nullOrigin),
        taint: taint?.kind === 'parameter' ? before?.taint : (taint ?? before?.taint),
        frees: frees || (before?.frees ?? false),
      });
    }
  }
  // A path on which a global was not written leaves it as it was.
  for (const { state } of exits) {
    for (const [name, effect] of effects) {
      const variable = evaluator.unit.symbols.global(name);
      if (variable === undefined) continue;
      const cell = evaluator.ids.cell(evaluator.ids.root(variable.id, 'variable'), '');
      const value = state.get(cell);
      if (value !== undefined && value.root !== evaluator.ids.initial(cell)) continue;
      effects.set(name, {
        ...effect,
        lo: Number.NEGATIVE_INFINITY,
        hi: Number.POSITIVE_INFINITY,
        mayBeNull: true,
        mayBeNonNull: true,
      });
    }
  }
  return [...effects.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
