import { derivationOf, wayTo } from '../../security/report/examined.ts';
import { foundBy } from '../../security/report/groups.ts';
import { codeSpan } from '../../security/report/markdown-text.ts';
import type { ReportedCandidate, RuleInfo } from '../../security/report/report.ts';
import { SUPPRESSION_FILE } from '../../security/suppression-file.ts';
import { clipLines, fitLines } from '../clip.ts';
import { PLAN_LIMITS } from './review-plan.ts';
import { shortSentence, shortText } from './short-text.ts';
import { type Audience, type SourceAddress, sourceLink } from './source-link.ts';

/** Characters of a sentence or two. */
const SENTENCES = 1000;
const STEP = 300;
const WAY_BYTES = 15_000;
/** A longer way is folded away. */
const FEW_STEPS = 5;

/** What there is to say of a finding on its lines: short, for somebody who has little time. */
export function findingComment(
  candidate: ReportedCandidate,
  rule: RuleInfo | undefined,
  key: string,
  address: Audience,
): string {
  const { pattern, cwe, severity, description, suggestion } = candidate;
  const derivation = derivationOf(candidate);
  const title = shortText((rule?.title ?? pattern).replace(/\.$/, ''), 200);
  const weaknesses = cwe.slice(0, 3).map((number) => `CWE-${number}`);
  const blocks = [
    `**${title}** · ${[severity, ...weaknesses].join(' · ')}`,
    shortSentence(description, SENTENCES),
    ...way(candidate, address),
    ...(derivation === undefined
      ? []
      : [
          `**When:** ${shortSentence(derivation.preconditions, SENTENCES)}`,
          `**What can happen:** ${shortSentence(derivation.consequences, SENTENCES)}`,
        ]),
    `**Fix:** ${shortSentence(derivation?.suggestions ?? suggestion, SENTENCES)}`,
    `<sub>${certainty(candidate)} Rule ${codeSpan(pattern)}.<br>${howToAnswer(key, address)}</sub>`,
  ];
  return clipLines(blocks.join('\n\n'), PLAN_LIMITS.body, '… cut here.');
}

function howToAnswer(key: string, { listens = true }: Audience): string {
  if (!listens) return `No defect? Say so in ${codeSpan(SUPPRESSION_FILE)}, with the reason.`;
  return `No defect? Answer ${codeSpan(`/rustward fp ${key} REASON`)}. All that is known: ${codeSpan(`/rustward explain ${key}`)}.`;
}

function way(candidate: ReportedCandidate, address: SourceAddress): string[] {
  const steps = wayTo(candidate);
  if (steps.length === 0) return [];
  const lines = steps.map(({ file, line, message, ...step }, index) => {
    const within = step.function === '' ? '' : ` in ${codeSpan(step.function.slice(0, STEP))}`;
    const said = message === '' ? '' : `: ${shortText(message, STEP)}`;
    return `${index + 1}. ${sourceLink(address, { file, line })}${within}${said}`;
  });
  const more = (left: number) => `\n… and ${left} more.`;
  const text = fitLines(lines, WAY_BYTES, more);
  if (steps.length <= FEW_STEPS) return ['**How it is reached**', text];
  const title = `<b>How it is reached</b>, in ${steps.length} steps`;
  return [`<details><summary>${title}</summary>\n\n${text}\n\n</details>`];
}

/** Who says so. */
function certainty(candidate: ReportedCandidate): string {
  const others = foundBy(candidate);
  const found = others === undefined ? 'Found by the scan' : `Found by ${codeSpan(others)}`;
  const sure = `confidence ${candidate.confidence.toFixed(2)}`;
  switch (candidate.examination?.kind) {
    case 'verified':
      return 'One model derived this, each call was found in the code, and another model could not refute it.';
    case 'unverified':
      return 'A model derived this, and each call was found in the code; nobody tried to refute it.';
    case 'unexamined':
      return `${found}, ${sure}; no model has examined it: ${shortText(candidate.examination.reason, STEP)}.`;
    default:
      return `${found}, ${sure}; no model was asked.`;
  }
}
