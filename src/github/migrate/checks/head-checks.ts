import type { RepositoryClient } from '../../api/repository-client.ts';

/** How far a check of somebody else is. */
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
  { github, calls, ownerRepo, identity }: RepositoryClient,
  sha: string,
  may: { readonly readStatuses: boolean; readonly readActions: boolean },
): Promise<HeadCheck[]> {
  const at = { ...ownerRepo, ref: sha, per_page: 100 };
  const runs = await calls.read((options) =>
    github.paginate(github.rest.checks.listForRef, { ...at, ...options, filter: 'latest' }),
  );
  const others = runs.filter(({ app }) => app?.id !== identity.app);
  const checks = others.map(
    ({ id, app, name, status, conclusion, output, html_url }): HeadCheck => ({
      ...{ name, state: stateOf(status, conclusion), url: html_url ?? undefined },
      job: app?.slug === ACTIONS ? id : undefined,
      said: `${output.title ?? ''}\n${output.summary ?? ''}\n${output.text ?? ''}`.trim(),
    }),
  );
  if (may.readActions) {
    const { data } = await calls.read((options) =>
      github.rest.actions.listWorkflowRunsForRepo({
        ...{ ...ownerRepo, ...options, head_sha: sha, per_page: 100 },
      }),
    );
    const suites = new Set(others.map(({ check_suite }) => check_suite?.id));
    for (const run of data.workflow_runs) {
      if (suites.has(run.check_suite_id)) continue;
      const state = stateOf(run.status ?? 'queued', run.conclusion);
      checks.push({
        name: run.name ?? 'a workflow',
        state,
        job: undefined,
        said: '',
        url: run.html_url,
      });
    }
  }
  if (may.readStatuses) {
    const { data } = await calls.read((options) =>
      github.rest.repos.getCombinedStatusForRef({ ...at, ...options }),
    );
    for (const { context, state, description, target_url } of data.statuses) {
      checks.push({
        ...{ name: context, state: STATUSES[state] ?? 'pending', job: undefined },
        ...{ said: description ?? '', url: target_url ?? undefined },
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
  // Somebody has to allow the workflow first.
  ...({ action_required: 'pending', neutral: 'skipped', skipped: 'skipped' } as const),
};

function stateOf(status: string, conclusion: string | null): HeadCheckState {
  if (status !== 'completed') return 'pending';
  return CONCLUSIONS[conclusion ?? ''] ?? 'cancelled';
}
