import { escapeHtml, sentence } from '../../../page/html-text.ts';
import { fixedLines, fixSentence } from '../../report/fix-sentence.ts';
import { BASELINE_LABEL, foundBy, isIntroduced } from '../../report/groups.ts';
import { introducedLabel } from '../../report/introduced.ts';
import type { BaselineState, ReportedCandidate, RuleInfo } from '../../report/report.ts';
import type { SourceAddress } from '../../report/source-address.ts';
import { placeSentence } from '../../report/weak-evidence.ts';
import { codeExcerpt } from './code-excerpt.ts';
import { placeLink } from './place-link.ts';
import { reproductionBadge, reproductionBody } from './reproduction.ts';
import { analystSuggestion, triageBadge, triageBody } from './triage.ts';

/** What the page knows beside the candidate itself. */
interface FindingContext {
  /** Whether it is unfolded at first. */
  readonly isOpen: boolean;
  readonly rule: RuleInfo | undefined;
  /** The number of its file in the list of files to filter by. */
  readonly fileNumber: number;
  /** The number of its rule in the list of explained rules, if it has an explanation. */
  readonly ruleNumber: number | undefined;
  /** Where its lines can be read. */
  readonly addressOf: SourceAddress;
}

/** One candidate as a list item that unfolds; what the filter needs is in its attributes. */
export function findingItem(candidate: ReportedCandidate, context: FindingContext): string {
  const { baseline, category, confidence, file, gid, line, score, severity, suppression } =
    candidate;
  const { addressOf } = context;
  const title = escapeHtml(context.rule?.title ?? candidate.pattern);
  const badges = [
    baseline === undefined ? '' : baselineBadge(baseline),
    suppression === undefined ? '' : '<span class="badge">suppressed</span>',
    triageBadge(candidate),
    reproductionBadge(candidate),
  ].join('');
  const within =
    candidate.function === ''
      ? ''
      : `<span class="function">${escapeHtml(candidate.function)}</span>`;
  const attributes = [
    `data-severity="${severity}"`,
    `data-category="${category}"`,
    `data-file="${context.fileNumber}"`,
    `data-score="${score}"`,
    `data-line="${line}"`,
    `data-new="${baseline !== undefined && isIntroduced(candidate) ? 1 : 0}"`,
  ].join(' ');
  return `<li class="finding ${severity}" id="finding-${gid}" ${attributes}><details${context.isOpen ? ' open' : ''}><summary>
<span class="severity">${severity}</span>
<h3>${title}${badges}</h3>
<span class="where">${placeLink({ file, line }, addressOf)}${within}</span>
<span class="how"><span class="category">${category.replaceAll('_', ' ')}</span>${meter(confidence)}</span>
</summary><div class="body">
<p class="description">${sentence(candidate.description)}</p>
${codeExcerpt(candidate)}${weak(candidate)}${change(candidate, addressOf)}${callPaths(candidate)}${reproductionBody(candidate)}${triageBody(candidate, addressOf)}${reason(candidate)}
<div class="suggestion"><h4>What to do</h4>${analystSuggestion(candidate)}<p>${sentence(candidate.suggestion)}</p>${fixBlock(candidate)}</div>
${aboutRule(context)}${facts(candidate)}
</div></details></li>`;
}

function baselineBadge(state: BaselineState): string {
  const kind = isIntroduced({ baseline: state }) ? ' new' : '';
  return `<span class="badge${kind}">${BASELINE_LABEL[state]}</span>`;
}

/** The confidence as a bar and in words. */
function meter(confidence: number): string {
  const width = Math.round(confidence * 100);
  return `<span class="confidence"><svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="6"/><rect class="bar" width="${width}" height="6"/></svg>${width} % confidence</span>`;
}

/** Why it is no finding. */
function weak(candidate: ReportedCandidate): string {
  const why = placeSentence(candidate);
  if (why === undefined) return '';
  return `<div class="reason"><h4>A place to look at, and no finding</h4><p>${sentence(why)}</p></div>`;
}

/** Which changed line brings it about, where the change has not touched its own. */
function change({ introduced_at: at }: ReportedCandidate, addressOf: SourceAddress): string {
  if (at === undefined) return '';
  return `<div class="reason"><h4>${introducedLabel(at)}</h4><p>${placeLink(at, addressOf)}</p></div>`;
}

/** How it is called, where no model has looked. */
function callPaths({ call_paths: paths = [] }: ReportedCandidate): string {
  if (paths.length === 0) return '';
  const items = paths.map((path) => `<p><code>${escapeHtml(path)}</code></p>`).join('');
  return `<div class="reason"><h4>Called by</h4>${items}</div>`;
}

/** What can stand in the place of its lines. */
function fixBlock({ fix }: ReportedCandidate): string {
  if (fix === undefined) return '';
  return `<p>${escapeHtml(fixSentence(fix))}:</p><pre class="listing">${escapeHtml(fixedLines(fix))}</pre>`;
}

function reason({ suppression }: ReportedCandidate): string {
  if (suppression === undefined) return '';
  const where = suppression.kind === 'inSource' ? 'in the code' : 'in the suppression file';
  return `<div class="reason"><h4>Suppressed ${where}</h4><p>${escapeHtml(suppression.reason)}</p></div>`;
}

/** The explanation stands once on the page; the script shows it here when this is unfolded. */
function aboutRule({ ruleNumber }: FindingContext): string {
  if (ruleNumber === undefined) return '';
  return `<details class="about" data-rule="rule-${ruleNumber}"><summary>About this rule</summary><div class="help"><p><a href="#rule-${ruleNumber}">Read about it below</a></p></div></details>`;
}

function facts(candidate: ReportedCandidate): string {
  const weaknesses = candidate.cwe.map(
    (number) =>
      `<a href="https://cwe.mitre.org/data/definitions/${number}.html" rel="noreferrer">CWE-${number}</a>`,
  );
  const sources = foundBy(candidate);
  const entries = [
    ['Rule', `<code>${escapeHtml(candidate.pattern)}</code>`],
    ['Weakness', weaknesses.join(', ')],
    ['Confidence', candidate.confidence.toFixed(2)],
    ['Score', candidate.score.toFixed(2)],
    ['Id', `<code>${escapeHtml(candidate.id)}</code>`],
    ...(sources === undefined ? [] : [['Found by', escapeHtml(sources)]]),
  ];
  const items = entries.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return `<dl class="facts">${items.join('')}</dl>`;
}
