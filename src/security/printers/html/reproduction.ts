import { escapeHtml, prose } from '../../../page/html-text.ts';
import { REPRODUCTION_LABEL } from '../../candidates/reproduction.ts';
import type { ReportedCandidate } from '../../report/report.ts';
import {
  errorWithStack,
  NOT_REPRODUCED_SENTENCE,
  reproducedSentence,
  scriptName,
  selfContainedScript,
  whyNotReproduced,
} from '../../report/reproduction-view.ts';

/** What came of running it, beside the title of a finding. */
export function reproductionBadge({ reproduction }: ReportedCandidate): string {
  if (reproduction === undefined || reproduction.outcome === 'not_tried') return '';
  const { outcome } = reproduction;
  return `<span class="badge ${outcome}">${REPRODUCTION_LABEL[outcome]}</span>`;
}

/** The error, the driver and how to run it; or why there is none. */
export function reproductionBody({ reproduction, id }: ReportedCandidate): string {
  if (reproduction === undefined) return '';
  const why = prose(whyNotReproduced(reproduction) ?? '');
  switch (reproduction.outcome) {
    case 'not_tried':
      return `<div class="reason"><h4>Not run</h4><p>${why}</p></div>`;
    case 'not_reproduced':
      return `<div class="reason"><h4>Not reproduced by execution</h4><p>${why}. ${NOT_REPRODUCED_SENTENCE}</p></div>`;
    case 'reproduced': {
      const name = scriptName(id);
      const script = Buffer.from(selfContainedScript(reproduction)).toString('base64');
      const link = `<a download="${escapeHtml(name)}" href="data:text/x-sh;base64,${script}">${escapeHtml(name)}</a>`;
      return [
        `<div class="reproduction"><h4>Reproduced by execution</h4><p>${reproducedSentence(reproduction)}</p>`,
        listing(errorWithStack(reproduction)),
        `<p>Run it again: save ${link}, then <code>sh ${escapeHtml(name)} CHECKOUT</code> with the folder of the head.</p>`,
        `<details class="more"><summary>The driver, compiled after ${escapeHtml(reproduction.unit)}</summary>`,
        `${listing(reproduction.driver.split('\n'))}</details></div>`,
      ].join('');
    }
  }
}

function listing(lines: readonly string[]): string {
  return `<pre class="listing">${lines.map(escapeHtml).join('\n')}</pre>`;
}
