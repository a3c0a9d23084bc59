import { openScan } from '../entry/open-scan.ts';
import { scanOptions, type TreeOptions } from '../entry/review-options.ts';
import { readVersion } from '../entry/version.ts';
import type { Candidate } from '../security/candidate.ts';
import type { Examinations } from '../security/examination/examine-candidates.ts';
import { recallExamination } from '../security/examination/recall-examination.ts';
import { readState } from '../security/examination/state.ts';
import { findCandidate } from '../security/find-candidate.ts';
import { runSecurity, type SecurityRequest } from '../security/pipeline.ts';
import { readReportFile } from '../security/report-file.ts';
import type { ScanOutcome } from '../security/scan.ts';
import { sliceOf } from '../security/slice/slice.ts';
import { SourceIndex } from '../security/slice/source-index.ts';
import { findSourceFiles } from '../workspace/source-files.ts';
import { readSourceText, TEXT_LIMITS } from '../workspace/source-text.ts';
import { stateKey } from '../workspace/state-key.ts';
import { type Explanation, explainText } from './explain-text.ts';
import { progressBar } from './progress-bar.ts';
import { oneLine, wantsColour } from './terminal-text.ts';

export interface ExplainOptions extends TreeOptions {
  /** The JSON report to read, instead of the tree. */
  readonly report?: string | undefined;
  /** Where the state is, if not in the tree. */
  readonly stateDir?: string | undefined;
}

const NO_REVIEW = "No review has left a result for this tree: 'rustward review' has models look.";
const NONE_THAT_FITS =
  'No result of an earlier review fits: none has come to it, or that was with other options, or the code or the prompts have changed since.';
const NO_SOURCES = 'Name the folder of the sources behind the id to see the lines of each step.';

/**
 * All that is known of one finding, as text.
 * @throws UsageError when there is no such finding, or its report or tree cannot be read
 */
export async function explain(
  id: string,
  path: string | undefined,
  options: ExplainOptions,
): Promise<string> {
  const { report } = options;
  const explanation =
    report === undefined
      ? await ofTree(id, path ?? '.', options)
      : ofReport(id, report, path, options);
  return explainText(explanation, wantsColour());
}

/** Scans the tree, and recalls what models said of the one candidate. */
async function ofTree(id: string, path: string, options: ExplainOptions): Promise<Explanation> {
  const bar = progressBar(process.stderr, false);
  const { deps, store } = await openScan(path, options);
  const request: SecurityRequest = {
    scan: scanOptions(path, options),
    imports: options.importSarif,
    // Whatever a review may have looked at, and nothing is written.
    ...{ minConfidence: 0, onlyNew: false, failOn: 'none', state: 'none' },
    version: readVersion(),
  };
  const onWarning = (line: string) => process.stderr.write(`rustward: ${oneLine(line)}\n`);
  let seen: Pick<Explanation, 'ways' | 'lineAt' | 'whyUnexamined'> | undefined;
  const examine = async (_: readonly Candidate[], outcome: ScanOutcome): Promise<Examinations> => {
    const { candidates, root } = outcome;
    const candidate = findCandidate(id, candidates);
    const records = readState(options.stateDir ?? root, stateKey(process.env));
    const index = new SourceIndex(outcome, deps.grammars);
    const { paths } = await sliceOf([candidate], index);
    const whyUnexamined = records.clusters.length === 0 ? NO_REVIEW : NONE_THAT_FITS;
    seen = {
      ways: paths,
      lineAt: linesOf(index.files, (file) => index.lines(file)),
      whyUnexamined,
    };
    const found = await recallExamination(candidate, candidates, records, index);
    return new Map(found === undefined ? [] : [[candidate.gid, found]]);
  };
  try {
    const running = { ...deps, onProgress: bar.update, onWarning, examine };
    const { candidates } = await runSecurity(request, running);
    const known = seen ?? { ways: undefined, lineAt: () => undefined, whyUnexamined: NO_REVIEW };
    return { candidate: findCandidate(id, candidates), ...known, remarks: [] };
  } finally {
    bar.clear();
    store?.sweep();
  }
}

/** Reads the report, and the lines of the steps from the sources where they are named. */
function ofReport(
  id: string,
  report: string,
  path: string | undefined,
  options: ExplainOptions,
): Explanation {
  const candidate = findCandidate(id, readReportFile(report));
  const whyUnexamined = 'The report does not say that a model was to look at it.';
  const base = { candidate, ways: undefined, whyUnexamined };
  const none = { ...base, lineAt: () => undefined };
  if (path === undefined) return { ...none, remarks: [NO_SOURCES] };
  const { root, files } = findSourceFiles(path, scanOptions(path, options).select);
  const names = files.map((file) => file.path);
  const lineAt = linesOf(names, (file) => {
    const source = readSourceText(root, file, TEXT_LIMITS);
    return 'skip' in source ? [] : source.text.split(/\r?\n/);
  });
  return fits(candidate, lineAt)
    ? { ...base, lineAt, remarks: [] }
    : {
        ...none,
        remarks: [`${path} does not hold the code of the report: its lines are left out.`],
      };
}

/** Only files of the tree are read, whatever name a model or a report has for one. */
function linesOf(
  files: readonly string[],
  read: (file: string) => readonly string[],
): Explanation['lineAt'] {
  const known = new Map<string, readonly string[]>();
  return (file, line) => {
    if (!files.includes(file)) return undefined;
    const lines = known.get(file) ?? read(file);
    known.set(file, lines);
    return lines[line - 1];
  };
}

/** Whether the lines around the candidate are those of the report. */
function fits(
  { file, excerpt, line, evidence }: Candidate,
  lineAt: Explanation['lineAt'],
): boolean {
  if (excerpt.lines.length === 0) return lineAt(file, line)?.trim().startsWith(evidence) === true;
  // An excerpt holds the beginning of a long line.
  return excerpt.lines.every(
    (text, at) => lineAt(file, excerpt.first_line + at)?.startsWith(text) === true,
  );
}
