import type { ReportedCandidate } from '../report/report.ts';
import { derivationOf } from '../report/triage-view.ts';
import { candidateText } from './candidate-text.ts';

/** A finding as an agent reads it, with what is known beyond what the scan says. */
export function findingText(finding: ReportedCandidate): string {
  const derivation = derivationOf(finding);
  if (derivation === undefined) return candidateText([finding]);
  const { preconditions, consequences, suggestions, trigger_path } = derivation;
  const way = trigger_path.map(
    (step) => `- ${step.file}:${step.line} ${step.function}: ${step.action}`,
  );
  return [
    candidateText([finding]),
    ['preconditions:', preconditions, 'how it is reached:', ...way].join('\n'),
    `consequences: ${consequences}\nsuggestion: ${suggestions}`,
  ].join('\n\n');
}
