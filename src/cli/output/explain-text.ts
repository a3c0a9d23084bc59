import { styleText } from 'node:util';
import { RULES } from '../../rules/index.ts';
import { REPRODUCTION_LABEL } from '../../security/candidates/reproduction.ts';
import type { Derivation, TriageResult } from '../../security/candidates/triage-result.ts';
import type { ReportedCandidate } from '../../security/report/report.ts';
import {
  errorWithStack,
  reproducedSentence,
  whyNotReproduced,
} from '../../security/report/reproduction-view.ts';
import {
  derivedPath,
  type PathStep,
  refutationOf,
  TRIAGE_LABEL,
  unseenCallersOf,
} from '../../security/report/triage-view.ts';
import { placeSentence } from '../../security/report/weak-evidence.ts';
import { oneLine } from './terminal-text.ts';

/** A candidate with all that there is to say of it. */
export interface Explanation {
  readonly candidate: ReportedCandidate;
  /** Ways of calls that lead there, by the call graph; undefined where there is no tree to ask. */
  readonly ways: readonly string[] | undefined;
  /** A line of the sources; undefined where they are not at hand. */
  readonly lineAt: (file: string, line: number) => string | undefined;
  /** Why nothing is known of what models found out, where that is so; a sentence. */
  readonly whyUnexamined: string;
  /** What a reader must know of where this comes from, one sentence each. */
  readonly remarks: readonly string[];
}

/** Steps and code stand to the right of what is said of them. */
const MARGIN = '  ';

/** What is said is broken to lines of so many characters. */
const WIDTH = 96;

/** All that is known of one candidate, for a person at a terminal. */
export function explainText(explanation: Explanation, colour: boolean): string {
  const { candidate, remarks } = explanation;
  const bold = (text: string) =>
    colour ? styleText('bold', text, { validateStream: false }) : text;
  const sections: readonly Section[] = [
    ...scanned(explanation),
    ...place(candidate),
    ...calls(explanation),
    ...examined(candidate.examination, explanation),
    ...run(candidate),
    ['What to do', wrapText(candidate.suggestion)],
    ...settling(candidate),
  ];
  const blocks = sections.map(([title, lines]) => [bold(title), ...lines].join('\n'));
  return `${[head(candidate, bold), ...blocks, ...remarks.map(oneLine)].join('\n\n')}\n`;
}

/** How it is settled, where it is none. */
function settling(candidate: ReportedCandidate): Section[] {
  const { id, suppression, baseline } = candidate;
  const isSettled = suppression !== undefined || refutationOf(candidate) !== undefined;
  if (isSettled || baseline === 'absent') return [];
  return [['If it is no defect', [`${MARGIN}rustward suppress ${id} --reason 'why'`]]];
}

function place(candidate: ReportedCandidate): Section[] {
  const why = placeSentence(candidate);
  return why === undefined ? [] : [['Why it is a place to look at, and no finding', wrapText(why)]];
}

function run({ reproduction }: ReportedCandidate): Section[] {
  if (reproduction === undefined) return [];
  if (reproduction.outcome !== 'reproduced') {
    const why = whyNotReproduced(reproduction) ?? '';
    return [[`When it was run: ${REPRODUCTION_LABEL[reproduction.outcome]}`, wrapText(why)]];
  }
  const lines = [
    ...wrapText(reproducedSentence(reproduction)),
    '',
    ...errorWithStack(reproduction).map(oneLine),
  ];
  return [['When it was run: reproduced', lines]];
}

type Section = readonly [string, readonly string[]];

function head(candidate: ReportedCandidate, bold: (text: string) => string): string {
  const { baseline, confidence, cwe, examination, gid, id, pattern, severity, suppression } =
    candidate;
  const title = RULES.find((rule) => rule.id === pattern)?.title ?? pattern;
  const facts = [
    oneLine(pattern),
    ...cwe.map((number) => `CWE-${number}`),
    severity,
    `confidence ${confidence.toFixed(2)}`,
    ...(baseline === undefined ? [] : [baseline]),
    ...(suppression === undefined ? [] : ['suppressed']),
    ...(examination === undefined ? [] : [TRIAGE_LABEL[examination.kind]]),
  ];
  return [bold(`${id} (${gid}): ${oneLine(title)}`), facts.join(', ')].join('\n');
}

