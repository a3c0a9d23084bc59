import { dirname, resolve } from 'node:path';
import type { RuleDescription } from '../../rules/rule.ts';
import { byBytes } from '../../workspace/files/byte-order.ts';
import { readSourceText, TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import { byPlace } from '../report/imported-place.ts';
import type { RuleInfo } from '../report/report.ts';
import type { ScanOutcome } from '../scan/scan.ts';
import type { ScanOptions } from '../scan/survey-tree.ts';
import { categoryFinder } from './category-finder.ts';
import { draftImportedResults } from './draft-imported.ts';
import { toolNameOf } from './foreign-names.ts';
import { foreignRules, type ImportedCandidate } from './foreign-rule.ts';
import { importedResultsOf, type KnownFiles } from './imported-results.ts';
import type { SarifLog } from './load-sarif.ts';
import { type Mergeable, mergeImports } from './merge-imports.ts';
import type { PathRoots } from './sarif-address.ts';
import { type LeftOutResult, type ResultPlace, SkippedResults } from './skipped-results.ts';

export interface ImportRequest {
  readonly scan: ScanOptions;
  /** Our own rules. */
  readonly rules: readonly RuleDescription[];
  readonly onWarning: (line: string) => void;
}

/** A result of another scanner: the number of the candidate that stands for it, or why there is none. */
export type ResultFate =
  | (ResultPlace & { readonly gid: number; readonly reason?: never })
  | (LeftOutResult & { readonly gid?: never });

/** A scan with what other scanners say of the same tree. */
export interface ImportOutcome {
  /** What becomes of each result, by file, line and rule. */
  readonly fates: readonly ResultFate[];
  readonly outcome: ScanOutcome;
  /** The rules of the other scanners that have a result here, by id. */
  readonly rules: readonly RuleInfo[];
}

/**
 * Adds other scanners' results to a scan, merged with ours where they mean the same. Results whose
 * file or line is not in the tree are counted in a warning.
 */
export function importResults(
  scanned: ScanOutcome,
  logs: readonly SarifLog[],
  request: ImportRequest,
): ImportOutcome {
  if (logs.length === 0) return { outcome: scanned, rules: [], fates: [] };
  const ofLogs = logs.map((log) => draftResultsOfLog(scanned, log, request));
  const results = withoutRepeats(
    ofLogs.flatMap((one) => one.placed),
    request,
  );
  const severities = new Map(request.rules.map(({ id, severity }) => [id, severity]));
  const own = scanned.candidates.map(({ gid: _, ...draft }): Mergeable => {
    return { draft, ceiling: severities.get(draft.pattern) ?? draft.severity };
  });
  const merged = mergeImports(own, results);
  const candidates = merged.map(({ draft }, index) => ({ gid: index + 1, ...draft }));
  const placed = merged.flatMap(({ imported }, index) =>
    imported.map(({ pattern, file, line }): ResultFate => {
      return { rule: pattern, file, line, gid: index + 1 };
    }),
  );
  return {
    outcome: { ...scanned, candidates },
    rules: foreignRules(results),
    fates: [...placed, ...ofLogs.flatMap((one) => one.leftOut)].sort(byPlace),
  };
}

function draftResultsOfLog(
  scanned: ScanOutcome,
  log: SarifLog,
  request: ImportRequest,
): { readonly placed: ImportedCandidate[]; readonly leftOut: readonly LeftOutResult[] } {
  const leftOut = new SkippedResults();
  const files: KnownFiles = new Map(scanned.files.map((file) => [file.file, file]));
  const limits = request.scan.limits ?? TEXT_LIMITS;
  const categoryOf = categoryFinder(request.rules);
  const results = importedResultsOf(log, files, pathRootsOf(scanned, request.scan.path), leftOut);
  const placed = [...Map.groupBy(results, ({ file }) => file)].flatMap(([name, all]) => {
    const file = files.get(name);
    const source = readSourceText(scanned.root, name, limits);
    if (file !== undefined && 'text' in source) {
      return draftImportedResults(file, source.text, all, categoryOf, leftOut);
    }
    for (const { pattern, region } of all) {
      leftOut.add('notExamined', { rule: pattern, file: name, line: region.line });
    }
    return [];
  });
  const warning = leftOut.warning(log.path, placed.length);
  if (warning !== undefined) request.onWarning(warning);
  const tools = log.runs.map(({ tool }) => toolNameOf(tool.driver.name));
  return { placed, leftOut: leftOut.places([...new Set(tools)].join(', ')) };
}

/** The scanned folder by its real name and as the user named it, which another scanner saw too. */
function pathRootsOf({ root, single }: ScanOutcome, path: string): PathRoots {
  const named = single ? dirname(resolve(path)) : resolve(path);
  return { roots: [...new Set([root, named])], folder: process.cwd() };
}

/** Results of one rule on one line have the same id, so the surest stands for all of them. */
function withoutRepeats(
  placed: readonly ImportedCandidate[],
  request: ImportRequest,
): ImportedCandidate[] {
  const known = new Map<string, ImportedCandidate>();
  const ordered = placed
    .map((result) => ({ result, text: JSON.stringify(result) }))
    .sort((left, right) => {
      const [a, b] = [left.result.draft, right.result.draft];
      return b.confidence - a.confidence || a.column - b.column || byBytes(left.text, right.text);
    });
  const leftOut = new SkippedResults();
  for (const { result } of ordered) {
    const { file, line, pattern } = result.draft;
    const key = [file, line, pattern].join('\0');
    if (known.has(key)) leftOut.add('repeated');
    else known.set(key, result);
  }
  const warning = leftOut.warning('all imports', known.size);
  if (warning !== undefined) request.onWarning(warning);
  return [...known.values()];
}
