import { escapeHtml, prose } from '../../../page/html-text.ts';
import type { Derivation, TriageResult } from '../../candidates/triage-result.ts';
import type { ReportedCandidate } from '../../report/report.ts';
import type { SourceAddress } from '../../report/source-address.ts';
import {
  derivationOf,
  derivedPath,
  type PathStep,
  refutationOf,
  TRIAGE_LABEL,
  unseenCallersOf,
} from '../../report/triage-view.ts';
import { placeLink } from './place-link.ts';

/** What models came to, beside the title of a finding. */
export function triageBadge({ examination }: ReportedCandidate): string {
  if (examination === undefined) return '';
  const { kind } = examination;
  return `<span class="badge ${kind}">${TRIAGE_LABEL[kind]}</span>`;
}

/** How a candidate is reached, and what models say of it. */
export function triageBody(candidate: ReportedCandidate, addressOf: SourceAddress): string {
  const { examination, trace } = candidate;
  const derivation = derivationOf(candidate);
  if (derivation !== undefined) {
    const followed = pathList('What the scan followed', trace, addressOf);
    const more =
      followed === ''
        ? ''
        : `<details class="more"><summary>The way of the data, as the scan followed it</summary>${followed}</details>`;
    return `${derived(derivation, 'How it is reached', addressOf)}${outcome(derivation)}${more}`;
  }
  const scanned = pathList('How the data gets here', trace, addressOf);
  if (examination?.kind !== 'unproven') return `${scanned}${outcome(examination)}`;
  // Nothing has compared these places with the tree.
  const claimed = derived(examination, 'How it is reached, as the model claims', () => undefined);
  return `${scanned}${outcome(examination)}${claimed}`;
}

/** What to do, in the words of the analyst; empty where none derived anything. */
export function analystSuggestion({ examination }: ReportedCandidate): string {
  const known = examination !== undefined && 'suggestions' in examination;
  return known ? `<p>${prose(examination.suggestions)}</p>` : '';
}

function derived(derivation: Derivation, title: string, addressOf: SourceAddress): string {
  return [
    part('premise', 'What it takes', derivation.preconditions),
    pathList(title, derivedPath(derivation), addressOf),
    part('premise', 'What follows', derivation.consequences),
  ].join('');
}

function outcome(examination: TriageResult | undefined): string {
  switch (examination?.kind) {
    case 'verified':
      return `${part('checked', 'What the verifier checked', examination.verification_notes)}${unseen(examination)}`;
    case 'unverified': {
      const text = 'Every call is in the code; no verifier was asked to refute it.';
      return `${part('reason', 'Not verified', text)}${unseen(examination)}`;
    }
    case 'unsettled': {
      const title = 'Not settled: a model calls this no defect';
      return `${part('reason', title, examination.reason)}${unseen(examination)}`;
    }
    case 'unproven':
      return part(
        'reason',
        'Not settled: a model takes this for a defect, but',
        examination.problem,
      );
    case 'unexamined':
      return part('reason', 'Not examined by a model', examination.reason);
    case 'refuted':
    case 'dismissed':
      return refutation(examination);
    case undefined:
      return '';
  }
}

/** What the result assumes. */
function unseen(examination: TriageResult): string {
  const callers = unseenCallersOf({ examination });
  return callers === undefined ? '' : part('reason', 'Callers that no model looked at', callers);
}

function refutation(examination: TriageResult): string {
  const { by = '', reason = '', notes } = refutationOf({ examination }) ?? {};
  const review = notes === undefined ? '' : part('reason', 'What the reviewer says', notes);
  return `${part('reason', `Refuted by ${by}`, reason)}${review}`;
}

function part(kind: string, title: string, text: string): string {
  return `<div class="${kind}"><h4>${escapeHtml(title)}</h4><p>${prose(text)}</p></div>`;
}

/** The source line of a step, as far as a report has it. */
function stepLine({ evidence = '' }: PathStep): string {
  return evidence === '' ? '' : `<code class="line">${escapeHtml(evidence)}</code>`;
}

function pathList(title: string, steps: readonly PathStep[], addressOf: SourceAddress): string {
  if (steps.length === 0) return '';
  const items = steps.map((step) => {
    const within =
      step.function === '' ? '' : ` <span class="function">${escapeHtml(step.function)}</span>`;
    return `<li><span class="step">${prose(step.message)}</span><span class="where">${placeLink(step, addressOf)}${within}</span>${stepLine(step)}</li>`;
  });
  return `<div class="trace"><h4>${escapeHtml(title)}</h4><ol>${items.join('')}</ol></div>`;
}