function scanned({ candidate, lineAt }: Explanation): Section[] {
  const { description, file, line, column, suppression, trace } = candidate;
  const place = `${oneLine(file)}:${line}:${column}${within(candidate)}`;
  const sections: Section[] = [
    ['What the scan says', [...wrapText(`${place}: ${description}`), '', ...excerpt(candidate)]],
  ];
  if (trace.length > 0) sections.push(['How the scan followed the data', pathLines(trace, lineAt)]);
  if (suppression !== undefined) sections.push(['Suppressed', wrapText(suppression.reason)]);
  return sections;
}

function calls({ ways }: Explanation): Section[] {
  if (ways === undefined || ways.length === 0) return [];
  return [
    [
      'Ways of calls that lead there',
      ways.flatMap((way) => wrapText(way, `${MARGIN}- `, `${MARGIN}  `)),
    ],
  ];
}

function examined(
  examination: TriageResult | undefined,
  { lineAt, whyUnexamined }: Explanation,
): Section[] {
  if (examination === undefined) return [['Not examined by a model', wrapText(whyUnexamined)]];
  const rejection = refutationOf({ examination });
  if (rejection !== undefined) {
    const { by, reason, notes } = rejection;
    const review: Section[] =
      notes === undefined ? [] : [['What the reviewer says', wrapText(notes)]];
    return [[`Refuted by ${by}`, wrapText(reason)], ...review];
  }
  switch (examination.kind) {
    case 'verified':
      return [
        ...derived(examination, lineAt),
        ['What the verifier tried', wrapText(examination.verification_notes)],
        ...unseen(examination),
      ];
    case 'unverified':
      return [
        ...derived(examination, lineAt),
        ['Not verified', wrapText('No model was asked to refute it.')],
        ...unseen(examination),
      ];
    case 'unproven':
      return [
        ['Not settled', wrapText(`A model takes this for a defect, but: ${examination.problem}`)],
        ...claimed(examination, lineAt),
      ];
    case 'unsettled':
      return [
        ['Not settled', wrapText(`A model calls this no defect: ${examination.reason}`)],
        ...unseen(examination),
      ];
    case 'unexamined':
      return [['Not examined by a model', wrapText(examination.reason)]];
    default:
      return [];
  }
}

/** What the result assumes. */
function unseen(examination: TriageResult): Section[] {
  const callers = unseenCallersOf({ examination });
  return callers === undefined ? [] : [['Callers that no model looked at', wrapText(callers)]];
}

function derived(derivation: Derivation, lineAt: Explanation['lineAt']): Section[] {
  const number = derivation.trigger_path.length;
  const checked = `Each of the ${number} steps lies in the function that it names, the call graph has every call from one to the next, and the last lies in the function of the finding. Whether the conditions hold was not checked by machine.`;
  return [...claimed(derivation, lineAt), ['What was checked by machine', wrapText(checked)]];
}

function claimed(derivation: Derivation, lineAt: Explanation['lineAt']): Section[] {
  return [
    ['What it takes', wrapText(derivation.preconditions)],
    ['How it is reached, as a model derived it', pathLines(derivedPath(derivation), lineAt)],
    ['What follows', wrapText(derivation.consequences)],
    ['What the analyst suggests', wrapText(derivation.suggestions)],
  ];
}

function pathLines(way: readonly PathStep[], lineAt: Explanation['lineAt']): string[] {
  const width = String(way.length).length;
  return way.flatMap(({ file, line, message, ...step }, index) => {
    const number = String(index + 1).padStart(width);
    const source = lineAt(file, line)?.trim();
    const indent = `${MARGIN}${' '.repeat(width + 2)}`;
    return [
      ...wrapText(`${file}:${line}${within(step)}: ${message}`, `${MARGIN}${number}. `, indent),
      ...(source === undefined || source === '' ? [] : [`${indent}| ${oneLine(source)}`]),
    ];
  });
}

function excerpt({ excerpt: { first_line: first, lines }, ...place }: ReportedCandidate): string[] {
  if (lines.length === 0) return wrapText(place.evidence);
  const width = String(first + lines.length - 1).length;
  return lines.map((text, index) => {
    const line = first + index;
    const mark = line >= place.line && line <= place.end_line ? '>' : ' ';
    const code = oneLine(text);
    const indent = /^[ \t]*/.exec(text)?.[0].replaceAll('\t', '    ') ?? '';
    return `${MARGIN}${mark} ${String(line).padStart(width)} | ${indent}${code}`.trimEnd();
  });
}

function wrapText(text: string, first = MARGIN, further = MARGIN): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of oneLine(text).split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((text, index) => `${index === 0 ? first : further}${text}`);
}

function within({ function: name }: { readonly function: string }): string {
  return name === '' ? '' : ` in ${oneLine(name)}`;
}
