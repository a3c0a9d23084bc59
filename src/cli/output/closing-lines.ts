import { count } from '../../security/report/count.ts';
import type { Report } from '../../security/report/report.ts';
import { refutationOf } from '../../security/report/triage-view.ts';

/** What a run came to, on one line. */
export function closingLine({ verdict, incomplete, summary, candidates }: Report): string {
  const { total, scanned_files, skipped } = summary;
  const refuted = candidates.filter((candidate) => refutationOf(candidate) !== undefined).length;
  const left = [
    ...(refuted === 0 ? [] : [`, ${refuted} refuted by models`]),
    ...(skipped.length === 0 ? [] : [`, ${skipped.length} skipped`]),
    ...(summary.less_sure === undefined ? [] : [`, ${summary.less_sure} less sure left out`]),
    // The verdict of findings hides it.
    ...(verdict === 'findings' && incomplete ? ['; not everything was examined'] : []),
  ].join('');
  return `${verdict}: ${count(total, 'candidate')} in ${count(scanned_files, 'file')}${left}`;
}

/** What was skipped, suppressed or refuted, one line each. */
export function detailLines(report: Report): string[] {
  return [
    ...report.summary.skipped.map(({ file, reason }) => `skipped ${file}: ${reason}`),
    ...report.candidates.flatMap((candidate) => {
      const { file, line, pattern, suppression } = candidate;
      const at = `${pattern} at ${file}:${line}`;
      const rejection = refutationOf(candidate);
      return [
        ...(suppression === undefined ? [] : [`suppressed ${at}: ${suppression.reason}`]),
        ...(rejection === undefined
          ? []
          : [`refuted by ${rejection.by}: ${at}: ${rejection.reason}`]),
      ];
    }),
  ];
}
