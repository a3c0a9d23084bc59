import { join, relative } from 'node:path';
import { parseCrate } from '../../code/rust/crate/crate.ts';
import { testsOf } from '../../code/rust/crate/crate-tests.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { loadConfig, sourceFolder } from '../../migration/artifacts/config.ts';
import type { Cargo } from '../../migration/crate/cargo.ts';
import { loadCrate } from '../../migration/crate/crate-files.ts';
import { gateSettingsOf } from '../../migration/gates/gate-settings.ts';
import { pauseReasons } from '../../migration/pipeline/pause-reasons.ts';
import { loadHardening } from '../../migration/state/hardening.ts';
import type { Measures } from '../../migration/state/measures.ts';
import { loadProgress, writeProgress } from '../../migration/state/progress.ts';
import { withProjectLock } from '../../migration/state/project-lock.ts';
import type { SecurityScore } from '../../migration/state/security-score.ts';
import { loadSymbolMap } from '../../migration/state/symbol-map.ts';
import type { ReportedCandidate } from '../../security/report/report.ts';
import { recallFindings } from '../review/recall-findings.ts';
import { REPORT_DEFAULTS, type TreeOptions } from '../review/review-options.ts';
import { isOfC, openCandidates, securityScore } from './security-score.ts';

/** A project with its crate, and what judges them. */
export interface MeasuredProject {
  /** The real path of the project's folder. */
  readonly root: string;
  /** The folder of the crate, relative to the project's. */
  readonly crate: string;
  readonly parser: SourceParser;
  readonly cargo: Pick<Cargo, 'diagnose'>;
}

/** What is counted in a crate. */
export interface CrateCounts {
  readonly warnings: number;
  readonly tests: number;
}

/** Warnings and tests of the crate as it is; nothing of one that is not there. */
export async function countCrate({
  root,
  crate,
  parser,
  cargo,
}: MeasuredProject): Promise<CrateCounts> {
  const files = loadCrate(join(root, crate));
  if (!files.has('Cargo.toml')) return { warnings: 0, tests: 0 };
  const { diagnostics } = await cargo.diagnose(files);
  const tests = testsOf(parseCrate(parser, files)).filter(({ isIgnored }) => !isIgnored);
  return {
    warnings: diagnostics.filter(({ kind }) => kind === 'warning').length,
    tests: tests.length,
  };
}

/**
 * Why a run may not go on, by what the last one measured and what hardening has come to.
 * @param now the crate as it is
 */
export async function whyPaused(root: string, now: CrateCounts): Promise<string[]> {
  const last = loadProgress(root)?.measures;
  return pauseReasons({
    hardened: await hardenedScores(root, REPORT_DEFAULTS),
    crate: last === undefined ? undefined : { last, now },
    minScoreDrop: minScoreDrop(root),
  });
}

/** The same by what a commit says: what runs have measured is not committed. Nothing is kept of the scan. */
export async function whyHeld(root: string): Promise<string[]> {
  const hardened = await hardenedScores(root, { ...REPORT_DEFAULTS, cache: false });
  return pauseReasons({ hardened, crate: undefined, minScoreDrop: minScoreDrop(root) });
}

/** The score of the C when hardening was begun, and now; undefined where it was not begun. */
async function hardenedScores(root: string, options: TreeOptions) {
  const hardening = loadHardening(root);
  if (hardening === undefined) return undefined;
  const candidates = await candidatesOf(root, options);
  return { before: hardening.before, now: securityScore(candidates.filter(isOfC)) };
}

function minScoreDrop(root: string): number {
  return gateSettingsOf(loadConfig(root)['gates']).min_score_drop_percent;
}

/**
 * Measures a project at the end of a run, and writes that beside its progress.
 * @param start the crate as the run found it
 * @param isChanged whether the run has migrated anything: else what is known stays
 */
export async function recordMeasures(
  project: MeasuredProject,
  start: CrateCounts,
  isChanged: boolean,
): Promise<void> {
  const { root } = project;
  const before = loadProgress(root);
  if (before === undefined || (before.measures !== undefined && !isChanged)) return;
  const end = await countCrate(project);
  const score = await scoreOf(root, before.measures?.score.before);
  const measures: Measures = {
    score,
    warnings: { before: start.warnings, after: end.warnings },
    tests: { before: start.tests, after: end.tests },
  };
  await withProjectLock(root, async () => {
    // What another run may have written in the meantime stays.
    const progress = loadProgress(root);
    if (progress !== undefined) writeProgress(root, { ...progress, measures });
    await Promise.resolve();
  });
}

/** The score of what there was at first, and of what is left: the C that has no Rust, and the Rust. */
async function scoreOf(root: string, known: SecurityScore | undefined): Promise<Measures['score']> {
  const candidates = await candidatesOf(root, REPORT_DEFAULTS);
  const sources = relative(root, sourceFolder(root, loadConfig(root)));
  const inRust = loadSymbolMap(root).map(({ c_file, ...lines }) => {
    return { ...lines, file: join(sources, c_file) };
  });
  const left = candidates.filter(
    ({ file, line }) =>
      !inRust.some((one) => one.file === file && one.start_line <= line && line <= one.end_line),
  );
  const before = known ?? loadHardening(root)?.before ?? securityScore(candidates.filter(isOfC));
  return { before, after: securityScore(left) };
}

async function candidatesOf(root: string, options: TreeOptions): Promise<ReportedCandidate[]> {
  const { candidates } = await recallFindings(root, options, {
    ...{ pick: () => [], onProgress: () => undefined, onWarning: () => undefined },
  });
  return openCandidates(candidates);
}
