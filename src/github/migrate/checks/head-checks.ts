import { fetchCommitStatuses, fetchWorkflowRuns } from '../../api/actions.ts';
import { fetchLatestCheckRuns } from '../../api/checks.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';

/** How far a check of another app is. */
type HeadCheckState = 'pending' | 'passed' | 'failed' | 'cancelled' | 'skipped';

/** A check run or a commit status on the head, by another app than ours. */
export interface HeadCheck {
  readonly name: string;
  readonly state: HeadCheckState;
  /** The job of GitHub Actions that it is: its log can be read under this id. */
  readonly job: number | undefined;
  /** What another app says in it. */
  readonly said: string;
  /** Where a person reads more. */
  readonly url: string | undefined;
}

const ACTIONS = 'github-actions';

/**
 * All that others say of a commit: the newest run of each check, the newest status of each context, and
 * runs of workflows that have no checks yet.
 * @param access with a token that reads checks; for the rest, what the token may not read is left out
 */
export async function fetchHeadChecks(
  access: RepositoryClient,
  sha: string,
  may: { readonly readStatuses: boolean; readonly readActions: boolean },
): Promise<HeadCheck[]> {
  const runs = await fetchLatestCheckRuns(access, sha);
  const others = runs.filter(({ app }) => app?.id !== access.identity.app);
  const checks = others.map(
    ({ id, app, name, status, conclusion, title, summary, text, url }): HeadCheck => ({
      ...{ name, state: stateOf(status, conclusion), url },
      job: app?.slug === ACTIONS ? id : undefined,
      said: `${title}\n${summary}\n${text}`.trim(),
    }),
  );
  if (may.readActions) {
    const suites = new Set(others.map(({ suite }) => suite));
    for (const run of await fetchWorkflowRuns(access, sha)) {
      if (suites.has(run.suite)) continue;
      const state = stateOf(run.status ?? 'queued', run.conclusion);
      const name = run.name ?? 'a workflow';
      checks.push({ name, state, job: undefined, said: '', url: run.url });
    }
  }
  if (may.readStatuses) {
    for (const { context, state, description, url } of await fetchCommitStatuses(access, sha)) {
      checks.push({
        ...{ name: context, state: STATUSES[state] ?? 'pending', job: undefined },
        ...{ said: description, url },
      });
    }
  }
  return checks;
}

const STATUSES: Readonly<Record<string, HeadCheckState>> = {
  ...({ success: 'passed', failure: 'failed', error: 'failed', pending: 'pending' } as const),
};

const CONCLUSIONS: Readonly<Record<string, HeadCheckState>> = {
  ...({ success: 'passed', failure: 'failed', timed_out: 'failed' } as const),
  ...({ startup_failure: 'failed', cancelled: 'cancelled', stale: 'cancelled' } as const),
  // A person has to allow the workflow first.
  ...({ action_required: 'pending', neutral: 'skipped', skipped: 'skipped' } as const),
};

function stateOf(status: string, conclusion: string | null): HeadCheckState {
  if (status !== 'completed') return 'pending';
  return CONCLUSIONS[conclusion ?? ''] ?? 'cancelled';
}
