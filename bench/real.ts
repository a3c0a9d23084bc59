/**
 * How much the scan says of real code: `npm run bench:real -- FOLDER [--sample N] [--seed S]
 * [--severity LEAST] [--key FILE] [--against FILE] [--keep FILE]`. Each folder in FOLDER is a project of its own, scanned as `rustward scan` does with no options. Counted
 * are findings, so what a person is asked to read; places to look at, below a confidence of
 * 0.5, are not, and neither is what the project suppresses. With --sample, N of the findings of all
 * projects follow, each as likely as any other, for a person to judge; with --severity, N of those
 * that are at least so severe. With --key, they are printed without what the scan thinks of them, which goes
 * to that file together with what each rests on, as bench/calibration/judged.json takes it.
 * With --against, the counts of each project by rule and severity are held against those that are kept in that file
 * by the project's name, and what differs is printed: the exit code is 1 then. --keep FILE writes them.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SEVERITIES } from '../src/security/candidates/candidate.ts';
import { MIN_FINDING_CONFIDENCE } from '../src/security/candidates/severity.ts';
import { runSecurity } from '../src/security/pipeline.ts';
import type { ReportedCandidate } from '../src/security/report/report.ts';
import { countsOf, differences, keptCountsSchema } from './kept-counts.ts';
import { sample } from './sample.ts';
import { scanDeps } from './scan-deps.ts';

const { values, positionals } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    severity: { type: 'string', default: 'low' },
    key: { type: 'string' },
    against: { type: 'string' },
    keep: { type: 'string' },
  },
  allowPositionals: true,
});
const folder = resolve(
  positionals[0] ?? join(import.meta.dirname, '../../shared/corpora/c-projects'),
);
const size = Number(values.sample ?? 0);
const seed = Number(values.seed);
const least = SEVERITIES.map(String).indexOf(values.severity);
const areNumbers = Number.isInteger(size) && size >= 0 && Number.isInteger(seed);
if (!existsSync(folder) || !areNumbers || least < 0) {
  process.stderr.write(
    `usage: npm run bench:real -- FOLDER [--sample N] [--seed S] [--severity ${SEVERITIES.join('|')}] [--key FILE] [--against FILE] [--keep FILE]\n`,
  );
  process.exit(2);
}

interface Project {
  readonly name: string;
  readonly lines: number;
  readonly findings: readonly ReportedCandidate[];
}

const deps = { ...scanDeps(), onWarning: () => undefined };
const projects: Project[] = [];
for (const entry of readdirSync(folder, { withFileTypes: true })) {
  if (entry.isDirectory()) projects.push(await scanned(entry.name));
}
projects.sort((left, right) => (left.name < right.name ? -1 : 1));

process.stdout.write(row('', 'KLOC', ...SEVERITIES.map((name) => `${name}/KLOC`), 'findings'));
for (const project of projects) process.stdout.write(figures(project));
process.stdout.write(
  figures({
    name: 'total',
    lines: projects.reduce((sum, { lines }) => sum + lines, 0),
    findings: projects.flatMap(({ findings }) => findings),
  }),
);
const all = projects.flatMap(({ name, findings }) =>
  findings.map((finding) => ({ finding, place: `${name}/${finding.file}:${finding.line}` })),
);
const drawn = sample(
  all.filter(({ finding }) => SEVERITIES.indexOf(finding.severity) <= least),
  size,
  seed,
  ({ finding, place }) => `${place}:${finding.pattern}`,
);
for (const [index, { finding, place }] of drawn.entries()) {
  const { pattern, severity, confidence, description, evidence, trace } = finding;
  const rated = values.key === undefined ? ` (${severity}, ${confidence})` : '';
  process.stdout.write(`\n${index + 1}. ${place} ${pattern}${rated}\n`);
  process.stdout.write(`   ${description}\n   ${evidence}\n`);
  for (const step of trace) {
    process.stdout.write(`     ${step.file}:${step.line} ${step.function}: ${step.message}\n`);
  }
}
if (values.key !== undefined) {
  const key = drawn.map(({ finding, place }, index) => {
    const { pattern: rule, severity, confidence, basis } = finding;
    return { n: index + 1, place, rule, severity, confidence, basis };
  });
  writeFileSync(values.key, `${JSON.stringify(key, undefined, 2)}\n`);
}

if (values.keep !== undefined) {
  const counts = Object.fromEntries(
    projects.map(({ name, findings }) => [name, countsOf(findings)]),
  );
  writeFileSync(values.keep, `${JSON.stringify(counts, undefined, 2)}\n`);
}
if (values.against !== undefined) {
  const kept = keptCountsSchema.parse(JSON.parse(readFileSync(values.against, 'utf8')));
  for (const { name, findings } of projects) {
    const before = kept[name];
    const differing = before === undefined ? [] : differences(before, countsOf(findings));
    if (before === undefined) process.stdout.write(`${name}: nothing is kept of it\n`);
    for (const line of differing) process.stdout.write(`${name}: ${line}\n`);
    if (differing.length > 0) process.exitCode = 1;
  }
}

async function scanned(name: string): Promise<Project> {
  const request = {
    scan: { path: join(folder, name), threads: availableParallelism() },
    includeExisting: true,
    minConfidence: MIN_FINDING_CONFIDENCE,
    failOn: 'none',
    state: 'none',
    version: 'bench',
  } as const;
  const { summary, candidates } = await runSecurity(request, deps);
  for (const { file, reason } of summary.skipped) {
    process.stderr.write(`bench:real: skipped ${name}/${file}: ${reason}\n`);
  }
  const findings = candidates.filter(({ suppression }) => suppression === undefined);
  return { name, lines: summary.scanned_lines, findings };
}

function figures({ name, lines, findings }: Project): string {
  const kloc = lines / 1000;
  const rates = SEVERITIES.map((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return (count / kloc).toFixed(3);
  });
  return row(name, kloc.toFixed(2), ...rates, String(findings.length));
}

function row(name: string, ...cells: string[]): string {
  return `${name.padEnd(18)}${cells.map((cell) => cell.padStart(13)).join('')}\n`;
}
