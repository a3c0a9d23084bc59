import { escapeHtml } from '../../../page/html-text.ts';
import { SEVERITIES } from '../../candidates/candidate.ts';
import type { Report } from '../../report/report.ts';

/** The controls above the list. Only the script makes them work, so only it shows them. */
export function filterBar(report: Report, files: readonly string[]): string {
  const categories = [...new Set(report.candidates.map((candidate) => candidate.category))].sort();
  const severities = SEVERITIES.map(
    (name) =>
      `<label class="pill ${name}"><input type="checkbox" name="severity" value="${name}" checked><span>${name}</span></label>`,
  );
  const options = (values: readonly (readonly [string | number, string])[]) =>
    values.map(([value, text]) => `<option value="${value}">${escapeHtml(text)}</option>`).join('');
  const withBaseline = report.candidates.some((candidate) => candidate.baseline !== undefined);
  const onlyNew = withBaseline
    ? '<label class="pill"><input type="checkbox" name="new"><span>new only</span></label>'
    : '';
  return `<form class="filter" role="search" aria-label="Filter the findings">
<label class="search"><span class="unseen">Search</span><input type="search" name="text" placeholder="Search text, file, function, rule" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd></label>
<fieldset><legend class="unseen">Severity</legend>${severities.join('')}${onlyNew}</fieldset>
<div class="choices"><label class="choice"><span>Category</span><select name="category"><option value="">all</option>${options(categories.map((name) => [name, name.replaceAll('_', ' ')]))}</select></label>
<label class="choice"><span>File</span><select name="file"><option value="">all</option>${options(files.map((name, index) => [index, name]))}</select></label>
<label class="choice"><span>Sort by</span><select name="sort"><option value="score">score</option><option value="file">file and line</option><option value="category">category</option></select></label>
<output class="count" name="count" role="status" aria-live="polite"></output></div>
</form>`;
}
