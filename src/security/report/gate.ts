import { SEVERITIES, type Severity } from '../candidates/candidate.ts';
import type { FailOn, Gate, MeasuredLimit } from './fail-on.ts';
import type { CandidateGroups } from './groups.ts';
import type { Report } from './report.ts';

type Findings = Pick<CandidateGroups, 'findings'>;

/** The limits that a run breaks. */
export function brokenLimits({ limits = [] }: Pick<Gate, 'limits'>): readonly MeasuredLimit[] {
  return limits.filter(({ most, found }) => found > most);
}

/** Whether a severity fails a run. */
export function failsFrom(severity: Severity, failOn: FailOn): boolean {
  return failOn !== 'none' && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn);
}

/** What is to be said of the gate of a report: why the run fails, or what would have failed it; empty of older reports. */
export function gateText(
  { gate, verdict }: Pick<Report, 'gate' | 'verdict'>,
  groups: Findings,
): string {
  if (gate === undefined) return '';
  return verdict === 'findings' ? failureSentences(gate, groups).join(' ') : gateSentence(gate);
}

/** The same for all to read: which rules, weaknesses and categories are limited would tell what was found. */
export function publicGateText(report: Pick<Report, 'gate' | 'verdict'>, groups: Findings): string {
  const { gate, verdict } = report;
  if (gate?.limits === undefined) return gateText(report, groups);
  const limits = gate.limits.map((limit) =>
    SEVERITIES.some((severity) => severity === limit.of) ? limit : { ...limit, of: 'one kind' },
  );
  return gateText({ verdict, gate: { ...gate, limits } }, groups);
}

/** Why a run fails: the severity that it fails from and who says so, and each limit that is broken, with its count. */
export function failureSentences(gate: Gate, { findings }: Findings) {
  const numbers = SEVERITIES.filter((severity) => failsFrom(severity, gate.fail_on))
    .map((severity) => ({
      severity,
      number: findings.filter((one) => one.severity === severity).length,
    }))
    .filter(({ number }) => number > 0)
    .map(({ severity, number }) => `${number} ${severity}`);
  return [
    ...(numbers.length === 0 ? [] : [`${failsFromText(gate)}: ${numbers.join(', ')}.`]),
    ...brokenLimits(gate).map(
      ({ of, most, found, from }) =>
        `${found} of ${of}, and at most ${most} ${most === 1 ? 'is' : 'are'} allowed${origin(from)}.`,
    ),
  ];
}

/** What would fail a run that nothing fails, in one sentence. */
export function gateSentence(gate: Gate): string {
  const limits = (gate.limits ?? []).map(
    ({ of, most, found, from }) =>
      `${found} of ${of}, and at most ${most} ${most === 1 ? 'is' : 'are'} allowed${origin(from)}`,
  );
  const parts = [failsFromText(gate), ...(limits.length === 0 ? [] : [limits.join('; ')])];
  return `${parts.join('; ')}.`;
}

function failsFromText({ fail_on, from }: Gate): string {
  const by = origin(from ?? 'the default');
  return fail_on === 'none' ? `No severity fails it${by}` : `Fails from ${fail_on}${by}`;
}

function origin(from: string | undefined): string {
  return from === undefined ? '' : ` (${from})`;
}
