import type { Groups } from './groups.ts';
import type { Report } from './report.ts';

/** `1 finding`, `2 findings`, `1,234 findings`: the same in every locale. */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${digits(number)} ${number === 1 ? singular : plural}`;
}

/** The number with a comma between thousands. */
export function digits(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** The report in one line, for its title. */
export function headline(report: Report, groups: Groups): string {
  const found = groups.findings.length;
  const findings = found === 0 ? 'No findings' : count(found, 'finding');
  if (report.verdict !== 'inconclusive') return findings;
  return `Inconclusive, ${found === 0 ? 'no findings so far' : `${findings} so far`}`;
}

/**
 * What the verdict means, in one sentence. It claims no more than the notice: a review looks at
 * the change and its direct callers, and some files are no source text.
 */
export function verdictSentence(report: Report, groups: Groups): string {
  switch (report.verdict) {
    case 'clean':
      return cleanSentence(report, groups.findings.length === 0);
    case 'findings':
      return 'At least one finding reaches the threshold.';
    case 'inconclusive':
      return inconclusiveSentence(report);
  }
}

function inconclusiveSentence({ candidates }: Report): string {
  const unexamined = candidates.some(({ examination }) => examination?.kind === 'unexamined');
  return unexamined
    ? 'Models were to examine candidates that they did not: see the first line.'
    : 'Something that should have been examined was not: see the skipped files.';
}

function cleanSentence({ mode, summary, comparison }: Report, isEmpty: boolean): string {
  const result = isEmpty ? 'stood out' : 'reaches the threshold';
  if (mode === 'review' && comparison !== undefined) {
    return comparison.changed_files === 0
      ? 'There was no change to examine.'
      : `Nothing in the change or its direct callers ${result}.`;
  }
  return summary.skipped.length === 0
    ? `Everything was examined and nothing ${result}.`
    : `Everything but what is listed as skipped was examined and nothing ${result}.`;
}
