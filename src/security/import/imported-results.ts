import type { ScannedFile } from '../scan/scan-file.ts';
import { foreignPattern, toolNameOf } from './foreign-names.ts';
import { type ForeignRule, foreignRule, foreignSuggestion } from './foreign-rule.ts';
import { lineOf } from './foreign-text.ts';
import type { SarifLog } from './load-sarif.ts';
import { type Rating, rateResult } from './rate-result.ts';
import { candidatePathsOf, type PathRoots } from './sarif-address.ts';
import { messageText } from './sarif-message.ts';
import { ruleFinder } from './sarif-rule-finder.ts';
import {
  resultSchema,
  type SarifLocation,
  type SarifResult,
  type SarifRun,
} from './sarif-schema.ts';
import { type ImportedStep, stepsOf } from './sarif-trace.ts';
import type { ResultPlace, SkippedResults, SkipReason } from './skipped-results.ts';
import { weaknessesOf } from './weaknesses.ts';

/** Results of one file that are read. */
const MAX_RESULTS = 20_000;
const MAX_NAME = 200;

/** A result of another scanner that speaks of a file of the scan. */
export interface ImportedResult {
  readonly tool: string;
  readonly pattern: string;
  readonly rule: ForeignRule;
  readonly file: string;
  readonly region: ImportedRegion;
  /** The function, where the scanner names one. */
  readonly function: string;
  readonly message: string;
  readonly suggestion: string;
  readonly cwe: readonly [number, ...number[]];
  readonly rating: Rating;
  readonly trace: readonly ImportedStep[];
}

/** As the scanner says it; nothing in it has been held against the file. */
export interface ImportedRegion {
  readonly line: number;
  readonly column: number | undefined;
  readonly endLine: number | undefined;
  readonly endColumn: number | undefined;
  /** Whether columns count code points rather than UTF-16 units. */
  readonly codePoints: boolean;
}

/** What the scan knows of its files. */
export type KnownFiles = ReadonlyMap<string, ScannedFile>;

/** The results of a log whose file and line the scan knows; the others are counted. */
export function importedResultsOf(
  log: SarifLog,
  files: KnownFiles,
  pathRoots: PathRoots,
  leftOut: SkippedResults,
): ImportedResult[] {
  const results: ImportedResult[] = [];
  let read = 0;
  for (const run of log.runs) {
    const tool = toolNameOf(run.tool.driver.name);
    const ruleOf = ruleFinder(run);
    const fileOf = (location: SarifLocation | undefined) => knownFile(location, run);
    for (const value of run.results ?? []) {
      read += 1;
      const imported =
        read > MAX_RESULTS
          ? ({ reason: 'excess' } as const)
          : importedResultOf(value, { run, tool, ruleOf, fileOf });
      if ('reason' in imported) leftOut.add(imported.reason, imported.place);
      else results.push(imported);
    }
  }
  return results;

  function knownFile(location: SarifLocation | undefined, run: SarifRun) {
    const address = location?.physicalLocation?.artifactLocation;
    if (address === undefined) return 'noPlace';
    const paths = candidatePathsOf(address, run, pathRoots);
    const file = paths.map((path) => files.get(path)).find((known) => known?.language);
    return file ?? (paths.length === 0 ? 'outside' : 'notExamined');
  }
}

interface RunContext {
  readonly run: SarifRun;
  readonly tool: string;
  readonly ruleOf: ReturnType<typeof ruleFinder>;
  fileOf(location: SarifLocation | undefined): ScannedFile | SkipReason;
}

/** A result that is not imported, with its place where it can be read. */
interface NotImported {
  readonly reason: SkipReason;
  readonly place?: ResultPlace;
}

function importedResultOf(value: unknown, context: RunContext): ImportedResult | NotImported {
  const parsed = resultSchema.safeParse(value);
  if (!parsed.success) return { reason: 'malformed' };
  const result = parsed.data;
  const { run, tool, ruleOf, fileOf } = context;
  const [location] = result.locations;
  const { artifactLocation, region = {} } = location?.physicalLocation ?? {};
  const { startLine, startColumn, endLine, endColumn } = region;
  const { id, rule } = ruleOf(result);
  const leaveOut = (reason: SkipReason): NotImported => ({
    reason,
    place: {
      rule: foreignPattern(tool, id),
      file: lineOf(artifactLocation?.uri ?? '', MAX_NAME),
      line: isPosition(startLine) ? startLine : undefined,
    },
  });
  const silent = reasonToSkip(result);
  if (silent !== undefined) return leaveOut(silent);
  if (!isPosition(startLine)) return leaveOut('noPlace');
  const file = fileOf(location);
  if (typeof file === 'string') return leaveOut(file);
  const message = messageText(result.message, rule);
  const described = foreignRule(tool, id, rule);
  const [fix] = result.fixes;
  return {
    tool,
    pattern: foreignPattern(tool, id),
    rule: described,
    file: file.file,
    region: {
      line: startLine,
      column: isPosition(startColumn) ? startColumn : undefined,
      endLine: isPosition(endLine) ? endLine : undefined,
      endColumn: isPosition(endColumn) ? endColumn : undefined,
      codePoints: run.columnKind === 'unicodeCodePoints',
    },
    function: functionName(location),
    message: message || described.title,
    suggestion: messageText(fix?.description) || foreignSuggestion(tool),
    cwe: weaknessesOf(result, rule, `${id} ${message}`),
    rating: rateResult(result, rule),
    trace: stepsOf(result, fileOf),
  };
}

/** Why its own scanner does not take a result for an open problem. */
function reasonToSkip(result: SarifResult): SkipReason | undefined {
  if (result.kind === 'pass' || result.kind === 'notApplicable') return 'noProblem';
  if (result.baselineState === 'absent') return 'gone';
  // A suppression without a status is accepted (SARIF 2.1.0, 3.35.3).
  const isAccepted = result.suppressions.some((one) => (one?.status ?? 'accepted') === 'accepted');
  return isAccepted ? 'suppressed' : undefined;
}

function functionName(location: SarifLocation | undefined): string {
  const named = location?.logicalLocations.find(
    (logical) => logical?.kind === undefined || /^(function|member)$/.test(logical.kind),
  );
  return lineOf(named?.name ?? named?.fullyQualifiedName ?? '', MAX_NAME);
}

function isPosition(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 1;
}
