import { escapeHtml } from '../../../page/html-text.ts';
import { DECISION_LABEL, placeText } from '../../report/imported-place.ts';
import type { Report } from '../../report/report.ts';

/** What became of each result of other scanners. */
export function importedSection({ imported = [] }: Report): string {
  if (imported.length === 0) return '';
  const rows = imported.map(({ rule, decision, reason, candidate, ...place }) => {
    const id = candidate === undefined ? '' : ` (<code>${escapeHtml(candidate)}</code>)`;
    return `<li><code>${escapeHtml(placeText(place))}</code><span><code>${escapeHtml(rule)}</code> ${DECISION_LABEL[decision]}: ${escapeHtml(reason)}${id}</span></li>`;
  });
  return `<details class="group"><summary><h2>Results of other scanners <span class="number">${imported.length}</span></h2></summary><ul class="skipped">${rows.join('')}</ul></details>\n`;
}
