import { styleText } from 'node:util';
import { RULES } from '../rules/index.ts';
import type { Derivation, Examination } from '../security/examination/examination.ts';
import {
  claimedWay,
  EXAMINATION_LABEL,
  rejectionOf,
  type WayStep,
} from '../security/report/examined.ts';
import type { ReportedCandidate } from '../security/report/report.ts';
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
    ...calls(explanation),
    ...examined(candidate.examination, explanation),
    ['What to do', said(candidate.suggestion)],
  ];
  const blocks = sections.map(([title, lines]) => [bold(title), ...lines].join('\n'));
  return `${[head(candidate, bold), ...blocks, ...remarks.map(oneLine)].join('\n\n')}\n`;
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
    ...(examination === undefined ? [] : [EXAMINATION_LABEL[examination.kind]]),
  ];
  return [bold(`${id} (${gid}): ${oneLine(title)}`), facts.join(', ')].join('\n');
}

function scanned({ candidate, lineAt }: Explanation): Section[] {
  const { description, file, line, column, suppression, trace } = candidate;
  const place = `${oneLine(file)}:${line}:${column}${within(candidate)}`;
  const sections: Section[] = [
    ['What the scan says', [...said(`${place}: ${description}`), '', ...excerpt(candidate)]],
  ];
  if (trace.length > 0) sections.push(['How the scan followed the data', steps(trace, lineAt)]);
  if (suppression !== undefined) sections.push(['Suppressed', said(suppression.reason)]);
  return sections;
}

function calls({ ways }: Explanation): Section[] {
  if (ways === undefined || ways.length === 0) return [];
  return [
    [
      'Ways of calls that lead there',
      ways.flatMap((way) => said(way, `${MARGIN}- `, `${MARGIN}  `)),
    ],
  ];
}

function examined(
  examination: Examination | undefined,
  { lineAt, whyUnexamined }: Explanation,
): Section[] {
  if (examination === undefined) return [['Not examined by a model', said(whyUnexamined)]];
  const rejection = rejectionOf({ examination });
  if (rejection !== undefined) {
    const { by, reason, notes } = rejection;
    const review: Section[] = notes === undefined ? [] : [['What the reviewer says', said(notes)]];
    return [[`Refuted by ${by}`, said(reason)], ...review];
  }
  switch (examination.kind) {
    case 'verified':
      return [
        ...derived(examination, lineAt),
        ['What the verifier tried', said(examination.verification_notes)],
      ];
    case 'unverified':
      return [
        ...derived(examination, lineAt),
        ['Not verified', said('Nobody was asked to refute it.')],
      ];
    case 'unproven':
      return [
        ['Not proven', said(`A model takes this for a defect, but: ${examination.problem}`)],
        ...claimed(examination, lineAt),
      ];
    case 'unexamined':
      return [['Not examined by a model', said(examination.reason)]];
    default:
      return [];
  }
}

function derived(derivation: Derivation, lineAt: Explanation['lineAt']): Section[] {
  const number = derivation.trigger_path.length;
  const checked = `Each of the ${number} steps lies in the function that it names, the call graph has every call from one to the next, and the last lies in the function of the finding. Whether the conditions hold was not checked by machine.`;
  return [...claimed(derivation, lineAt), ['What was checked by machine', said(checked)]];
}

function claimed(derivation: Derivation, lineAt: Explanation['lineAt']): Section[] {
  return [
    ['What it takes', said(derivation.preconditions)],
    ['How it is reached, as a model derived it', steps(claimedWay(derivation), lineAt)],
    ['What follows', said(derivation.consequences)],
    ['What the analyst suggests', said(derivation.suggestions)],
  ];
}

function steps(way: readonly WayStep[], lineAt: Explanation['lineAt']): string[] {
  const width = String(way.length).length;
  return way.flatMap(({ file, line, message, ...step }, index) => {
    const number = String(index + 1).padStart(width);
    const source = lineAt(file, line)?.trim();
    const indent = `${MARGIN}${' '.repeat(width + 2)}`;
    return [
      ...said(`${file}:${line}${within(step)}: ${message}`, `${MARGIN}${number}. `, indent),
      ...(source === undefined || source === '' ? [] : [`${indent}| ${oneLine(source)}`]),
    ];
  });
}

function excerpt({ excerpt: { first_line: first, lines }, ...place }: ReportedCandidate): string[] {
  if (lines.length === 0) return said(place.evidence);
  const width = String(first + lines.length - 1).length;
  return lines.map((text, index) => {
    const line = first + index;
    const mark = line >= place.line && line <= place.end_line ? '>' : ' ';
    const code = oneLine(text);
    const indent = /^[ \t]*/.exec(text)?.[0].replaceAll('\t', '    ') ?? '';
    return `${MARGIN}${mark} ${String(line).padStart(width)} | ${indent}${code}`.trimEnd();
  });
}

function said(text: string, first = MARGIN, further = MARGIN): string[] {
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
