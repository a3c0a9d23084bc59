import type { Span } from '../../../code/c/ir/ast.ts';
import { expressionText } from '../../../code/c/ir/expression-text.ts';
import { type RemovedCheck, removedChecks } from '../../../code/change/removed-checks.ts';
import type { UnitChange } from '../../../code/change/unit-change.ts';
import type { TraceStep } from '../../../code/syntax/location.ts';
import type { ReportHit } from '../../c/c-rule.ts';

/** Characters of source text in a message: what was compared must be readable, of several lines as well. */
const MAX_TEXT = 240;

/** Text of the source on one line, cut where it is long. */
export function shortText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT - 1)}…` : line;
}

/**
 * Reports the removed checks that a rule is about: one for each function and test, the surest, since
 * a test that a change takes away is often written in several places.
 * @param confidenceOf undefined for what the rule is not about
 */
export function reportChecks(
  confidenceOf: (check: RemovedCheck) => number | undefined,
  change: UnitChange,
  report: ReportHit,
  path: string,
): void {
  const surest = new Map<string, { check: RemovedCheck; confidence: number }>();
  for (const check of removedChecks(change)) {
    const confidence = confidenceOf(check);
    if (confidence === undefined) continue;
    const compared = [...check.constraint.compared].sort().join(' ');
    const cause = `${check.pair.head.start} ${compared}`;
    const known = surest.get(cause);
    if (known === undefined || known.confidence < confidence)
      surest.set(cause, { check, confidence });
  }
  for (const { check, confidence } of surest.values())
    reportCheck(check, change, report, path, confidence);
}

/** Says what was checked before the change, and what still depends on it. */
function reportCheck(
  check: RemovedCheck,
  { base, head }: UnitChange,
  report: ReportHit,
  path: string,
  confidence: number,
): void {
  const { constraint, baseLine, place, weaker, pair } = check;
  const use = check.uses.find(({ expr }) => expr.start >= place.start) ?? check.uses[0];
  const used = shortText(head.tree.textOf(use.expr));
  const useLine = head.tree.location(use.expr).line;
  const tested = shortText(base.tree.textOf(constraint.test) || expressionText(constraint.test));
  const what =
    weaker === undefined
      ? `\`${used}\` (line ${useLine}) is no longer protected by \`${tested}\`, which this change took away from line ${baseLine} of the base`
      : `\`${used}\` (line ${useLine}) was protected by \`${tested}\` until this change made it \`${shortText(head.tree.textOf(weaker))}\``;
  const step = (span: Span, message: string): TraceStep => ({
    file: path,
    location: head.tree.location(span),
    function: pair.head.name,
    message,
  });
  report(place, what, {
    confidence,
    trace: [
      step(place, `\`${tested}\` was checked here before the change`),
      step(use.expr, `\`${used}\` still depends on it`),
    ],
  });
}
