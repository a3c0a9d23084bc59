import { join } from 'node:path';
import * as z from 'zod';
import { isSourcePath } from '../../../src/workspace/files/source-files.ts';
import { measuredRun } from '../measured-run.ts';
import { brokenBy, type Said } from '../promise.ts';
import { writeTree } from '../tree.ts';
import { type Canary, isCode } from './canary.ts';
import { brokenReports, reportOptions } from './report-forms.ts';
import type { SourceInput } from './source-input.ts';

/** What is wrong with the scan of some inputs, and with which of them, as far as that is known. */
interface BatchProblem {
  readonly input: SourceInput | undefined;
  readonly what: string;
}

export interface Scanned {
  readonly said: Said;
  readonly problems: readonly BatchProblem[];
}

const reportSchema = z.object({
  verdict: z.string(),
  summary: z.object({
    scanned_files: z.number(),
    skipped: z.array(z.object({ file: z.string(), reason: z.string() })),
  }),
  candidates: z.array(z.object({ file: z.string(), function: z.string(), evidence: z.string() })),
});

const STATUSES: Readonly<Record<string, number>> = { clean: 0, findings: 1, inconclusive: 3 };

/** Said of a file of which nothing is left out. */
const IS_WHOLE = /is not UTF-8|symbolic link/;

/** Writes inputs to a folder and scans it, with every kind of report. */
export async function scanBatch(
  inputs: readonly SourceInput[],
  { folder, out }: { readonly folder: string; readonly out: string },
): Promise<Scanned> {
  for (const { folder: name, entries } of inputs) writeTree(join(folder, name), entries);
  const options = ['--no-state', '--no-cache', '--no-config', '--jobs', '2', '--format', 'json'];
  const said = await measuredRun(['scan', folder, ...options, ...reportOptions(out)], out);
  const broken = brokenBy(said, [0, 1, 3]);
  if (broken.length === 0) broken.push(...brokenReports(out));
  const problems = broken.map((what) => ({ input: undefined, what }));
  if (problems.length > 0) return { said, problems };
  const parsed = reportSchema.safeParse(parseJson(said.stdout));
  if (!parsed.success) return { said, problems: [{ input: undefined, what: 'no report' }] };
  return { said, problems: silences(inputs, parsed.data, said.status, folder) };
}

/** What should be in a report and is not: that is taken for sound code. */
function silences(
  inputs: readonly SourceInput[],
  { verdict, summary, candidates }: z.infer<typeof reportSchema>,
  status: number | undefined,
  folder: string,
): BatchProblem[] {
  const problems: BatchProblem[] = [];
  if (STATUSES[verdict] !== status) {
    problems.push({
      input: undefined,
      what: `exit status ${status}, and the verdict is ${verdict}`,
    });
  }
  const named = new Set(
    summary.skipped.filter(({ reason }) => !IS_WHOLE.test(reason)).map(({ file }) => file),
  );
  for (const input of inputs) {
    const isSilent = (canary: Canary) => {
      const file = join(input.folder, canary.file);
      const isFound = candidates.some(
        (one) => one.file === file && `${one.function} ${one.evidence}`.includes(canary.name),
      );
      const isThere = isFound || named.has(file);
      return !isThere && isCode(canary, join(folder, input.folder));
    };
    const silent = input.canaries.find(isSilent);
    if (silent !== undefined) problems.push({ input, what: `nothing is said of ${silent.name}` });
  }
  const sources = inputs.flatMap(({ entries }) =>
    entries.filter((entry) => 'bytes' in entry && isSourcePath(entry.path)),
  );
  const lost = sources.length - summary.scanned_files - named.size;
  if (lost > 0) problems.push({ input: undefined, what: `${lost} files are in no report` });
  return problems;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
