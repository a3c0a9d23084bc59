import type {
  CellEffect,
  FunctionSummary,
  GlobalEffect,
  ParameterEffect,
} from '../domain/function-summary.ts';

/** What a call does that may reach any of several functions. */
export function mergeSummaries(summaries: readonly FunctionSummary[]): FunctionSummary | undefined {
  const [first, ...rest] = summaries;
  if (first === undefined) return undefined;
  if (rest.length === 0) return first;
  const count = Math.max(...summaries.map((summary) => summary.parameters.length));
  const parameters: ParameterEffect[] = [];
  for (let index = 0; index < count; index += 1) {
    parameters.push(mergeEffects(summaries.flatMap((summary) => summary.parameters[index] ?? [])));
  }
  return {
    name: first.name,
    parameters,
    // What several functions return has nothing in common that is worth keeping.
    returns: undefined,
    globals: mergeGlobals(summaries),
    neverReturns: summaries.every((summary) => summary.neverReturns),
  };
}

function mergeGlobals(summaries: readonly FunctionSummary[]): FunctionSummary['globals'] {
  const all: GlobalEffect[] = [];
  for (const { globals } of summaries) {
    if (globals === 'any') return 'any';
    all.push(...globals);
  }
  return all;
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
    writes: effects.some((effect) => effect.writes),
    taint: effects.find((effect) => effect.taint !== undefined)?.taint,
    taintFrom: [...new Set(effects.flatMap((effect) => effect.taintFrom))],
    dereferences: effects.some((effect) => effect.dereferences),
    accessExtents: [],
    cells: danglingCells(effects),
    needsNonNull: undefined,
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
  }));
}
