import { count } from '../report/count.ts';
import { groupCandidates } from '../report/groups.ts';
import type { Report } from '../report/report.ts';

const COLOURS = { clean: '#2c6e49', findings: '#b3261e', inconclusive: '#8a5a00' } as const;
const LABEL = 'rustward';

/** Of a character, at 11 pixels: as wide as the widest of these words needs. */
const CHARACTER_WIDTH = 7;
const MARGIN = 8;

/** The verdict as a small picture for a README, which depends on no server. */
export function toBadge(report: Report): string {
  const { findings } = groupCandidates(report.candidates);
  const found = findings.length === 0 ? report.verdict : count(findings.length, 'finding');
  const { scanned_files, skipped } = report.summary;
  const isOver = report.verdict === 'clean' || skipped.length === 0;
  const isNothing = scanned_files === 0 && findings.length === 0 && isOver;
  const said = isNothing
    ? 'no sources'
    : report.verdict === 'inconclusive'
      ? 'inconclusive'
      : found;
  const [left, right] = [widthOf(LABEL), widthOf(said)];
  const text = (at: number, words: string) =>
    `<text x="${at}" y="14" text-anchor="middle">${words}</text>`;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${LABEL}: ${said}">`,
    `  <title>${LABEL}: ${said}</title>`,
    `  <clipPath id="edge"><rect width="${left + right}" height="20" rx="3"/></clipPath>`,
    '  <g clip-path="url(#edge)">',
    `    <rect width="${left}" height="20" fill="#444"/>`,
    `    <rect x="${left}" width="${right}" height="20" fill="${COLOURS[report.verdict]}"/>`,
    '  </g>',
    '  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    `    ${text(left / 2, LABEL)}`,
    `    ${text(left + right / 2, said)}`,
    '  </g>',
    '</svg>',
  ].join('\n')}\n`;
}

function widthOf(words: string): number {
  return words.length * CHARACTER_WIDTH + 2 * MARGIN;
}
