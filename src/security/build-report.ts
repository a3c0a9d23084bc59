import type { RuleDescription } from '../rules/rule.ts';
import type { Severity } from './candidates/candidate.ts';
import { isClaimed } from './candidates/model-source.ts';
import { isReproduced, type Reproduction } from './candidates/reproduction.ts';
import { leastSevere, mostSevere, scoreOf, severityOf } from './candidates/severity.ts';
import type { TriageResult } from './candidates/triage-result.ts';
import { isOpen } from './report/groups.ts';
import type { Report, ReportedCandidate, RuleInfo } from './report/report.ts';
import { summarise } from './report/summary.ts';
import { reportVerdictOf } from './report/verdict.ts';
import type { ScanOutcome } from './scan/scan.ts';
import { type GateSettings, measureGate } from './selection/measure-gate.ts';
import type { TriageResults } from './triage/triage-outcome.ts';

export interface ReportInput {
  readonly mode: Report['mode'];
  readonly outcome: ScanOutcome;
  /** What `filterCandidates` left. */
  readonly candidates: readonly ReportedCandidate[];
  /** How many it left out since more confidence was asked for than usual; none when missing. */
  readonly lessSure?: number;
  /** The results of triage, where models were asked. */
  readonly triageResults?: TriageResults;
  /** What came of running what stands. */
  readonly reproductions?: ReadonlyMap<number, Reproduction>;
  /** The severity that a finding has at most, as the configuration says; undefined for what it leaves open. */
  readonly ceiling: (candidate: ReportedCandidate) => Severity | undefined;
  readonly gate: GateSettings;
  readonly incomplete: boolean;
  readonly notice: string;
  readonly rootName: string;
  readonly rules: readonly RuleDescription[];
  /** Rules of other scanners. */
  readonly foreignRules: readonly RuleInfo[];
  readonly version: string;
  readonly category?: string | undefined;
  readonly shard?: NonNullable<Report['shard']>;
  readonly comparison?: NonNullable<Report['comparison']>;
  readonly known?: NonNullable<Report['known']>;
}

/** The least confidence of a defect that was shown by execution, that was verified, and that was derived only. */
const REPRODUCED_CONFIDENCE = 0.95;
const VERIFIED_CONFIDENCE = 0.9;
/** Of a verified defect whose function has callers that no model has looked at. */
const PARTLY_SEEN_CONFIDENCE = 0.8;
const UNVERIFIED_CONFIDENCE = 0.75;

/** Puts candidates and what models found out about them into a report. */
export function buildReport(input: ReportInput): Report {
  const { outcome, triageResults } = input;
  const rules = [...input.rules.map(ruleInfoOf), ...input.foreignRules];
  const severities = new Map(rules.map(({ id, severity }) => [id, severity]));
  const candidates = input.candidates
    .map(rated)
    .map((candidate) => cappedAt(input.ceiling(candidate), candidate))
    .map(withoutVainRank);
  const unexamined = candidates.some(
    (candidate) => candidate.examination?.kind === 'unexamined' && isOpen(candidate),
  );
  const incomplete = input.incomplete || unexamined;
  const gate = measureGate(candidates, input.gate);
  const limits = gate.limits ?? [];
  const named = new Set(candidates.map(({ pattern }) => pattern));
  return {
    version: input.version,
    mode: input.mode,
    verdict: reportVerdictOf(candidates, { failOn: input.gate.failOn, limits, incomplete }),
    gate,
    ...(incomplete ? { incomplete } : {}),
    notice: input.notice,
    summary: summarise(candidates, {
      files: outcome.files.filter(({ language }) => language !== undefined).length,
      lines: outcome.files.reduce((sum, { lines }) => sum + lines, 0),
      root: input.rootName,
      skipped: outcome.skips.map(({ file, reason }) => ({ file, reason })),
      lessSure: input.lessSure,
    }),
    candidates,
    rules: rules.filter(({ id }) => named.has(id)),
    ...(input.category === undefined ? {} : { category: input.category }),
    ...(input.shard === undefined ? {} : { shard: input.shard }),
    ...(input.comparison === undefined ? {} : { comparison: input.comparison }),
    ...(input.known === undefined ? {} : { known: input.known }),
  };

  function rated(candidate: ReportedCandidate): ReportedCandidate {
    const examination = triageResults?.get(candidate.gid);
    const reproduction = input.reproductions?.get(candidate.gid);
    const ceiling = severities.get(candidate.pattern);
    if (examination === undefined) {
      if (reproduction === undefined) return candidate;
      const shown = isReproduced(reproduction)
        ? atLeast(candidate, REPRODUCED_CONFIDENCE, ceiling)
        : candidate;
      return { ...shown, reproduction };
    }
    return {
      ...raiseConfidence(candidate, examination, ceiling, isReproduced(reproduction)),
      examination,
      ...(reproduction === undefined ? {} : { reproduction }),
    };
  }
}

function cappedAt(ceiling: Severity | undefined, candidate: ReportedCandidate): ReportedCandidate {
  if (ceiling === undefined) return candidate;
  const severity = leastSevere(ceiling, candidate.severity);
  const small = candidate.severity_in_small_tree;
  return {
    ...candidate,
    ...{ severity, score: scoreOf(candidate.confidence, severity) },
    ...(small === undefined ? {} : { severity_in_small_tree: leastSevere(ceiling, small) }),
  };
}

/** A candidate that models or the configuration rated since says of the size of the tree only what still holds. */
function withoutVainRank(candidate: ReportedCandidate): ReportedCandidate {
  const { severity_in_small_tree: small, ...rest } = candidate;
  const isHigher = small !== undefined && mostSevere(small, rest.severity) !== rest.severity;
  return isHigher ? candidate : rest;
}

/** What agents derived is surer than what the scan alone said, as far as its rule allows. */
function raiseConfidence(
  candidate: ReportedCandidate,
  examination: TriageResult,
  ceiling: Severity = candidate.severity,
  reproduced = false,
): ReportedCandidate {
  const { kind } = examination;
  const isPartlySeen = 'unseen_callers' in examination;
  const least = {
    verified: isPartlySeen ? PARTLY_SEEN_CONFIDENCE : VERIFIED_CONFIDENCE,
    unverified: UNVERIFIED_CONFIDENCE,
  };
  if (kind !== 'verified' && kind !== 'unverified') return candidate;
  // What a model claims counts for nothing until another one has tried to refute it.
  if (kind === 'unverified' && !reproduced && isClaimed(candidate)) return candidate;
  return atLeast(candidate, reproduced ? REPRODUCED_CONFIDENCE : least[kind], ceiling);
}

function atLeast(
  candidate: ReportedCandidate,
  least: number,
  ceiling: Severity = candidate.severity,
): ReportedCandidate {
  const confidence = Math.max(candidate.confidence, least);
  const severity = severityOf(confidence, ceiling);
  return { ...candidate, confidence, severity, score: scoreOf(confidence, severity) };
}

/** What a report says about a rule: its help ends in the first of the examples that are its tests. */
function ruleInfoOf(rule: RuleDescription): RuleInfo {
  const { id, title, category, cwe, severity, precision } = rule;
  const firstOf = (kind: string, examples: readonly string[]) =>
    examples.slice(0, 1).map((text) => {
      return `${kind}:\n\n\`\`\`${rule.languages[0]}\n${text.trim()}\n\`\`\``;
    });
  const help = [
    rule.help.trim(),
    rule.suggestion,
    ...firstOf('Bad', rule.examples.bad),
    ...firstOf('Good', rule.examples.good),
  ].join('\n\n');
  return { id, title, category, cwe, severity, precision, help };
}
