import type { PastReview } from '../../jobs/database/past-reviews.ts';
import { SEVERITIES } from '../../rules/classification.ts';
import { count } from '../../security/report/count.ts';
import type { Counts } from './rows.ts';

/** A bar with a part for each severity, as wide as the findings of a repository are many beside the most of any. */
export function severityBar(open: Counts, most: number): string {
  let at = 0;
  const parts = SEVERITIES.filter((severity) => open[severity] > 0).map((severity) => {
    const width = Math.max(1, (100 * open[severity]) / Math.max(most, 1));
    const part = `<rect class="${severity}" x="${at.toFixed(1)}" width="${width.toFixed(1)}" height="6"/>`;
    at += width;
    return part;
  });
  return `<svg class="severities" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="6"/>${parts.join('')}</svg>`;
}

const [WIDTH, HEIGHT, EDGE] = [96, 24, 3];

/** The findings of each of the last reviews, as a line; a review that gave no report is a ring on the ground. */
export function sparkline(past: readonly PastReview[]): string {
  const numbers = past.map(({ high, medium, low }) => high + medium + low);
  const most = Math.max(...numbers, 1);
  const step = (WIDTH - 2 * EDGE) / Math.max(past.length - 1, 1);
  const points = past.map(({ verdict }, index) => {
    const x = past.length === 1 ? WIDTH - EDGE : EDGE + index * step;
    const y = HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (numbers[index] ?? 0)) / most;
    return { x: x.toFixed(1), y: y.toFixed(1), verdict };
  });
  const known = points.filter(({ verdict }) => verdict !== 'failed');
  const line = known.map(({ x, y }) => `${x},${y}`).join(' ');
  const failed = points
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ x }) => `<circle class="failed" cx="${x}" cy="${HEIGHT - EDGE}" r="2"/>`);
  const last = known.at(-1);
  const dot =
    last === undefined
      ? ''
      : `<circle class="${last.verdict}" cx="${last.x}" cy="${last.y}" r="2.5"/>`;
  const said = past.map(({ verdict }, index) => (verdict === 'failed' ? 'none' : numbers[index]));
  const label = `Findings in the last ${count(past.length, 'review')}: ${said.join(', ')}`;
  return `<svg class="trend" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}"><polyline points="${line}"/>${failed.join('')}${dot}</svg>`;
}
