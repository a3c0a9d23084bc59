import { isUnchecked } from '../../equivalence/evidence/unsafe-reached.ts';
import {
  FUNCTION_STATES,
  type FunctionState,
  type FunctionStateName,
  type MigrationState,
} from './migration-state.ts';

export interface MigrationTotals {
  readonly functions: number;
  readonly byState: Readonly<Record<FunctionStateName, number>>;
  /** Lines of the C functions, and of those that are done. */
  readonly cLines: number;
  readonly doneCLines: number;
  /** Functions that were compared with the C and gave the same. */
  readonly comparedEqual: number;
  /** Of those: what reaches unsafe code, what of it no tool has looked at, and where that is not known. */
  readonly reachUnsafe: number;
  readonly uncheckedUnsafe: number;
  readonly unknownUnsafe: number;
  /** Functions that were not compared by themselves, but reached by the comparisons of others. */
  readonly reachedByOthers: number;
  /** Functions of which it is not known which C they were compared with. */
  readonly ofUnknownCode: number;
  /** Functions that exist in Rust and do something, so that they could be compared. */
  readonly comparable: number;
  readonly cases: number;
  readonly excluded: number;
  readonly coveredLines: number;
  readonly coverableLines: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars. */
  readonly cost: number;
  readonly seconds: number;
  readonly tries: number;
  readonly repairs: number;
}

export function totalsOf({
  functions,
  efforts,
}: Pick<MigrationState, 'functions' | 'efforts'>): MigrationTotals {
  const sum = <Item>(items: readonly Item[], value: (item: Item) => number) =>
    items.reduce((total, item) => total + value(item), 0);
  const count = (state: FunctionStateName) => functions.filter((one) => one.state === state).length;
  const inRust = functions.filter(
    ({ state, evidence, rust }) =>
      (state === 'migrated' ||
        state === 'uncompared' ||
        (state === 'stale' && rust !== undefined)) &&
      evidence?.kind !== 'nothing to compare',
  );
  const equal = functions.flatMap(({ evidence }) => (evidence?.kind === 'equal' ? [evidence] : []));
  const reached = equal.map((one) => one.unsafe_reached);
  const [migrated, stale, uncompared, skipped, replaced, current, waiting, blocked] =
    FUNCTION_STATES.map(count);
  return {
    functions: functions.length,
    byState: {
      migrated: migrated ?? 0,
      stale: stale ?? 0,
      uncompared: uncompared ?? 0,
      skipped: skipped ?? 0,
      replaced: replaced ?? 0,
      current: current ?? 0,
      waiting: waiting ?? 0,
      blocked: blocked ?? 0,
    },
    cLines: sum(functions, linesOf),
    doneCLines: sum(functions.filter(isDone), linesOf),
    comparedEqual: inRust.filter(({ evidence }) => evidence?.kind === 'equal').length,
    reachUnsafe: reached.filter((one) => one !== undefined && one.places.length > 0).length,
    uncheckedUnsafe: reached.filter(isUnchecked).length,
    unknownUnsafe: reached.filter((one) => one === undefined).length,
    reachedByOthers: functions.filter(({ reachedBy }) => reachedBy !== undefined).length,
    ofUnknownCode: functions.filter(({ isOfUnknownCode }) => isOfUnknownCode === true).length,
    comparable: inRust.length,
    cases: sum(equal, ({ cases }) => cases),
    excluded: sum(equal, ({ excluded }) => excluded),
    coveredLines: sum(equal, ({ coverage }) => coverage.coveredLines),
    coverableLines: sum(equal, ({ coverage }) => coverage.lines),
    modelCalls: sum(efforts, ({ modelCalls }) => modelCalls),
    inputTokens: sum(efforts, ({ inputTokens }) => inputTokens),
    outputTokens: sum(efforts, ({ outputTokens }) => outputTokens),
    cost: sum(efforts, ({ cost }) => cost),
    seconds: sum(efforts, ({ seconds }) => seconds),
    tries: sum(efforts, ({ tries }) => tries),
    repairs: sum(efforts, ({ repairs }) => repairs),
  };
}

function linesOf({ startLine, endLine }: FunctionState): number {
  return endLine - startLine + 1;
}

function isDone({ state }: FunctionState): boolean {
  return /^(?:migrated|stale|uncompared|skipped|replaced)$/.test(state);
}

/** Functions of which nothing is missing: compared with the C, or not needed. */
export function migratedCount({ byState }: Pick<MigrationTotals, 'byState'>): number {
  return byState.migrated + byState.skipped + byState.replaced;
}

/** In per cent; 100 of nothing. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : (100 * part) / whole;
}
