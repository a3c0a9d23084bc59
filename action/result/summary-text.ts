import {
  detailsNotice,
  findingNumbers,
} from '../../src/github/publication-plan/without-details.ts';
import { plainText, table } from '../../src/page/markdown-text.ts';
import { toMarkdown } from '../../src/security/printers/markdown.ts';
import { digits } from '../../src/security/report/count.ts';
import { publicGateText } from '../../src/security/report/gate.ts';
import { groupCandidates } from '../../src/security/report/groups.ts';
import { headline } from '../../src/security/report/headline.ts';
import type { Report } from '../../src/security/report/report.ts';
import { costText } from './outputs.ts';
import type { RunResult } from './run-result.ts';

/** GitHub drops a summary of more than 1 MiB as a whole. */
const MAX_BYTES = 1_000_000;

/** The same as Markdown. */
export function jobSummary(
  reviewed: RunResult,
  notices: readonly string[],
  maxBytes: number = MAX_BYTES,
): string {
  const { report, warnings, seconds, configuration } = reviewed;
  const remarks = [...notices, ...warnings].map((line) => `- ${plainText(line)}`);
  const took = table(
    ['', ''],
    [
      ['Cost of models', costText(reviewed.costs)],
      ['Calls of models', digits(reviewed.costs.calls)],
      ['Time', `${Math.round(seconds)} s`],
    ],
  );
  const end = ['', '## What it took', '', took, ''];
  const about = remarks.length === 0 ? [] : ['', '## Notices', '', ...remarks];
  const tail = clipped([...about, ...end].join('\n'), maxBytes / 4);
  const page =
    configuration.review.details === 'private' ? withoutFindings(report) : toMarkdown(report);
  return clipped(page, maxBytes - Buffer.byteLength(tail)) + tail;
}

/** What the page says where details of findings are not for everybody. */
function withoutFindings(report: Report): string {
  const groups = groupCandidates(report.candidates);
  return `# Rustward\n\n${findingNumbers(groups.findings, headline(report, groups), publicGateText(report, groups))}\n\n${detailsNotice()}\n`;
}

/** As much of a page as GitHub takes. */
export function clippedSummary(markdown: string): string {
  return clipped(markdown, MAX_BYTES);
}

const CUT = '\n\n*Cut here, for want of room: the report file has all of it.*\n';

/** As much as there is room for, up to the end of a chapter or at least of a line. */
function clipped(markdown: string, maxBytes: number): string {
  if (Buffer.byteLength(markdown) <= maxBytes) return markdown;
  const room = Math.max(0, maxBytes - Buffer.byteLength(CUT));
  // A character that is cut in two becomes one that is longer than its part, so a little less.
  const head = Buffer.from(markdown)
    .subarray(0, Math.max(0, room - 3))
    .toString('utf8');
  const ends = [head.lastIndexOf('\n### '), head.lastIndexOf('\n## '), head.lastIndexOf('\n')];
  const end = ends.find((at) => at > 0) ?? 0;
  return head.slice(0, end) + CUT;
}
