import type { GateSettings } from '../gates/gate-settings.ts';
import type { MeasuresRecord } from './migration-records.ts';
import type { PhaseThreshold } from './migration-state.ts';

/** How far a score must be down, and where it is. @param name of the threshold */
function scoreThreshold(
  name: string,
  before: number,
  after: number,
  { min_score_drop_percent: least }: GateSettings,
): PhaseThreshold {
  return {
    name,
    isMet: before === 0 ? after === 0 : dropPercent(before, after) >= least,
    is: `${changeWords(before, after)} (${before.toFixed(2)} to ${after.toFixed(2)})`,
    wanted: `at least ${least} % down`,
  };
}

/** The thresholds of what runs have measured: the score is down, no test is gone, no warning is new. */
export function measuredThresholds(
  { score, warnings, tests }: MeasuresRecord,
  settings: GateSettings,
): PhaseThreshold[] {
  return [
    scoreThreshold('Security score', score.before.score, score.after.score, settings),
    {
      name: 'Tests',
      isMet: tests.after >= tests.before,
      is: `${tests.after}`,
      wanted: `at least ${tests.before}, as before the last run`,
    },
    {
      name: 'Warnings of clippy',
      isMet: warnings.after <= warnings.before,
      is: `${warnings.after}`,
      wanted: `at most ${warnings.before}, as before the last run`,
    },
  ];
}

/** How a score has changed, such as `34 % down`. */
export function changeWords(before: number, after: number): string {
  if (before === 0) return after === 0 ? 'nothing to lower' : 'up from nothing';
  const drop = dropPercent(before, after);
  return drop >= 0 ? `${shown(drop)} % down` : `${shown(-drop)} % up`;
}

/** Cut and not rounded: what is nearly enough is not enough. */
function dropPercent(before: number, after: number): number {
  return before === 0 ? 0 : (100 * (before - after)) / before;
}

function shown(percent: number): string {
  return String(Math.floor(percent * 10) / 10);
}
