import type { PullRequestKind } from './pull-requests.ts';
import type { Place, PullRequestResult } from './results-file.ts';

/** What the reviews of one kind of pull request took. */
export interface CostFigures {
  readonly kind: PullRequestKind | 'all';
  readonly reviews: number;
  readonly calls: Quantiles;
  readonly tokens: Quantiles;
  readonly dollars: Quantiles;
  readonly seconds: Quantiles;
  /** Candidates by what models found out about them. */
  readonly examinations: Readonly<Record<string, number>>;
  /** Reviews with a finding whose code was run, and those in which a run has shown one. */
  readonly run: number;
  readonly reproduced: number;
}

/** The median, and the most of all. */
interface Quantiles {
  readonly median: number;
  readonly most: number;
  readonly sum: number;
}

/** What models took for each kind of pull request, and for all; nothing where none was asked. */
export function costFigures(results: readonly PullRequestResult[]): CostFigures[] {
  const asked = results.filter(({ models }) => models !== undefined);
  if (asked.length === 0) return [];
  const kinds = [...new Set(asked.map(({ kind }) => kind))];
  const rows = kinds.map((kind) =>
    figures(
      kind,
      asked.filter((one) => one.kind === kind),
    ),
  );
  return kinds.length === 1 ? rows : [...rows, figures('all', asked)];
}

/** The same as text, one line a kind. */
export function costText(rows: readonly CostFigures[]): string {
  const line = (row: CostFigures) => {
    const { kind, reviews, calls, tokens, dollars, seconds, examinations } = row;
    const kinds = Object.entries(examinations).map(([name, count]) => `${count} ${name}`);
    return [
      `${kind.padEnd(8)} ${reviews} reviews`,
      `calls median ${calls.median}, most ${calls.most}, sum ${calls.sum}`,
      `tokens median ${tokens.median}, most ${tokens.most}, sum ${tokens.sum}`,
      `dollars median ${dollars.median.toFixed(3)}, sum ${dollars.sum.toFixed(2)}`,
      `seconds median ${seconds.median.toFixed(1)}`,
      `candidates: ${kinds.length === 0 ? 'none' : kinds.join(', ')}`,
      `findings reproduced in ${row.reproduced} of ${row.run} reviews that ran code`,
    ].join('; ');
  };
  return rows.map((row) => `${line(row)}\n`).join('');
}

function figures(kind: CostFigures['kind'], results: readonly PullRequestResult[]): CostFigures {
  const costs = results.flatMap(({ models }) => models ?? []);
  const examinations: Record<string, number> = {};
  for (const [name, count] of costs.flatMap((cost) => Object.entries(cost.examinations))) {
    examinations[name] = (examinations[name] ?? 0) + count;
  }
  return {
    ...{ kind, reviews: results.length, examinations },
    run: results.filter(({ findings }) => findings.some(wasRun)).length,
    reproduced: results.filter(({ findings }) => findings.some(isReproduced)).length,
    calls: quantiles(costs.map(({ calls }) => calls)),
    tokens: quantiles(costs.map(({ tokens }) => tokens)),
    dollars: quantiles(costs.map(({ dollars }) => dollars)),
    seconds: quantiles(results.map(({ seconds }) => seconds)),
  };
}

function wasRun({ run }: Place): boolean {
  return run !== undefined && run.outcome !== 'not_tried';
}

function isReproduced({ run }: Place): boolean {
  return run?.outcome === 'reproduced';
}

function quantiles(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((left, right) => left - right);
  return {
    median: sorted[Math.max(0, Math.ceil(sorted.length / 2) - 1)] ?? 0,
    most: sorted.at(-1) ?? 0,
    sum: sorted.reduce((sum, value) => sum + value, 0),
  };
}
