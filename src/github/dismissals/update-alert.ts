import type { Candidate } from '../../security/candidates/candidate.ts';
import { type AlertChange, fetchAlerts, updateCodeScanningAlert } from '../api/code-scanning.ts';
import type { RepositoryClient } from '../api/repository-client.ts';
import { refusalOf } from '../api/retrying-calls.ts';
import type { Dismissal } from './dismissal.ts';

/** GitHub's limit for the comment of a dismissal. */
const MAX_COMMENT_CHARACTERS = 280;

const TOOL = 'Rustward';

/** GitHub's words. */
const DISMISSED_REASONS = { 'false-positive': 'false positive', accepted: "won't fix" } as const;

/**
 * Dismisses or opens again the code-scanning alert of a finding.
 * @returns what came of it, as the end of a sentence; undefined where the repository has no such alert
 */
export async function updateAlert(
  access: RepositoryClient,
  pull: number,
  candidate: Candidate,
  { state, reason, by }: Dismissal,
): Promise<string | undefined> {
  try {
    const number = await findAlert(access, pull, candidate);
    if (number === undefined) return undefined;
    const change: AlertChange =
      state === 'open'
        ? { state }
        : {
            ...{ state: 'dismissed', reason: DISMISSED_REASONS[state] },
            comment: `${by}: ${reason}`.slice(0, MAX_COMMENT_CHARACTERS),
          };
    await updateCodeScanningAlert(access, number, change);
    return state === 'open'
      ? `code-scanning alert ${number} is open again`
      : `code-scanning alert ${number} is dismissed`;
  } catch (thrown) {
    const status = refusalOf(thrown)?.status;
    // Code scanning is off there, or the app may not.
    if (status === 404) return undefined;
    if (status === 403)
      return 'code scanning was left alone: it is off, or the app may not change it';
    throw thrown;
  }
}

/**
 * The alert of a candidate. GitHub tells no fingerprint: it is the one of that rule on that line,
 * or the only one of that rule in the file.
 */
async function findAlert(
  access: RepositoryClient,
  pull: number,
  { pattern, file, line }: Candidate,
): Promise<number | undefined> {
  for (const end of ['head', 'merge']) {
    const alerts = await fetchAlerts(access, TOOL, `refs/pull/${pull}/${end}`);
    const near = alerts.filter((alert) => alert.rule === pattern && alert.path === file);
    const exact = near.find((alert) => alert.line === line);
    const found = exact ?? (near.length === 1 ? near[0] : undefined);
    if (found !== undefined) return found.number;
  }
  return undefined;
}
