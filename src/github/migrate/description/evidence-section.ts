import type { Evidence } from '../../../equivalence/evidence/evidence.ts';
import { isUnchecked, unsafeReachedText } from '../../../equivalence/evidence/unsafe-reached.ts';
import { percent } from '../../../migration/status/totals.ts';
import { groupedDigits, plural } from '../../../migration/status/wording.ts';
import { codeSpan, table } from '../../../page/markdown-text.ts';
import type { MigratedFunction } from '../../isolated-worker/migration-facts.ts';
import { shortText } from '../../text/short-text.ts';
import { sourceLink } from '../../text/source-link.ts';
import { addressOfC, type PullSubject } from './pull-subject.ts';

const MAX_CHARACTERS = 400;
const MAX_LIMITS = 12;
const MAX_RANGES = 12;

type Equal = Extract<Evidence, { kind: 'equal' }>;

/** What was seen of old and new: a table for each function that was compared. */
export function evidenceSection(subject: PullSubject): string {
  const compared = subject.facts.functions.flatMap((one) => {
    if (one.evidence.kind !== 'equal') return [];
    const title = subject.facts.functions.length > 1 ? `**${codeSpan(one.name)}**\n\n` : '';
    return [`${title}${evidenceTable(subject, one, one.evidence)}`];
  });
  const [first] = compared;
  if (first === undefined) return '';
  return ['### Evidence', ...compared].join('\n\n');
}

function evidenceTable(subject: PullSubject, one: MigratedFunction, evidence: Equal): string {
  const { cases, excluded, seed, coverage, unsafe_reached, undefinedBehaviour, limits } = evidence;
  const { lines, coveredLines, branches, coveredBranches } = coverage;
  const rows: (readonly [string, string])[] = [
    [
      'Inputs',
      `boundary values, constants of the C, then random ones, steered to code that none had reached; seed ${seed}`,
    ],
    [
      'Left out',
      excluded === 0
        ? 'none'
        : `${plural(excluded, 'input')} for which the C itself has no defined behaviour, or no end`,
    ],
    ['Lines of the C reached', lines === 0 ? '**not measured**' : share(coveredLines, lines)],
    ['Not reached', notReached(subject, one, coverage)],
    [
      'Branches of the C reached',
      branches === 0 ? 'it has none' : share(coveredBranches, branches),
    ],
  ];
  const reached = shortText(unsafeReachedText(unsafe_reached), MAX_CHARACTERS);
  const isOpen = unsafe_reached === undefined || isUnchecked(unsafe_reached);
  rows.push(['Unsafe code that the Rust reaches', isOpen ? `**${reached}**` : reached]);
  if (undefinedBehaviour.length > 0) {
    const met = undefinedBehaviour
      .map((line) => codeSpan(line.slice(0, MAX_CHARACTERS)))
      .join('<br>');
    rows.push(['Undefined behaviour that the C showed', met]);
  }
  const told = limits.slice(0, MAX_LIMITS).map((limit) => shortText(limit, MAX_CHARACTERS));
  const more = limits.length > MAX_LIMITS ? [`and ${limits.length - MAX_LIMITS} more`] : [];
  rows.push([
    'Not compared',
    limits.length === 0 ? 'nothing that the function gives back' : [...told, ...more].join('<br>'),
  ]);
  return table(['Compared', `${plural(cases, 'input')}, no difference`], rows);
}

function share(part: number, whole: number): string {
  const words = `${groupedDigits(part)} of ${groupedDigits(whole)} (${Math.floor(percent(part, whole))} %)`;
  return part < whole ? `**${words}**` : words;
}

function notReached(
  subject: PullSubject,
  { c_file: file }: MigratedFunction,
  { lines, coveredLines, missedLines }: Equal['coverage'],
): string {
  if (lines > 0 && coveredLines === lines) return 'none';
  if (missedLines === undefined || missedLines.length === 0) return 'not known';
  const ranges = rangesOf(missedLines);
  const links = ranges.slice(0, MAX_RANGES).map(([line, endLine]) => {
    const name = line === endLine ? `line ${line}` : `lines ${line} to ${endLine}`;
    return sourceLink(addressOfC(subject), { file, line, endLine }, name);
  });
  const more = ranges.length > MAX_RANGES ? [`${ranges.length - MAX_RANGES} more places`] : [];
  return [...links, ...more].join(', ');
}

/** Numbers in ascending order as first and last of what follows without a gap. */
function rangesOf(lines: readonly number[]): (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && line <= last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges;
}
