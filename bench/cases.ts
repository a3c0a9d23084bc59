/**
 * The share of known defects that the scan finds, and of sound programs that it leaves alone:
 * `npm run bench:cases [-- FOLDER]`. A file whose name starts with `positive` is found when any
 * candidate in it fits its type (see case-types.ts); any other is left alone when none does.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadGrammars } from '../src/code/grammar.ts';
import { RULES } from '../src/rules/index.ts';
import { analyseFile } from '../src/security/analyse-file.ts';
import { type Candidate, REVIEW_BELOW } from '../src/security/candidate.ts';
import { type ScanDeps, scan } from '../src/security/scan.ts';
import { surveyFile } from '../src/security/survey-file.ts';
import { type Case, readCases } from './cases-folder.ts';

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
  readonly right: boolean;
  /** For a negative: whether there is no alarm of any kind. For a positive: an alarm that fits. */
  readonly strict: boolean;
  readonly rules: readonly string[];
}

const deps: ScanDeps = {
  rules: RULES,
  grammars: loadGrammars(),
  analyse: analyseFile,
  survey: surveyFile,
  workerScript: new URL('../src/security/scan-worker.ts', import.meta.url),
};

const outcomes: Outcome[] = [];
for (const one of readCases(folder)) {
  const { candidates } = await scan({ path: one.path, threads: 0 }, deps);
  outcomes.push(judge(one, candidates));
}
for (const [name, cases] of Map.groupBy(outcomes, (outcome) => outcome.folder)) {
  process.stdout.write(`${name.padEnd(58)}${shares(cases, 'right')}\n`);
  for (const outcome of cases.filter(({ right }) => !right)) {
    const verdict = outcome.positive ? 'missed' : 'alarmed';
    const rules = outcome.rules.length === 0 ? '' : `: ${outcome.rules.join(', ')}`;
    process.stdout.write(`    ${verdict} ${outcome.name}${rules}\n`);
  }
}
process.stdout.write(`\nany candidate that fits:   ${shares(outcomes, 'right')}\n`);
process.stdout.write(`alarms (confidence >= ${REVIEW_BELOW}): ${shares(outcomes, 'strict')}\n`);

function judge(one: Case, candidates: readonly Candidate[]): Outcome {
  const fitting = candidates.filter((candidate) => fits(one, candidate));
  const alarms = candidates.filter(({ confidence }) => confidence >= REVIEW_BELOW);
  const rules = [...new Set((one.positive ? candidates : fitting).map(({ pattern }) => pattern))];
  return {
    ...one,
    right: one.positive === fitting.length > 0,
    strict: one.positive ? fitting.some((fit) => alarms.includes(fit)) : alarms.length === 0,
    rules,
  };
}

function fits(one: Case, candidate: Candidate): boolean {
  return (
    (candidate.pattern === one.rule || candidate.cwe.some((cwe) => one.cwe.includes(cwe))) &&
    (one.file ?? candidate.file) === candidate.file &&
    (one.function ?? candidate.function) === candidate.function &&
    Math.abs((one.line ?? candidate.line) - candidate.line) <= 2
  );
}

function shares(cases: readonly Outcome[], key: 'right' | 'strict'): string {
  const share = (positive: boolean) => {
    const all = cases.filter((one) => one.positive === positive);
    if (all.length === 0) return '      ';
    const good = all.filter((one) => one[key]).length;
    const percent = all.length < 10 ? '' : ` (${((100 * good) / all.length).toFixed(1)} %)`;
    return `${`${good}/${all.length}`.padStart(6)}${percent}`;
  };
  return `positives ${share(true)}  negatives ${share(false)}`;
}
