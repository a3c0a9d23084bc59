import type { Evidence } from '../../../equivalence/evidence/evidence.ts';
import { unsafeReachedText } from '../../../equivalence/evidence/unsafe-reached.ts';
import { breakablePath, escapeHtml, sentence } from '../../../page/html-text.ts';
import type { FunctionState, MigrationState, StepEffort } from '../migration-state.ts';
import { percent } from '../totals.ts';
import {
  compactNumber,
  dollars,
  duration,
  evidenceWords,
  groupedDigits,
  plural,
  reachedWords,
  STATE_WORDS,
} from '../wording.ts';
import { statesOf } from './cards.ts';

/** Every function with its evidence, and why it is blocked where it is. */
export function functionSection({ functions }: MigrationState): string {
  const pills = statesOf(functions).map(
    (name) =>
      `<label class="pill state ${name}"><input type="checkbox" name="state" value="${name}" checked><span>${STATE_WORDS[name]}</span></label>`,
  );
  return `<section class="group" aria-label="Functions"><h2>Functions <span class="number">${functions.length}</span></h2>
<form class="filter" role="search" aria-label="Filter the functions">
<label class="search"><span class="unseen">Search</span><input type="search" name="text" placeholder="Search name, file, reason" autocomplete="off" spellcheck="false"></label>
<fieldset><legend class="unseen">State</legend>${pills.join('')}</fieldset>
<output class="count" name="count" role="status" aria-live="polite"></output>
</form>
<ol class="functions">
${functions.map(item).join('\n')}
</ol></section>`;
}

function item(one: FunctionState, index: number): string {
  const { name, file, startLine, state, evidence, effort } = one;
  const took =
    effort === undefined
      ? ''
      : `${compactNumber(effort.inputTokens + effort.outputTokens)} tokens<br>${duration(effort.seconds)}`;
  return `<li class="function ${state}" id="function-${index}" data-state="${state}"><details><summary>
<span><code class="name">${escapeHtml(name)}</code><span class="place">${breakablePath(file)}:${startLine}</span></span>
<span class="badge">${STATE_WORDS[state]}</span>
<span class="seen${evidence?.kind === 'different' ? ' bad' : ''}">${evidenceWords(evidence)}${moreOf(one)}</span>
<span class="reach">${reach(evidence)}</span>
<span class="took">${took}</span></summary>
<div class="inside">${inside(one)}</div></details></li>`;
}

function moreOf(one: FunctionState): string {
  const { unsafeLines, state, reason, rust } = one;
  if (/^(?:stale|blocked|skipped|replaced)$/.test(state))
    return `<small>${escapeHtml(firstLine(reason ?? ''))}</small>`;
  if (state === 'uncompared')
    return `<small>${escapeHtml(firstLine(reachedWords(one) || `because ${reason ?? 'nothing was run'}`))}</small>`;
  if (state !== 'migrated') return '';
  const where = rust === undefined ? '' : `<code>${escapeHtml(rust.symbol)}</code>`;
  return `<small>${where}${unsafeLines > 0 ? ` · ${plural(unsafeLines, 'unsafe line')}` : ''}</small>`;
}

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}

function reach(evidence: Evidence | undefined): string {
  if (evidence?.kind !== 'equal') return '';
  const { coveredLines, lines } = evidence.coverage;
  const value = percent(coveredLines, lines);
  return `${Math.floor(value)} % of the C<svg viewBox="0 0 100 5" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="5"/><rect class="bar" width="${value.toFixed(1)}" height="5"/></svg>`;
}

function inside(one: FunctionState): string {
  const { signature, rust, reason, remarks, evidence, effort } = one;
  return [
    reason === undefined
      ? ''
      : block(whyTitle(one), `<p class="reason">${ownLines(reason.trim())}</p>`),
    one.reachedBy === undefined
      ? ''
      : block('Seen beside the C all the same', `<p>${sentence(reachedWords(one))}</p>`),
    block('C', code(signature)),
    rust === undefined ? '' : block(`Rust in ${breakablePath(rust.file)}`, code(rust.signature)),
    evidence === undefined || one.state === 'uncompared' || one.state === 'stale'
      ? ''
      : block('Evidence', evidenceBlock(evidence)),
    remarks.length === 0 ? '' : block('What the reviewer still says', list(remarks)),
    effort === undefined ? '' : block('What it took', effortBlock(effort)),
  ].join('');
}

function whyTitle({ state, reachedBy }: FunctionState): string {
  if (state === 'blocked') return 'Why it is blocked';
  if (state === 'stale') return 'Why what was compared does not count';
  if (state !== 'uncompared') return 'Why there is no Rust for it';
  return reachedBy === undefined
    ? 'Why it was not compared: the Rust was never run beside the C, so only its own tests speak for it'
    : 'Why it was not compared by itself';
}

function block(title: string, html: string): string {
  return `<div><h3>${title}</h3>${html}</div>`;
}

function code(text: string): string {
  return `<pre><code>${ownLines(text)}</code></pre>`;
}

/** Text as HTML whose line breaks stay. */
function ownLines(text: string): string {
  return text.split('\n').map(escapeHtml).join('\n');
}

function list(items: readonly string[]): string {
  return `<ul class="plain">${items.map((text) => `<li>${sentence(text)}</li>`).join('')}</ul>`;
}

function facts(entries: readonly (readonly [string, string])[]): string {
  return `<dl class="facts">${entries.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`;
}

function evidenceBlock(evidence: Evidence): string {
  if (evidence.kind === 'not checked') return `<p>Not compared: ${sentence(evidence.because)}</p>`;
  if (evidence.kind === 'nothing to compare') {
    return `<p>Nothing to compare: ${sentence(evidence.because)}</p>`;
  }
  if (evidence.kind === 'different') {
    return `${facts([
      ['Input', `<code>${escapeHtml(evidence.input)}</code>`],
      ['C gives', `<code>${escapeHtml(evidence.c)}</code>`],
      ['Rust gives', `<code>${escapeHtml(evidence.rust)}</code>`],
    ])}${code(evidence.test)}`;
  }
  const { coverage, limits, undefinedBehaviour } = evidence;
  return [
    facts([
      ['Cases', groupedDigits(evidence.cases)],
      ['Undefined in C', groupedDigits(evidence.excluded)],
      ['Lines of C', `${coverage.coveredLines} of ${coverage.lines}`],
      ['Branches of C', `${coverage.coveredBranches} of ${coverage.branches}`],
      ['Unsafe code reached', escapeHtml(unsafeReachedText(evidence.unsafe_reached))],
      ['Seed', String(evidence.seed)],
      ['Time', duration(evidence.milliseconds / 1000)],
    ]),
    ...(limits.length === 0 ? [] : [list(limits)]),
    ...(undefinedBehaviour.length === 0
      ? []
      : [`<h3>Undefined behaviour of the C</h3>${list(undefinedBehaviour)}`]),
  ].join('');
}

function effortBlock(effort: StepEffort): string {
  const together = effort.functions.length > 1 ? ` (with ${effort.functions.length - 1} more)` : '';
  return facts([
    ['Tries', `${effort.tries}${together}`],
    ['Repairs', String(effort.repairs)],
    ['Model calls', String(effort.modelCalls)],
    ['Tokens in', groupedDigits(effort.inputTokens)],
    ['Tokens out', groupedDigits(effort.outputTokens)],
    ['Cost', escapeHtml(dollars(effort.cost))],
    ['Time', duration(effort.seconds)],
  ]);
}
