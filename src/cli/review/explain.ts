import { type RecallOptions, recallFindings } from '../../entry/review/recall-findings.ts';
import { scanOptions } from '../../entry/review/scan-options.ts';
import { UsageError } from '../../errors.ts';
import { RULES } from '../../rules/index.ts';
import { loadReportedCandidates } from '../../security/baseline/load-report.ts';
import type { Candidate } from '../../security/candidates/candidate.ts';
import { findCandidate } from '../../security/candidates/find-candidate.ts';
import { sliceOf } from '../../security/slice/slice.ts';
import { findSourceFiles } from '../../workspace/files/source-files.ts';
import { readSourceText, TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import { findSettings } from '../options/repository-settings.ts';
import { explainJson } from '../output/explain-json.ts';
import { type Explanation, explainText } from '../output/explain-text.ts';
import { printNote } from '../output/print-note.ts';
import { progressBar } from '../output/progress-bar.ts';
import { wantsColour } from '../output/terminal-text.ts';
import { homeOf } from './find-named-files.ts';

export interface ExplainOptions extends RecallOptions {
  /** The JSON report to read, instead of the tree. */
  readonly report?: string | undefined;
  readonly format: 'text' | 'json';
}

const NO_REVIEW = "No review has left a result for this tree: 'rustward review' has models look.";
const NONE_THAT_FITS =
  'No result of an earlier review fits: none has come to it, or that was with other options, or the code or the prompts have changed since.';
const NO_SOURCES = 'Name the folder of the sources behind the id to see the lines of each step.';

/**
 * All that is known of one finding, as text or JSON.
 * @throws UsageError when there is no such finding, or its report or tree cannot be read
 */
export async function explain(
  id: string,
  path: string | undefined,
  options: ExplainOptions,
): Promise<string> {
  const { report } = options;
  if (RULES.some((rule) => rule.id === id)) {
    throw new UsageError(`${id} is a rule and no finding: 'rustward rules ${id}' explains it`);
  }
  const explanation =
    report === undefined
      ? await explainFromTree(id, homeOf(path ?? '.', id), options)
      : explainFromReport(id, report, path, options);
  return options.format === 'json'
    ? explainJson(explanation)
    : explainText(explanation, wantsColour());
}

/** Scans the tree, and recalls what models said of the one candidate. */
async function explainFromTree(
  id: string,
  path: string,
  options: ExplainOptions,
): Promise<Explanation> {
  const { notes } = await findSettings(path, options.base);
  const bar = progressBar(process.stderr, false);
  let seen: Pick<Explanation, 'ways' | 'lineAt' | 'whyUnexamined'> | undefined;
  try {
    const { candidates } = await recallFindings(
      path,
      { ...options, notes: notes?.text },
      {
        pick: (all) => [findCandidate(id, all)],
        onPicked: async (index, picked, hasReview) => {
          const { paths } = await sliceOf(picked, index);
          seen = {
            ways: paths,
            lineAt: lineReader(index.files, (file) => index.lines(file)),
            whyUnexamined: hasReview ? NONE_THAT_FITS : NO_REVIEW,
          };
        },
        ...{ onProgress: bar.update, onWarning: printNote },
      },
    );
    const known = seen ?? { ways: undefined, lineAt: () => undefined, whyUnexamined: NO_REVIEW };
    return { candidate: findCandidate(id, candidates), ...known, remarks: [] };
  } finally {
    bar.clear();
  }
}

/** Reads the report, and the lines of the steps from the sources where they are named. */
function explainFromReport(
  id: string,
  report: string,
  path: string | undefined,
  options: ExplainOptions,
): Explanation {
  const candidate = findCandidate(id, loadReportedCandidates(report));
  const whyUnexamined = 'The report does not say that a model was to look at it.';
  const base = { candidate, ways: candidate.call_paths, whyUnexamined };
  const none = { ...base, lineAt: () => undefined };
  if (path === undefined) return { ...none, remarks: [NO_SOURCES] };
  const { root, files } = findSourceFiles(path, scanOptions(path, options).select);
  const names = files.map((file) => file.path);
  const lineAt = lineReader(names, (file) => {
    const source = readSourceText(root, file, TEXT_LIMITS);
    return 'skip' in source ? [] : source.text.split(/\r?\n/);
  });
  return matchesSources(candidate, lineAt)
    ? { ...base, lineAt, remarks: [] }
    : {
        ...none,
        remarks: [`${path} does not hold the code of the report: its lines are left out.`],
      };
}

/** Only files of the tree are read, whatever name a model or a report has for one. */
function lineReader(
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
function matchesSources(
  { file, excerpt, line, evidence }: Candidate,
  lineAt: Explanation['lineAt'],
): boolean {
  if (excerpt.lines.length === 0) return lineAt(file, line)?.trim().startsWith(evidence) === true;
  // An excerpt holds the beginning of a long line.
  return excerpt.lines.every(
    (text, at) => lineAt(file, excerpt.first_line + at)?.startsWith(text) === true,
  );
}
