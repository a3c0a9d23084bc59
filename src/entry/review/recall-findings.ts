import type { Candidate } from '../../security/candidates/candidate.ts';
import type { TriageResult } from '../../security/candidates/triage-result.ts';
import { runSecurity } from '../../security/pipeline.ts';
import type { ReportedCandidate } from '../../security/report/report.ts';
import type { SecurityRequest, Triage } from '../../security/security-request.ts';
import { SourceIndex } from '../../security/slice/source-index.ts';
import { recallClaims } from '../../security/triage/recall-claims.ts';
import { recallTriage } from '../../security/triage/recall-triage.ts';
import { loadTriageRecords } from '../../security/triage/triage-state.ts';
import { stateKey } from '../../workspace/state/state-key.ts';
import { loadVersion } from '../../workspace/version.ts';
import { openScan } from './open-scan.ts';
import type { TreeOptions } from './review-options.ts';
import { scanOptions } from './scan-options.ts';

export interface RecallOptions extends TreeOptions {
  /** The commit that the review compared with. */
  readonly base?: string | undefined;
  /** Where the state is, if not in the tree. */
  readonly stateDir?: string | undefined;
  /** Notes of maintainers, which the questions of the review had. */
  readonly notes?: string | undefined;
}

/** What is wanted of the tree, and who hears of it. */
export interface RecallHooks {
  /** The candidates of which it is wanted what models said. */
  readonly pick: (candidates: readonly Candidate[]) => readonly Candidate[];
  /** Hears of the tree with the candidates that were picked, before they are looked up. */
  readonly onPicked?: (
    index: SourceIndex,
    picked: readonly Candidate[],
    hasReview: boolean,
  ) => Promise<void>;
  readonly onProgress: (done: number, total: number) => void;
  readonly onWarning: (line: string) => void;
}

/** A tree that was scanned again. */
export interface RecalledFindings {
  /** Its real path. */
  readonly root: string;
  /** All candidates, whatever a review may have looked at; those that were picked with what models said of them. */
  readonly candidates: readonly ReportedCandidate[];
}

/**
 * Scans a tree, and looks up what models said of some of its candidates in the state that a review left. Asks no model
 * and writes nothing.
 * @throws UsageError when the tree cannot be read
 */
export async function recallFindings(
  path: string,
  options: RecallOptions,
  hooks: RecallHooks,
): Promise<RecalledFindings> {
  const { deps, store } = await openScan(path, options);
  const request: SecurityRequest = {
    scan: scanOptions(path, options),
    imports: options.importSarif,
    ...(options.base === undefined ? {} : { base: options.base }),
    // Whatever a review may have looked at, and nothing is written.
    ...{ minConfidence: 0, includeExisting: true, failOn: 'none', state: 'none' },
    version: loadVersion(),
  };
  let scanned = path;
  const triage: Triage = async ({ candidates: proposed, outcome, change, claims }) => {
    const { root } = outcome;
    scanned = root;
    const records = loadTriageRecords(options.stateDir ?? root, stateKey(process.env));
    const index = new SourceIndex(outcome, deps.grammars, { change });
    const { claimed, ...recalled } = recallClaims(proposed, records, claims, index);
    // As sure as they are where they stand, which is how a review showed them to models.
    const rated = new Map<number, Candidate>(proposed.map((one) => [one.gid, one]));
    const candidates = [...outcome.candidates.map((one) => rated.get(one.gid) ?? one), ...claimed];
    const picked = hooks.pick(candidates);
    await hooks.onPicked?.(index, picked, records.clusters.length > 0);
    const results = new Map<number, TriageResult>();
    for (const candidate of picked) {
      // The review may have been told to leave the configuration aside.
      const found =
        (await recallTriage(candidate, candidates, records, { index, notes: options.notes })) ??
        (await recallTriage(candidate, candidates, records, { index }));
      if (found !== undefined) results.set(candidate.gid, found);
    }
    return { results, claimed, ...recalled, reproductions: new Map() };
  };
  try {
    const { onProgress, onWarning } = hooks;
    const { candidates } = await runSecurity(request, { ...deps, onProgress, onWarning, triage });
    return { root: scanned, candidates };
  } finally {
    store?.evict();
  }
}
