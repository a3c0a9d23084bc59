import type {
  CellEffect,
  FunctionSummary,
  GlobalEffect,
  ParameterEffect,
  ValueEffect,
} from '../domain/function-summary.ts';
import { joinPlaces } from '../domain/written-places.ts';
import { joinGlobals } from './global-effects.ts';
import { joinReturnConditions } from './return-condition.ts';

/** What a call does that may reach any of several functions. */
export function mergeSummaries(summaries: readonly FunctionSummary[]): FunctionSummary | undefined {
  const [first, ...rest] = summaries;
  if (first === undefined) return undefined;
  if (rest.length === 0) return first;
  const count = Math.max(...summaries.map((summary) => summary.parameters.length));
  const parameters: ParameterEffect[] = [];
  for (let index = 0; index < count; index += 1) {
    const effects = summaries.flatMap((summary) => summary.parameters[index] ?? []);
    const isOfAll = effects.length === summaries.length;
    parameters.push({ ...mergeEffects(effects), ...(isOfAll ? {} : { onReturn: undefined }) });
  }
  return {
    name: first.name,
    parameters,
    returns: mergeReturns(summaries.map(({ returns }) => returns)),
    globals: mergeGlobals(summaries),
    writtenPlaces: joinPlaces(summaries.map((summary) => summary.writtenPlaces)),
    neverReturns: summaries.every((summary) => summary.neverReturns),
    callsUnseen: summaries.some((summary) => summary.callsUnseen),
  };
}

/** Memory that all of them allocate; what else several functions return has nothing in common that is worth keeping. */
function mergeReturns(all: readonly (ValueEffect | undefined)[]): ValueEffect | undefined {
  // One that returns null alone is there for builds that have no such function.
  const made = all.filter((value) => value === undefined || value.mayBeNonNull);
  const [first] = made;
  const allocation = first?.allocation;
  if (first === undefined || allocation === undefined) return undefined;
  const values = made.flatMap((value) => value ?? []);
  const allocations = values.flatMap((value) => value.allocation ?? []);
  const isAlike = ({ family, kept }: Allocation) =>
    family === allocation.family && kept === allocation.kept;
  if (allocations.length < made.length || !allocations.every(isAlike)) return undefined;
  const same = <T>(of: (one: Allocation) => T, none: T): T =>
    allocations.every((one) => of(one) === of(allocation)) ? of(allocation) : none;
  return {
    ...first,
    mayBeNull: values.some(({ mayBeNull }) => mayBeNull),
    nullOrigin: values.find(({ nullOrigin }) => nullOrigin !== undefined)?.nullOrigin,
    nullWhen: [],
    parameter: -1,
    cell: undefined,
    freed: values.every(({ freed }) => freed === 'no') ? 'no' : 'maybe',
    allocation: {
      ...allocation,
      size: same(({ size }) => size, undefined),
      sizeFrom: same(({ sizeFrom }) => sizeFrom, -1),
      certain: allocations.every(({ certain }) => certain),
    },
  };
}

type Allocation = NonNullable<ValueEffect['allocation']>;

/** What any of the functions leaves in globals; one that only some of them write may be as it was before. */
function mergeGlobals(summaries: readonly FunctionSummary[]): FunctionSummary['globals'] {
  const all: GlobalEffect[] = [];
  for (const { globals } of summaries) {
    if (globals === 'any') return 'any';
    all.push(...globals);
  }
  const byName = Map.groupBy(all, ({ name, internalTo }) => `${name} ${internalTo ?? ''}`);
  return [...byName.values()].map((effects) => joinGlobals(effects, summaries.length));
}

/** What any of several functions may do to what a parameter points to. */
function mergeEffects(effects: readonly ParameterEffect[]): ParameterEffect {
  const frees = effects.every((effect) => effect.frees === 'always')
    ? 'always'
    : effects.some((effect) => effect.frees !== 'no')
      ? 'maybe'
      : 'no';
  return {
    frees,
    freesWhen: [],
    freesBy: undefined,
    escapes: effects.some((effect) => effect.escapes),
    // What each of them writes where is not kept.
    writes: effects.some(
      ({ writes, cells }) => writes || cells.some(({ value }) => value !== undefined),
    ),
    taint: effects.find((effect) => effect.taint !== undefined)?.taint,
    taintFrom: [...new Set(effects.flatMap((effect) => effect.taintFrom))],
    dereferences: effects.some((effect) => effect.dereferences),
    accessExtents: [],
    cells: danglingCells(effects),
    needsNonNull: undefined,
    onReturn: joinReturnConditions(effects.map(({ onReturn }) => onReturn)),
    onResult: undefined,
  };
}

/** Pointers that any of the functions may leave dangling. */
function danglingCells(effects: readonly ParameterEffect[]): CellEffect[] {
  const paths = new Set<string>();
  for (const { cells } of effects) {
    for (const { path, frees, value } of cells) {
      if (value === undefined ? frees !== 'no' : value.freed !== 'no') paths.add(path);
    }
  }
  return [...paths].map((path) => ({
    path,
    value: undefined,
    frees: 'maybe',
    freesWhen: [],
    freesBy: undefined,
    taint: undefined,
    taintFrom: [],
    outcomes: undefined,
    isLeft: false,
  }));
}
