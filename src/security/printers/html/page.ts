import { htmlDocument } from '../../../page/document.ts';
import { escapeHtml } from '../../../page/html-text.ts';
import { pageScript } from '../../../page/page-script.ts';
import { type CandidateGroups, describedRules, groupCandidates } from '../../report/groups.ts';
import { headline, knownSentence } from '../../report/headline.ts';
import type { Report, ReportedCandidate } from '../../report/report.ts';
import { sourceAddress } from '../../report/source-address.ts';
import { charts } from './charts.ts';
import { filterBar } from './filter.ts';
import { findingItem } from './finding.ts';
import { footer, masthead, ruleSection, skippedSection } from './frame.ts';
import { importedSection } from './imported.ts';
import { STYLE, STYLE_WITHOUT_SCRIPT } from './style.ts';

/** From here on a browser lays out only what is near the view. */
const LONG_LIST = 100;

/** The report as one page that needs nothing else. */
export function toHtml(report: Report): string {
  const groups = groupCandidates(report.candidates);
  return htmlDocument({
    title: `${headline(report, groups)}: Rustward ${report.mode} of ${report.summary.scanned_root}`,
    style: STYLE,
    script: pageScript('report/report.js'),
    styleWithoutScript: STYLE_WITHOUT_SCRIPT,
    body: `<a class="skip" href="#findings">Skip to the findings</a>
${masthead(report, groups)}
<main>
${charts(report.summary, groups)}
${findingsSection(report, groups)}
${importedSection(report)}${skippedSection(report)}
${ruleSection(report)}
</main>
${footer(report)}`,
  });
}

function findingsSection(report: Report, groups: CandidateGroups): string {
  const rules = new Map(describedRules(report).map((rule) => [rule.id, rule]));
  const explained = new Map(report.rules.map((rule, index) => [rule.id, index]));
  const files = [...new Set(report.candidates.map((candidate) => candidate.file))].sort();
  const fileNumbers = new Map(files.map((file, index) => [file, index]));
  const addressOf = sourceAddress(report);
  const list = (candidates: readonly ReportedCandidate[], isMain = false) => {
    const items = candidates.map((candidate, index) =>
      findingItem(candidate, {
        isOpen: isMain && index === 0,
        rule: rules.get(candidate.pattern),
        fileNumber: fileNumbers.get(candidate.file) ?? 0,
        ruleNumber: explained.get(candidate.pattern),
        addressOf,
      }),
    );
    const long = candidates.length > LONG_LIST ? ' long' : '';
    return `<ol class="findings${long}">\n${items.join('\n')}\n</ol>`;
  };
  const folded: readonly (readonly [string, string, readonly ReportedCandidate[]])[] = [
    ['To review', 'The evidence for these is too weak for a finding.', groups.possibleFindings],
    [
      'Examined and refuted',
      'Models looked, and say why these are no defects. They can be wrong.',
      groups.refuted,
    ],
    ['Existing', 'The code that this is compared with has these as well.', groups.existing],
    ['Suppressed', 'These were marked as no defects, each with a reason.', groups.suppressed],
    ['No longer found', 'These are in the baseline and not in this code.', groups.absent],
  ];
  const sections = folded
    .filter(([, , candidates]) => candidates.length > 0)
    .map(
      ([title, note, candidates]) =>
        `<details class="group"><summary><h2>${title} <span class="number">${candidates.length}</span></h2></summary><p class="note">${note}</p>${list(candidates)}</details>`,
    );
  const main =
    groups.findings.length === 0 ? '<p class="none">No findings.</p>' : list(groups.findings, true);
  const sentence = knownSentence(report, '--include-existing');
  const known = sentence === undefined ? '' : `<p class="note">${escapeHtml(sentence)}</p>`;
  return `<section id="findings" tabindex="-1" aria-label="Findings">
${report.candidates.length === 0 ? '' : filterBar(report, files)}
<div class="group"><h2>Findings <span class="number">${groups.findings.length}</span></h2>${main}${known}</div>
${sections.join('\n')}
</section>`;
}
