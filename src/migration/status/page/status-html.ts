import { htmlDocument } from '../../../page/document.ts';
import { escapeHtml } from '../../../page/html-text.ts';
import { pageScript } from '../../../page/page-script.ts';
import type { MigrationState } from '../migration-state.ts';
import { totalsOf } from '../totals.ts';
import { cards, gateSection } from './cards.ts';
import { functionSection } from './functions.ts';
import { interfaceSection } from './interface-section.ts';
import { statusHeadline, statusMasthead } from './masthead.ts';
import { STATUS_STYLE, STYLE_WITHOUT_SCRIPT } from './style.ts';

/**
 * A migration as one page that needs nothing else.
 * @param graph the call graph as SVG, its nodes in the order of the functions, with a class each
 *   for its state; undefined where there is none, or it is too large to look at
 */
export function statusHtml(state: MigrationState, version: string, graph?: string): string {
  const totals = totalsOf(state);
  return htmlDocument({
    title: `${statusHeadline(totals)}: Rustward migration of ${state.project}`,
    style: STATUS_STYLE,
    script: pageScript('migration/status.js'),
    styleWithoutScript: STYLE_WITHOUT_SCRIPT,
    body: `${statusMasthead(state, totals)}
<main>
${cards(state, totals, graph)}
${functionSection(state)}
${interfaceSection(state)}
${gateSection(state)}
</main>
<footer class="wide"><p>Rustward ${escapeHtml(version)}</p></footer>`,
  });
}
