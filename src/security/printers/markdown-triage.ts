import { codeSpan, quotedText } from '../../page/markdown-text.ts';
import type { Derivation } from '../candidates/triage-result.ts';
import type { ReportedCandidate } from '../report/report.ts';
import {
  derivationOf,
  derivedPath,
  type PathStep,
  unseenCallersOf,
} from '../report/triage-view.ts';

/** What models found out about an open candidate, and how it is reached; one block each. */
export function triageBlocks(candidate: ReportedCandidate): string[] {
  const { examination, trace } = candidate;
  const derivation = derivationOf(candidate);
  if (derivation !== undefined) {
    const checked =
      derivation.kind === 'verified'
        ? `Verified: ${quotedText(derivation.verification_notes)}`
        : 'Derived by a model, every call found in the code; no verifier was asked to refute it.';
    return [...derivationBlocks(derivation, 'Call path'), checked, ...unseenBlock(candidate)];
  }
  const scanned = trace.length === 0 ? [] : [numbered('Call path', trace)];
  if (examination?.kind === 'unproven') {
    return [
      ...scanned,
      `Not settled: a model takes this for a defect, but: ${quotedText(examination.problem)}`,
      ...derivationBlocks(examination, 'Call path as the model claims it'),
    ];
  }
  if (examination?.kind === 'unsettled') {
    const said = `Not settled: a model calls this no defect: ${quotedText(examination.reason)}`;
    return [...scanned, said, ...unseenBlock(candidate)];
  }
  if (examination?.kind === 'unexamined') {
    return [...scanned, `Not examined by a model: ${quotedText(examination.reason)}`];
  }
  return scanned;
}

/** What the result assumes. */
function unseenBlock(candidate: ReportedCandidate): string[] {
  const unseen = unseenCallersOf(candidate);
  return unseen === undefined ? [] : [`Callers that no model looked at: ${quotedText(unseen)}`];
}

function derivationBlocks(derivation: Derivation, title: string): string[] {
  return [
    `Preconditions: ${quotedText(derivation.preconditions)}`,
    numbered(title, derivedPath(derivation)),
    `Consequences: ${quotedText(derivation.consequences)}`,
    `Suggestion of the analyst: ${quotedText(derivation.suggestions)}`,
  ];
}

function numbered(title: string, steps: readonly PathStep[]): string {
  const items = steps.map(({ file, line, column, message, ...step }, index) => {
    const within = step.function === '' ? '' : ` in ${codeSpan(step.function)}`;
    const place = codeSpan(`${file}:${line}${column === undefined ? '' : `:${column}`}`);
    return `${index + 1}. ${place}${within}: ${quotedText(message)}`;
  });
  return `${title}:\n\n${items.join('\n')}`;
}
