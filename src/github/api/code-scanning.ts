import type { RepositoryCalls } from './repository-client.ts';
import { refusalOf } from './retrying-calls.ts';

/** How far GitHub is with an upload. */
export interface SarifProcessing {
  readonly status: 'pending' | 'complete' | 'failed' | undefined;
  readonly errors: readonly string[];
}

/** An alert of code scanning, where it was seen last. */
export interface CodeScanningAlert {
  readonly number: number;
  readonly rule: string | undefined;
  readonly path: string | undefined;
  readonly line: number | undefined;
}

/** What becomes of an alert; the words are GitHub's. */
export type AlertChange =
  | { readonly state: 'open' }
  | {
      readonly state: 'dismissed';
      readonly reason: 'false positive' | "won't fix";
      /** At most 280 characters. */
      readonly comment: string;
    };

/**
 * Uploads results; those of the same category on the same ref are replaced, so that doing it twice is
 * doing it once.
 * @param sarif packed with gzip
 * @returns the id of the upload
 */
export async function createSarifUpload(
  { github, calls, ownerRepo }: RepositoryCalls,
  { commit, ref, sarif }: { readonly commit: string; readonly ref: string; readonly sarif: Buffer },
): Promise<string> {
  const body = { commit_sha: commit, ref, sarif: sarif.toString('base64') };
  const { data } = await calls.write((options) =>
    github.rest.codeScanning.uploadSarif({ ...ownerRepo, ...options, ...body }),
  );
  return data.id ?? '';
}

/** How far an upload is; undefined for a moment after it, until GitHub knows it. */
export async function fetchSarifProcessing(
  { github, calls, ownerRepo }: RepositoryCalls,
  sarif_id: string,
): Promise<SarifProcessing | undefined> {
  return await calls.read(async (options) => {
    try {
      const { data } = await github.rest.codeScanning.getSarif({
        ...{ ...ownerRepo, ...options, sarif_id },
      });
      return { status: data.processing_status, errors: data.errors ?? [] };
    } catch (thrown) {
      if (refusalOf(thrown)?.status === 404) return undefined;
      throw thrown;
    }
  });
}

/** A result that code scanning keeps. */
export interface CodeScanningAnalysis {
  readonly id: number;
  readonly commit: string;
}

/** The last result of a tool and category on a ref, such as `refs/heads/main`; undefined where there is none. */
export async function fetchLastAnalysis(
  { github, calls, ownerRepo }: RepositoryCalls,
  {
    tool,
    category,
    ref,
  }: { readonly tool: string; readonly category: string; readonly ref: string },
): Promise<CodeScanningAnalysis | undefined> {
  // The newest come first, and of one ref few are of other categories.
  const { data } = await calls.read((options) =>
    github.rest.codeScanning.listRecentAnalyses({
      ...{ ...ownerRepo, ...options, tool_name: tool, ref, per_page: 100 },
    }),
  );
  const last = data.find((one) => one.category === category && one.error === '');
  return last && { id: last.id, commit: last.commit_sha };
}

/** The results of a tool on commits, one of each category, of refs such as `refs/pull/7/merge`. */
export async function fetchAnalysesOf(
  { github, calls, ownerRepo }: RepositoryCalls,
  {
    tool,
    refs,
    commits,
  }: {
    readonly tool: string;
    readonly refs: readonly string[];
    readonly commits: readonly string[];
  },
): Promise<CodeScanningAnalysis[]> {
  const newest = new Map<string, CodeScanningAnalysis>();
  for (const ref of refs) {
    const { data } = await calls.read((options) =>
      github.rest.codeScanning.listRecentAnalyses({
        ...{ ...ownerRepo, ...options, tool_name: tool, ref, per_page: 100 },
      }),
    );
    for (const { id, category = '', commit_sha: commit, error } of data) {
      if (error !== '' || !commits.includes(commit) || newest.has(category)) continue;
      newest.set(category, { id, commit });
    }
  }
  return [...newest.values()];
}

/** The text of the SARIF of a result, as far as GitHub keeps it. */
export async function fetchAnalysisSarif(
  { github, calls, ownerRepo }: RepositoryCalls,
  analysis_id: number,
): Promise<string> {
  const answer = await calls.read((options) =>
    github.rest.codeScanning.getAnalysis({
      ...{ ...ownerRepo, ...options, analysis_id },
      headers: { accept: 'application/sarif+json' },
    }),
  );
  const data: unknown = answer.data;
  // Of a media type that it does not know to be JSON, Octokit gives the text, or the bytes.
  if (data instanceof ArrayBuffer) return Buffer.from(data).toString();
  return typeof data === 'string' ? data : JSON.stringify(data);
}

/** The alerts of a tool on a ref, such as `refs/pull/7/head`. */
export async function fetchAlerts(
  { github, calls, ownerRepo }: RepositoryCalls,
  tool: string,
  ref: string,
): Promise<CodeScanningAlert[]> {
  const alerts = await calls.read((options) =>
    github.paginate(github.rest.codeScanning.listAlertsForRepo, {
      ...{ ...ownerRepo, ...options, tool_name: tool, ref, per_page: 100 },
    }),
  );
  return alerts.map(({ number, rule, most_recent_instance: { location } }) => ({
    ...{ number, rule: rule.id ?? undefined, path: location?.path, line: location?.start_line },
  }));
}

/** Dismisses an alert, or opens it again. */
export async function updateCodeScanningAlert(
  { github, calls, ownerRepo }: RepositoryCalls,
  alert_number: number,
  change: AlertChange,
): Promise<void> {
  const fields =
    change.state === 'open'
      ? { state: change.state }
      : {
          ...{ state: change.state, dismissed_reason: change.reason },
          dismissed_comment: change.comment,
        };
  await calls.write((options) =>
    github.rest.codeScanning.updateAlert({ ...ownerRepo, ...options, alert_number, ...fields }),
  );
}
