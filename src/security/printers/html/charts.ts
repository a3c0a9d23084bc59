import { breakablePath, escapeHtml } from '../../../page/html-text.ts';
import { SEVERITIES, type Severity } from '../../candidates/candidate.ts';
import { SEVERITY_WEIGHT } from '../../candidates/severity.ts';
import { digits } from '../../report/count.ts';
import type { CandidateGroups } from '../../report/groups.ts';
import type { Summary } from '../../report/report.ts';
import { labelledCounts } from '../../report/triage-view.ts';

/** Of a circle with a circumference of 100, so that a share is a length in per cent. */
const RADIUS = 100 / (2 * Math.PI);
const SEVERITY_NAMES: Readonly<Record<Severity, string>> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

interface Bar {
  /** HTML. */
  readonly label: string;
  readonly value: number;
  /** What stands at the end of the bar. */
  readonly text: string;
}

/** A part of a ring. */
interface Share {
  /** The class that gives it its colour. */
  readonly kind: string;
  readonly label: string;
  readonly number: number;
}

/** The overview: a ring of the findings by severity and one by what models found out, bars by category, bars by file. */
export function charts(
  summary: Summary,
  { findings, possibleFindings }: Pick<CandidateGroups, 'findings' | 'possibleFindings'>,
): string {
  const toReview = possibleFindings.length;
  const included = toReview === 0 ? '' : ` <small>with ${digits(toReview)} to review</small>`;
  const categories = Object.entries(summary.by_category)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, value]): Bar => {
      return { label: escapeHtml(name.replaceAll('_', ' ')), value, text: digits(value) };
    });
  const files = summary.top_risk_files.map(({ file, score, count }): Bar => {
    return {
      label: breakablePath(file),
      value: score,
      text: `${score.toFixed(2)} · ${digits(count)}`,
    };
  });
  const severities = SEVERITIES.map((kind): Share => {
    const number = findings.filter(({ severity }) => severity === kind).length;
    return { kind, label: SEVERITY_NAMES[kind], number };
  });
  return `<section class="charts" aria-label="Overview">
<figure class="card"><figcaption>By severity</figcaption>${ring(severities)}</figure>${triageChart(summary)}
<figure class="card"><figcaption>By category${included}</figcaption>${bars(categories)}</figure>
<figure class="card"><figcaption>By file <small>score · count</small></figcaption>${bars(files)}${legend(files)}</figure>
</section>`;
}

/** What models found out, of all that they were to look at; nothing where none was asked. */
function triageChart({ by_examination: counts }: Summary): string {
  if (counts === undefined) return '';
  const shares = labelledCounts(counts).map(({ label, ...share }): Share => {
    return { ...share, label: `${label.charAt(0).toUpperCase()}${label.slice(1)}` };
  });
  return `
<figure class="card"><figcaption>What models found out</figcaption>${ring(shares)}</figure>`;
}

/** What the numbers beside the files are. */
function legend(files: readonly Bar[]): string {
  if (files.length === 0) return '';
  const weights = SEVERITIES.map((severity) => `${severity} ${SEVERITY_WEIGHT[severity]}`);
  return `<p class="legend">Score: confidence times severity (${weights.join(', ')}), summed over the file.</p>`;
}

function ring(shares: readonly Share[]): string {
  const total = shares.reduce((sum, { number }) => sum + number, 0);
  let offset = 25;
  const arcs = shares.map(({ kind, number }) => {
    const share = total === 0 ? 0 : (100 * number) / total;
    // A hair's breadth of background between two arcs, unless one fills the ring.
    const length = share === 0 || share === 100 ? share : Math.max(0.5, share - 0.8);
    const arc = `<circle class="arc ${kind}" cx="21" cy="21" r="${RADIUS.toFixed(4)}" stroke-dasharray="${length.toFixed(2)} ${(100 - length).toFixed(2)}" stroke-dashoffset="${offset.toFixed(2)}"/>`;
    offset -= share;
    return share === 0 ? '' : arc;
  });
  const legend = shares.map(
    ({ kind, label, number }) =>
      `<li><span class="dot ${kind}" aria-hidden="true"></span>${label}<b>${digits(number)}</b></li>`,
  );
  return `<div class="ring"><svg viewBox="0 0 42 42" aria-hidden="true"><circle class="track" cx="21" cy="21" r="${RADIUS.toFixed(4)}"/>${arcs.join('')}<text x="21" y="23.6" text-anchor="middle">${digits(total)}</text></svg><ul>${legend.join('')}</ul></div>`;
}

function bars(entries: readonly Bar[]): string {
  if (entries.length === 0) return '<p class="none">Nothing to show.</p>';
  const most = Math.max(...entries.map((entry) => entry.value), 0.01);
  const items = entries.map(({ label, value, text }) => {
    const width = Math.max(1, (100 * value) / most).toFixed(1);
    return `<li><span class="name">${label}</span><span class="value">${text}</span><svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="6"/><rect class="bar" width="${width}" height="6"/></svg></li>`;
  });
  return `<ul class="bars">${items.join('')}</ul>`;
}
