import { count } from './count.ts';
import { failureSentences, gateSentence } from './gate.ts';
import { type CandidateGroups, isUnsettled } from './groups.ts';
import { rankedLowerSentence } from './ranked-lower.ts';
import type { Report } from './report.ts';

/**
 * How many candidates are no news, as a sentence or two; undefined without a baseline, and where
 * there are none.
 * @param option what shows those that exist, as a user sets it
 */
export function knownSentence(
  { known }: Pick<Report, 'known'>,
  option: string,
): string | undefined {
  if (known === undefined) return undefined;
  const { existing, fixed, included } = known;
  const are = existing === 1 ? 'is' : 'are';
  const them = existing === 1 ? 'it' : 'them';
  const shown = included ? `${are} shown as well` : `${are} not shown; ${option} shows ${them}`;
  const sentences = [
    ...(existing === 0 ? [] : [`${count(existing, 'existing candidate')} ${shown}.`]),
    // Those that are included are counted where they stand.
    ...(fixed === 0 || included
      ? []
      : [`${count(fixed, 'candidate')} of the base ${fixed === 1 ? 'is' : 'are'} gone.`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** The report in one line, for its title. */
export function headline(report: Report, groups: CandidateGroups): string {
  const found = groups.findings.length;
  const findings = found === 0 ? 'No findings' : count(found, 'finding');
  if (report.verdict !== 'inconclusive') return findings;
  return `Inconclusive, ${found === 0 ? 'no findings so far' : `${findings} so far`}`;
}

/**
 * What the verdict means, in one sentence. It claims no more than the notice: a review is about
 * what the change introduces, and some files are no source text.
 */
export function verdictSentence(report: Report, groups: CandidateGroups): string {
  const passes = report.gate !== undefined && report.verdict !== 'findings';
  return [
    verdictItself(report, groups),
    ...(passes ? [gateSentence(report.gate)] : []),
    ...rankedLowerSentence(report),
  ].join(' ');
}

function verdictItself(report: Report, groups: CandidateGroups): string {
  switch (report.verdict) {
    case 'clean':
      return `${cleanSentence(report, groups)}${unsettled(groups)}${lessSure(report)}`;
    case 'findings':
      return `${failure(report, groups)}${unexamined(report)}`;
    case 'inconclusive':
      return inconclusiveSentence(report);
  }
}

/** Why the run fails; of a report that does not know it, that it does. */
function failure({ gate }: Report, groups: CandidateGroups): string {
  const why = gate === undefined ? [] : failureSentences(gate, groups);
  return why.length === 0 ? 'At least one finding reaches the threshold.' : why.join(' ');
}

function inconclusiveSentence(report: Report): string {
  return (
    unexamined(report).trim() ||
    (isOfChange(report) ? undefined : nothingSentence(report.summary)) ||
    `Something that should have been examined was not: see the ${report.summary.skipped.length === 0 ? 'notice' : 'skipped files'}.`
  );
}

function isOfChange({ mode, comparison }: Report): boolean {
  return mode === 'review' && comparison !== undefined;
}

/** Of what was to be examined whole, where that is nothing. */
function nothingSentence({ scanned_files, skipped }: Report['summary']): string | undefined {
  if (scanned_files > 0) return undefined;
  return skipped.length === 0
    ? 'No C, C++ or Rust source was examined: none is among what was to be examined, or patterns leave out all of them.'
    : 'No C, C++ or Rust source was examined: see what is listed as skipped.';
}

/** What a finding must not hide. */
function unexamined({ candidates }: Report): string {
  const some = candidates.some(({ examination }) => examination?.kind === 'unexamined');
  return some ? ' Models were to examine candidates that they did not: see the notice.' : '';
}

/** What models did not settle never fails a run, and is not nothing either. */
function unsettled(groups: CandidateGroups): string {
  const number = unsettledCount(groups);
  if (number === 0) return '';
  const [what, are] =
    number === 1 ? ['a candidate', 'it is'] : [`${number} candidates`, 'they are'];
  return ` Models could not settle ${what}: ${are} among those to review.`;
}

/** What who asked for more confidence has left out. */
function lessSure({ summary: { less_sure: number = 0 } }: Report): string {
  if (number === 0) return '';
  const are = number === 1 ? 'is' : 'are';
  return ` ${count(number, 'candidate')} below the confidence that was asked for ${are} left out.`;
}

function unsettledCount({ possibleFindings }: CandidateGroups): number {
  return possibleFindings.filter(isUnsettled).length;
}

/** What has to be said of nothing: what models refuted and what is suppressed did stand out, to the scan. */
function cleanResult(groups: CandidateGroups, { less_sure }: Report['summary']): string {
  if (groups.findings.length > 0) return 'reaches the threshold';
  if (less_sure !== undefined) return 'stood out that is sure enough';
  if (unsettledCount(groups) > 0) return 'was shown to be a defect';
  const isRefuted = groups.refuted.length > 0;
  if (groups.suppressed.length === 0) {
    return isRefuted ? 'stood out that models did not refute' : 'stood out';
  }
  return isRefuted
    ? 'stood out that is neither suppressed nor refuted by models'
    : 'stood out that is not suppressed';
}

/** Of a change without findings: what it has that was not examined must not pass for sound. */
function changeSentence(
  { changed_files: examined, left_out_files: leftOut = 0 }: NonNullable<Report['comparison']>,
  result: string,
): string {
  if (leftOut === 0)
    return examined === 0
      ? 'No changed source was examined.'
      : `Nothing that the change introduces ${result}.`;
  const [sources, are] =
    leftOut === 1
      ? ['The one changed source', 'is']
      : [`All ${count(leftOut, 'changed source')}`, 'are'];
  if (examined === 0)
    return `${sources} ${are} left out of what is to be examined, and nothing was examined.`;
  return `Of what was examined, nothing that the change introduces ${result}; ${count(leftOut, 'changed source')} ${are} left out, and ${are} not examined.`;
}

function cleanSentence({ mode, summary, comparison }: Report, groups: CandidateGroups): string {
  const result = cleanResult(groups, summary);
  if (mode === 'review' && comparison !== undefined) {
    return changeSentence(comparison, result);
  }
  const nothing = nothingSentence(summary);
  if (nothing !== undefined) return nothing;
  return summary.skipped.length === 0
    ? `Everything was examined and nothing ${result}.`
    : `Everything but what is listed as skipped was examined and nothing ${result}.`;
}
