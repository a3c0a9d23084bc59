/**
 * The share of known defects that the scan finds, and of sound programs that it leaves alone:
 * `npm run bench:cases [-- FOLDER]`. A file whose name starts with `positive` is found when a
 * candidate in it fits its type (see case-types.ts); any other is left alone when none does. This
 * is counted twice: over all candidates, and over findings, the candidates at or above
 * `MIN_FINDING_CONFIDENCE`. Since findings are a part of the candidates, the second count never finds more
 * positives than the first and never leaves fewer negatives alone.
 *
 * A case that names the function of its defect is found there, whatever line it names beside: the
 * function is the better half of such labels, whose lines shift with every edit above them.
 *
 * A case is sound in the one respect that it is about. So what is found in a negative beside its
 * own kind is not counted against it, but listed and counted on a line of its own: such reports
 * are either further defects or false alarms, and only a reader can tell.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Candidate } from '../src/security/candidates/candidate.ts';
import { MIN_FINDING_CONFIDENCE } from '../src/security/candidates/severity.ts';
import { scan } from '../src/security/scan/scan.ts';
import { type Case, readCases } from './cases-folder.ts';
import { scanDeps } from './scan-deps.ts';

const folder = resolve(
  process.argv[2] ?? resolve(import.meta.dirname, '../../shared/corpora/checker-cases'),
);
if (!existsSync(folder)) {
  process.stderr.write(
    `bench:cases: ${folder} is missing; name one: npm run bench:cases -- FOLDER\n`,
  );
  process.exit(2);
}

interface Outcome extends Case {
  /** Whether the scan is right about the case, counting every candidate that fits. */
  readonly candidates: boolean;
  /** The same, counting findings that fit. */
  readonly findings: boolean;
  /** The rules that spoke: all of them in a positive, those that fit in a negative. */
  readonly rules: readonly string[];
  /** In a negative, the rules with findings of another kind than the case is about. */
  readonly besides: readonly string[];
}

const deps = scanDeps();

const outcomes: Outcome[] = [];
for (const one of readCases(folder)) {
  const { candidates } = await scan({ path: one.path, threads: 0 }, deps);
  outcomes.push(judge(one, candidates));
}
for (const [name, cases] of Map.groupBy(outcomes, (outcome) => outcome.folder)) {
  process.stdout.write(`${name.padEnd(58)}${shares(cases, 'findings')}\n`);
  for (const outcome of cases) {
    for (const line of remarks(outcome)) process.stdout.write(`    ${line}\n`);
  }
}
const beside = outcomes.filter(({ besides }) => besides.length > 0);
process.stdout.write(`
candidates (confidence >= 0.4): ${shares(outcomes, 'candidates')}
findings   (confidence >= ${MIN_FINDING_CONFIDENCE}): ${shares(outcomes, 'findings')}
negatives with a finding of another kind than theirs: ${beside.length}
`);

function judge(one: Case, candidates: readonly Candidate[]): Outcome {
  const found = candidates.filter(({ confidence }) => confidence >= MIN_FINDING_CONFIDENCE);
  const fitting = candidates.filter((candidate) => fits(one, candidate));
  const others = found.filter((candidate) => !fitting.includes(candidate));
  return {
    ...one,
    candidates: one.positive === fitting.length > 0,
    findings: one.positive === fitting.some((fit) => found.includes(fit)),
    rules: names(one.positive ? candidates : fitting),
    besides: one.positive ? [] : names(others),
  };
}

function names(candidates: readonly Candidate[]): string[] {
  return candidates.map(({ pattern, line, confidence }) => `${pattern}:${line} (${confidence})`);
}

/** What a reader should look into: where the scan is wrong or half right, and what else it found. */
function remarks(one: Outcome): string[] {
  const lines: string[] = [];
  if (!one.candidates || !one.findings) {
    const half = one.candidates !== one.findings;
    const verdict = one.positive ? (half ? 'place only' : 'missed') : half ? 'place' : 'alarm';
    lines.push(`${verdict}: ${one.name}: ${one.rules.join(', ') || 'nothing'}`);
  }
  if (one.besides.length > 0) lines.push(`besides: ${one.name}: ${one.besides.join(', ')}`);
  return lines;
}

function fits(one: Case, candidate: Candidate): boolean {
  return (
    (candidate.pattern === one.rule || candidate.cwe.some((cwe) => one.cwe.includes(cwe))) &&
    (one.file ?? candidate.file) === candidate.file &&
    (one.function === undefined
      ? Math.abs((one.line ?? candidate.line) - candidate.line) <= 2
      : one.function === candidate.function)
  );
}

function shares(cases: readonly Outcome[], key: 'candidates' | 'findings'): string {
  const share = (positive: boolean) => {
    const all = cases.filter((one) => one.positive === positive);
    if (all.length === 0) return '      ';
    const good = all.filter((one) => one[key]).length;
    const percent = all.length < 10 ? '' : ` (${((100 * good) / all.length).toFixed(1)} %)`;
    return `${`${good}/${all.length}`.padStart(6)}${percent}`;
  };
  return `positives ${share(true)}  negatives ${share(false)}`;
}
