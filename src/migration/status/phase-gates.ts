import type { GateSettings } from '../gates/gate-settings.ts';
import type { UnsafeCount } from '../gates/unsafe-code.ts';
import type { PhaseThreshold } from './migration-state.ts';
import { type MigrationTotals, percent } from './totals.ts';
import { groupedDigits, plural } from './wording.ts';

/** What optimizing is there to lower. */
const UNSAFE_LINES = 'Unsafe lines';

/** Where a migration stands against the thresholds of the config: whether the next phase may start. */
export function phaseThresholds(
  totals: MigrationTotals,
  unsafe: UnsafeCount,
  settings: GateSettings,
): PhaseThreshold[] {
  const atLeast = (name: string, part: number, whole: number, least: number): PhaseThreshold => ({
    name,
    isMet: whole === 0 ? undefined : percent(part, whole) >= least,
    is: share(part, whole),
    wanted: `at least ${least} %`,
  });
  const atMost = (name: string, part: number, whole: number, most: number): PhaseThreshold => ({
    name,
    isMet: whole === 0 ? undefined : part === 0 || percent(part, whole) <= most,
    is: share(part, whole),
    wanted: `at most ${most} %`,
  });
  return [
    unchangedThreshold(totals),
    atLeast(
      'Compared with the C',
      totals.comparedEqual,
      totals.comparable,
      settings.min_equivalence_percent,
    ),
    atLeast(
      'Lines of C reached',
      totals.coveredLines,
      totals.coverableLines,
      settings.min_c_coverage_percent,
    ),
    atMost(
      'Blocked functions',
      totals.byState.blocked,
      totals.functions === totals.byState.waiting ? 0 : totals.functions,
      settings.max_blocked_percent,
    ),
    uncheckedThreshold(totals, settings.max_unchecked_unsafe),
    atMost(UNSAFE_LINES, unsafe.lines, unsafe.allLines, settings.max_unsafe_percent),
  ];
}

/** A tool that tells undefined behaviour has looked at all unsafe code that comparisons ran: outputs alone do not show it. */
function uncheckedThreshold(totals: MigrationTotals, most: number): PhaseThreshold {
  const { comparedEqual, reachUnsafe, uncheckedUnsafe, unknownUnsafe } = totals;
  const isTooMuch = uncheckedUnsafe > most;
  const is =
    uncheckedUnsafe > 0
      ? `not checked for ${uncheckedUnsafe} of ${plural(reachUnsafe, 'function')} with any`
      : comparedEqual === 0
        ? 'nothing yet'
        : unknownUnsafe > 0
          ? `not known for ${plural(unknownUnsafe, 'function')}, which an earlier version has compared`
          : reachUnsafe === 0
            ? 'reached by no function'
            : `checked for ${plural(reachUnsafe, 'function')} with any`;
  return {
    name: 'Unsafe code checked',
    isMet: isTooMuch ? false : comparedEqual === 0 || unknownUnsafe > 0 ? undefined : true,
    is,
    wanted: most === 0 ? 'none unchecked' : `at most ${most} unchecked`,
  };
}

/** The C and the Rust that were compared are those that there are. It has no setting: what has changed was not compared. */
function unchangedThreshold({ byState, ofUnknownCode }: MigrationTotals): PhaseThreshold {
  const { migrated, stale, skipped } = byState;
  const all = migrated + stale + skipped;
  const many = `${groupedDigits(stale)} of ${plural(all, 'function')}`;
  const is =
    stale > 0
      ? `changed since they were compared, or without a record of it, for ${many}`
      : all === 0
        ? 'nothing yet'
        : ofUnknownCode > 0
          ? `not known for ${plural(ofUnknownCode, 'function')}, which an earlier version has recorded`
          : `as they were compared for ${plural(all, 'function')}`;
  return {
    name: 'Unchanged C and Rust',
    isMet: stale > 0 ? false : all === 0 || ofUnknownCode > 0 ? undefined : true,
    is,
    wanted: 'none changed',
  };
}

/** Why a crate is not optimized yet, one sentence each: thresholds that are not met, but for what that phase lowers. */
export function unmetBeforeOptimize(phases: readonly PhaseThreshold[]): string[] {
  return phases.flatMap(({ name, isMet, is, wanted }) => {
    return isMet !== false || name === UNSAFE_LINES ? [] : [`${name}: ${is}; wanted ${wanted}`];
  });
}

function share(part: number, whole: number): string {
  if (whole === 0) return 'nothing yet';
  const value = percent(part, whole);
  return `${value.toFixed(value % 1 === 0 ? 0 : 1)} % (${part} of ${whole})`;
}
