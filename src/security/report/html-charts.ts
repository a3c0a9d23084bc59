import { SEVERITIES, type Severity } from '../candidate.ts';
import { digits } from './headline.ts';
import { breakablePath, escapeHtml } from './html-text.ts';
import type { Summary } from './report.ts';

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

/** The overview: a ring by severity, bars by category, bars by file. */
export function charts(summary: Summary, toReview: number): string {
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
  return `<section class="charts" aria-label="Overview">
<figure class="card"><figcaption>By severity${included}</figcaption>${ring(summary)}</figure>
<figure class="card"><figcaption>By category</figcaption>${bars(categories)}</figure>
<figure class="card"><figcaption>By file <small>score · count</small></figcaption>${bars(files)}</figure>
</section>`;
}

function ring(summary: Summary): string {
  let offset = 25;
  const arcs = SEVERITIES.map((severity) => {
    const share = summary.total === 0 ? 0 : (100 * summary.by_severity[severity]) / summary.total;
    // A hair's breadth of background between two arcs, unless one fills the ring.
    const length = share === 0 || share === 100 ? share : Math.max(0.5, share - 0.8);
    const arc = `<circle class="arc ${severity}" cx="21" cy="21" r="${RADIUS.toFixed(4)}" stroke-dasharray="${length.toFixed(2)} ${(100 - length).toFixed(2)}" stroke-dashoffset="${offset.toFixed(2)}"/>`;
    offset -= share;
    return share === 0 ? '' : arc;
  });
  const legend = SEVERITIES.map(
    (severity) =>
      `<li><span class="dot ${severity}" aria-hidden="true"></span>${SEVERITY_NAMES[severity]}<b>${digits(summary.by_severity[severity])}</b></li>`,
  );
  return `<div class="ring"><svg viewBox="0 0 42 42" aria-hidden="true"><circle class="track" cx="21" cy="21" r="${RADIUS.toFixed(4)}"/>${arcs.join('')}<text x="21" y="23.6" text-anchor="middle">${digits(summary.total)}</text></svg><ul>${legend.join('')}</ul></div>`;
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
