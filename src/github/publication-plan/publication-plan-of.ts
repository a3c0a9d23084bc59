import { toSarifFiles } from '../../security/printers/sarif/sarif.ts';
import { count, digits } from '../../security/report/count.ts';
import { publicGateText } from '../../security/report/gate.ts';
import {
  type CandidateGroups,
  describedRules,
  groupCandidates,
  isTold,
} from '../../security/report/groups.ts';
import { shownPlace } from '../../security/report/introduced.ts';
import type { Report, ReportedCandidate, RuleInfo } from '../../security/report/report.ts';
import { asSentence, shortPlain } from '../text/short-text.ts';
import type { Audience } from '../text/source-link.ts';
import { checkSummary, isDecided } from './check-summary.ts';
import { type Effort, effortSentences } from './effort-sentences.ts';
import { findingComment } from './finding-comment.ts';
import { findingKey } from './finding-key.ts';
import {
  type Annotation,
  PLAN_LIMITS,
  type PlannedFinding,
  type PublicationPlan,
} from './publication-plan.ts';

export interface PlanContext extends Audience, Effort {
  /** Whether code scanning is told. */
  readonly sarif: boolean;
  /** What else people should know, a sentence each. */
  readonly notes?: readonly string[];
}

/** What a report wants said on GitHub. It needs no token, and writes nothing. */
export function publicationPlanOf(whole: Report, context: PlanContext): PublicationPlan {
  const told = whole.candidates.filter(isTold);
  const named = new Set(told.map(({ pattern }) => pattern));
  const report = {
    ...whole,
    candidates: told,
    rules: whole.rules.filter(({ id }) => named.has(id)),
  };
  const groups = groupCandidates(report.candidates);
  const rules = new Map(describedRules(report).map((rule) => [rule.id, rule]));
  const { findings } = groups;
  // What was posted before stays, also where a claim was not settled this time.
  const { possibleFindings, existing, refuted, suppressed } = groupCandidates(whole.candidates);
  const others = [...possibleFindings, ...existing, ...refuted, ...suppressed].map(findingKey);
  const stillOpen = [...new Set(others)];
  const summary = checkSummary({
    ...{ report, groups, rules, address: context, effort: effortSentences(context) },
    notes: context.notes ?? [],
  });
  return {
    verdict: report.verdict,
    complete:
      report.verdict !== 'inconclusive' &&
      report.incomplete !== true &&
      // What cannot be listed must not be taken for gone.
      stillOpen.length <= PLAN_LIMITS.stillOpen &&
      findings.length <= PLAN_LIMITS.findings,
    title: title(report, groups),
    gate: publicGateText(report, groups),
    summary,
    findings: findings
      .slice(0, PLAN_LIMITS.findings)
      .map((one) => plannedFinding(one, rules.get(one.pattern), context)),
    still_there: stillOpen.slice(0, PLAN_LIMITS.stillOpen),
    annotations: findings
      .slice(0, PLAN_LIMITS.annotations)
      .map((one) => annotation(one, rules.get(one.pattern))),
    // Those of a further file would be of a category of their own, which is never cleared away.
    sarif: context.sarif ? (toSarifFiles(report)[0] ?? '') : '',
  };
}

/** The verdict in a few words, for the list of checks. */
function title(report: Report, { findings, suppressed }: CandidateGroups): string {
  const found = count(findings.length, 'finding');
  const settled = suppressed.filter(isDecided).length;
  switch (report.verdict) {
    case 'clean':
      if (findings.length > 0) return `${found}, none of them severe enough to fail`;
      return settled === 0 ? 'No findings' : `No open findings, ${digits(settled)} settled`;
    case 'findings':
      return report.incomplete === true ? `${found}; not everything was examined` : found;
    case 'inconclusive':
      return findings.length === 0
        ? 'Inconclusive: not everything was examined'
        : `Inconclusive: not everything was examined, ${found} so far`;
  }
}

function plannedFinding(
  one: ReportedCandidate,
  rule: RuleInfo | undefined,
  context: PlanContext,
): PlannedFinding {
  const key = findingKey(one);
  const { file: path, line, end_line, severity, fix, introduced_at: cause } = one;
  return {
    ...{ key, path, severity, start_line: line },
    end_line: Math.max(line, end_line),
    ...(cause && { introduced_at: { path: cause.file, line: cause.line } }),
    title: plainTitle(one, rule),
    body: findingComment(one, rule, key, context),
    ...(fix && { suggestion: fix }),
  };
}

const LEVELS = { high: 'failure', medium: 'warning', low: 'notice' } as const;

function annotation(one: ReportedCandidate, rule: RuleInfo | undefined): Annotation {
  const said = `${asSentence(one.description)} ${asSentence(one.suggestion)}`;
  const { file: path, line, end_line, columns, text } = shownPlace(one, said);
  return {
    ...{ path, start_line: line, end_line },
    ...(columns && { start_column: columns.first, end_column: columns.last }),
    level: LEVELS[one.severity],
    title: plainTitle(one, rule),
    message: shortPlain(text, 4000),
  };
}

function plainTitle({ pattern }: ReportedCandidate, rule: RuleInfo | undefined): string {
  return shortPlain(rule?.title ?? pattern, PLAN_LIMITS.title);
}
