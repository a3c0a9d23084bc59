import * as z from 'zod';
import { SEVERITIES, type Severity } from '../candidates/candidate.ts';
import type { Gate } from '../report/fail-on.ts';
import { FAIL_ON } from '../report/fail-on.ts';
import type { ReportedCandidate } from '../report/report.ts';
import { countsAtAll } from '../report/verdict.ts';
import { namesFinding } from './finding-settings.ts';

/** What fails a run, before it has run. */
export const gateSettingsSchema = z.strictObject({
  failOn: z.enum(FAIL_ON),
  /** What settles it; the default where it is missing. */
  failOnFrom: z.string().optional(),
  limits: z
    .array(
      z.strictObject({
        ...{ of: z.string(), most: z.int(), from: z.string().optional() },
        /** Where it is set: a `file:line`, or an option. */
        at: z.string().optional(),
      }),
    )
    .readonly()
    .optional(),
});

export type GateSettings = z.infer<typeof gateSettingsSchema>;

/** What fails a run, with how many findings there are of each kind that is limited. */
export function measureGate(
  candidates: readonly ReportedCandidate[],
  { failOn, failOnFrom, limits = [] }: GateSettings,
): Gate {
  const counting = candidates.filter(countsAtAll);
  const measured = limits.map(({ of, most, from }) => ({
    ...{ of, most, found: counting.filter((one) => isOfKind(of, one)).length },
    ...(from === undefined ? {} : { from }),
  }));
  return {
    fail_on: failOn,
    ...(failOnFrom === undefined ? {} : { from: failOnFrom }),
    ...(measured.length === 0 ? {} : { limits: measured }),
  };
}

/** The same of candidates of which some were settled since, or of several reports together. */
export function measureAgain(gate: Gate, candidates: readonly ReportedCandidate[]): Gate {
  const { fail_on: failOn, from: failOnFrom, limits } = gate;
  return measureGate(candidates, { failOn, failOnFrom, limits });
}

function isOfKind(of: string, candidate: ReportedCandidate): boolean {
  return isSeverity(of) ? candidate.severity === of : namesFinding(of, candidate);
}

function isSeverity(text: string): text is Severity {
  return SEVERITIES.some((severity) => severity === text);
}
