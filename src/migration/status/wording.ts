import { type Evidence, isStale } from '../../equivalence/evidence/evidence.ts';
import { isUnchecked } from '../../equivalence/evidence/unsafe-reached.ts';
import type { FunctionState, FunctionStateName } from './migration-state.ts';
import { percent } from './totals.ts';

export const STATE_WORDS: Readonly<Record<FunctionStateName, string>> = {
  migrated: 'migrated',
  stale: 'stale',
  uncompared: 'not compared',
  skipped: 'not needed',
  replaced: 'by library',
  current: 'in work',
  waiting: 'waiting',
  blocked: 'blocked',
};

/** How a function that was not compared by itself was seen beside the C all the same; empty where it was not. */
export function reachedWords({ reachedBy = [] }: Pick<FunctionState, 'reachedBy'>): string {
  const [first, ...others] = reachedBy;
  if (first === undefined) return '';
  const { name, cases, coveredLines, lines } = first;
  const more = others.length === 0 ? '' : ` and ${plural(others.length, 'other')}`;
  return `reached by the comparison of ${name} (${coveredLines} of ${plural(lines, 'line')} on ${plural(cases, 'input')} that gave the same)${more}`;
}

/** What a state is called where there is room to say it in full. */
export function fullStateWords(state: FunctionStateName): string {
  if (state === 'stale') return 'stale: the C or the Rust has changed since';
  return state === 'uncompared' ? 'carried over, not compared' : STATE_WORDS[state];
}

/** A number with its thousands apart. */
export function groupedDigits(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 0 });
}

/** `12,345` tokens as `12.3k`. */
export function compactNumber(value: number): string {
  if (value < 1000) return String(value);
  const [by, unit] = value < 1_000_000 ? [1000, 'k'] : [1_000_000, 'M'];
  const scaled = value / by;
  return `${scaled.toFixed(scaled < 100 ? 1 : 0).replace(/\.0$/, '')}${unit}`;
}

export function dollars(cost: number): string {
  return cost === 0 ? '$0' : cost < 0.01 ? '< $0.01' : `$${cost.toFixed(2)}`;
}

export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 59.5) return `${seconds.toFixed(seconds < 10 ? 1 : 0).replace(/\.0$/, '')} s`;
  // Rounded before it is divided: there is no sixtieth second of a minute.
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** What was seen of old and new, in a few words. */
export function evidenceWords(evidence: Evidence | undefined): string {
  if (evidence === undefined) return '';
  if (evidence.kind === 'equal') {
    const unchecked = isUnchecked(evidence.unsafe_reached) ? ', unsafe not checked' : '';
    return `${groupedDigits(evidence.cases)} cases equal${unchecked}`;
  }
  if (evidence.kind === 'nothing to compare') return 'nothing to compare';
  if (isStale(evidence)) return 'changed since';
  return evidence.kind === 'different' ? 'differs' : 'not compared';
}

/** Of the lines of the C function, how many percent the inputs reached; empty where nothing was compared. */
export function coverageWords(evidence: Evidence | undefined): string {
  if (evidence?.kind !== 'equal') return '';
  const { coveredLines, lines } = evidence.coverage;
  return `${Math.floor(percent(coveredLines, lines))} %`;
}

export function plural(number: number, one: string, many = `${one}s`): string {
  return `${groupedDigits(number)} ${number === 1 ? one : many}`;
}
