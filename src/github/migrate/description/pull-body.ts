import { clipLines } from '../../text/clip-lines.ts';
import {
  checksSection,
  neighboursSection,
  remarksSection,
  signatureSection,
} from './change-sections.ts';
import { costLine, notVerifiedSection, undoSection } from './closing-sections.ts';
import { codeSection } from './code-section.ts';
import { evidenceSection } from './evidence-section.ts';
import { headline } from './headline.ts';
import type { PullSubject } from './pull-subject.ts';

/** GitHub's limit is 65,536 characters; the state at the end needs some. */
const MAX_BYTES = 54_000;

/** For the C and for the Rust of each function: the most that leaves room for the rest. */
const CODE_BYTES = [20_000, 8000, 3000, 800];

const CUT = '… cut here: it is too long for a description.';

/**
 * The description of a pull request of the migration, in Markdown: all that a person needs to decide,
 * what decides first. Text of the repository and of models is inert in it.
 */
export function pullBody(subject: PullSubject): string {
  for (const bytes of CODE_BYTES) {
    const text = body(subject, bytes);
    if (Buffer.byteLength(text) <= MAX_BYTES) return text;
  }
  return clipLines(body(subject, CODE_BYTES.at(-1) ?? 0), MAX_BYTES, CUT);
}

function body(subject: PullSubject, codeBytes: number): string {
  return [
    headline(subject),
    evidenceSection(subject),
    remarksSection(subject),
    codeSection(subject, codeBytes),
    signatureSection(subject),
    checksSection(subject),
    notVerifiedSection(subject),
    neighboursSection(subject),
    undoSection(subject),
    costLine(subject),
  ]
    .filter((section) => section !== '')
    .join('\n\n');
}
