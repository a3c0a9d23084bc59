import type { PullRequestKind } from './pull-requests.ts';
import type { PullRequestResult } from './results-file.ts';
import { pairVerdict } from './verdict.ts';

/** The figures of a repository, or of all. */
export interface Figures {
  readonly name: string;
  /** With both pull requests reviewed. */
  readonly fixes: number;
  readonly caught: number;
  readonly caughtAlone: number;
  readonly proposed: number;
  readonly controlsWithAny: number;
  /** Findings of a control in the mean; null where there is none. */
  readonly controlMean: number | null;
  readonly ordinary: number;
  readonly ordinaryWithAny: number;
  readonly ordinaryMean: number | null;
  readonly secondsMedian: number | null;
  readonly secondsP95: number | null;
  /** Different files whose analysis failed, over all reviews. */
  readonly failedFiles: number;
  /** Reviews with this verdict. */
  readonly inconclusive: number;
  readonly reviews: number;
}

/** The figures of each repository by name, then those of all. */
export function figuresOf(results: readonly PullRequestResult[]): Figures[] {
  const repositories = [...new Set(results.map(({ repo }) => repo))].sort();
  const rows = repositories.map((name) =>
    figures(
      name,
      results.filter(({ repo }) => repo === name),
    ),
  );
  return [...rows, figures('total', results)];
}

function figures(name: string, results: readonly PullRequestResult[]): Figures {
  const ofKind = (kind: PullRequestKind) => results.filter((result) => result.kind === kind);
  const bugs = new Map(ofKind('bug').map((bug) => [`${bug.repo} ${bug.fix}`, bug]));
  const controls = ofKind('control');
  const pairs = controls.flatMap((control) => {
    const bug = bugs.get(`${control.repo} ${control.fix}`);
    return bug === undefined ? [] : [pairVerdict(bug, control)];
  });
  const ordinary = ofKind('ordinary');
  const seconds = results.map((result) => result.seconds).sort((left, right) => left - right);
  return {
    name,
    fixes: pairs.length,
    caught: pairs.filter(({ caught }) => caught).length,
    caughtAlone: pairs.filter(({ caughtAlone }) => caughtAlone).length,
    proposed: pairs.filter(({ proposed }) => proposed).length,
    controlsWithAny: withAny(controls),
    controlMean: meanFindings(controls),
    ordinary: ordinary.length,
    ordinaryWithAny: withAny(ordinary),
    ordinaryMean: meanFindings(ordinary),
    secondsMedian: quantile(seconds, 0.5),
    secondsP95: quantile(seconds, 0.95),
    failedFiles: new Set(
      results.flatMap(({ repo, failedFiles }) => failedFiles.map((file) => `${repo}/${file}`)),
    ).size,
    inconclusive: results.filter(({ verdict }) => verdict === 'inconclusive').length,
    reviews: results.length,
  };
}

function withAny(results: readonly PullRequestResult[]): number {
  return results.filter(({ findings }) => findings.length > 0).length;
}

function meanFindings(results: readonly PullRequestResult[]): number | null {
  const sum = results.reduce((total, { findings }) => total + findings.length, 0);
  return results.length === 0 ? null : sum / results.length;
}

/** The smallest value that the share of all does not exceed. */
function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

const COLUMNS: readonly (readonly [string, (row: Figures) => string])[] = [
  ['fixes', ({ fixes }) => String(fixes)],
  ['caught', ({ caught }) => String(caught)],
  ['+silent', ({ caughtAlone }) => String(caughtAlone)],
  ['proposed', ({ proposed }) => String(proposed)],
  ['control mean', ({ controlMean }) => decimal(controlMean, 2)],
  ['with any', ({ controlsWithAny }) => String(controlsWithAny)],
  ['ordinary', ({ ordinary }) => String(ordinary)],
  ['mean', ({ ordinaryMean }) => decimal(ordinaryMean, 2)],
  ['with any', ({ ordinaryWithAny }) => String(ordinaryWithAny)],
  ['median s', ({ secondsMedian }) => decimal(secondsMedian, 1)],
  ['p95 s', ({ secondsP95 }) => decimal(secondsP95, 1)],
  ['failed files', ({ failedFiles }) => String(failedFiles)],
  ['inconclusive', ({ inconclusive, reviews }) => `${inconclusive}/${reviews}`],
];

/** The figures as lines of text, under a head. */
export function tableText(rows: readonly Figures[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const line = (name: string, cells: readonly string[]) =>
    [name.padEnd(width), ...cells.map((cell, at) => cell.padStart(headOf(at).length))].join('  ');
  const head = COLUMNS.map(([title]) => title);
  const body = rows.map((row) =>
    line(
      row.name,
      COLUMNS.map(([, cell]) => cell(row)),
    ),
  );
  return `${[line('', head), ...body].join('\n')}\n`;
}

function headOf(at: number): string {
  return (COLUMNS[at]?.[0] ?? '').padEnd(6);
}

function decimal(value: number | null, places: number): string {
  return value === null ? '-' : value.toFixed(places);
}
