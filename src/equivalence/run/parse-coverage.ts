import * as z from 'zod';

export interface Coverage {
  readonly lines: number;
  readonly coveredLines: number;
  /** Lines of the function's file, from 1, that were not reached. */
  readonly missedLines: number[];
  readonly branches: number;
  readonly coveredBranches: number;
}

const numbers = z.array(z.number());

const exportSchema = z.object({
  data: z
    .array(
      z.object({
        functions: z.array(
          z.object({
            name: z.string(),
            regions: z.array(numbers),
            branches: z.array(numbers).default([]),
          }),
        ),
      }),
    )
    .min(1),
});

/** Kinds of regions: only code is counted. */
const CODE = 0;

/** Fields of a region and of a branch, by position: see `llvm-cov export`. */
const LINE = 0;

const END_LINE = 2;

const COUNT = 4;

const FALSE_COUNT = 5;

const FILE = 5;

const KIND = 7;

/** What a profile says of a function, by its symbol; undefined where it says nothing. */
export type CoverageOf = (name: string) => Coverage | undefined;

/** Reads what `llvm-cov export` says of functions. */
export function parseCoverage(text: string): CoverageOf {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return () => undefined;
  }
  const read = exportSchema.safeParse(data);
  const functions = read.success ? (read.data.data[0]?.functions ?? []) : [];
  return (name) => {
    const found = functions.find((one) => one.name === name || one.name.endsWith(`:${name}`));
    return found === undefined ? undefined : coverageOf(found);
  };
}

type ProfiledFunction = z.infer<typeof exportSchema>['data'][number]['functions'][number];

function coverageOf(found: ProfiledFunction): Coverage {
  // What macros expand to lies in files of its own.
  const regions = found.regions.filter((one) => one[KIND] === CODE && one[FILE] === 0);
  const lines = lineCounts(regions);
  const branches = found.branches.flatMap((branch) => [branch[COUNT], branch[FALSE_COUNT]]);
  return {
    lines: lines.length,
    coveredLines: lines.filter(({ count }) => count > 0).length,
    missedLines: lines.filter(({ count }) => count === 0).map(({ line }) => line),
    branches: branches.length,
    coveredBranches: branches.filter((count) => (count ?? 0) > 0).length,
  };
}

/** How often each line ran: the most of the regions that begin on it, or the one around it. */
function lineCounts(regions: readonly (readonly number[])[]): { line: number; count: number }[] {
  const first = Math.min(...regions.map((region) => region[LINE] ?? 0));
  const last = Math.max(...regions.map((region) => region[END_LINE] ?? 0));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => {
    const line = first + at;
    const starting = regions.filter((region) => region[LINE] === line);
    const around = regions.filter(
      (region) => (region[LINE] ?? 0) < line && (region[END_LINE] ?? 0) >= line,
    );
    const [innermost] = around.sort((a, b) => (b[LINE] ?? 0) - (a[LINE] ?? 0));
    const counts = starting.length > 0 ? starting : innermost === undefined ? [] : [innermost];
    return { line, count: Math.max(0, ...counts.map((region) => region[COUNT] ?? 0)) };
  });
}
