import { IncompleteError, messageOf, UsageError } from '../../src/errors.ts';
import { fetchBranchHead } from '../../src/github/api/commits.ts';
import type { PullRequest } from '../../src/github/api/pulls.ts';
import {
  type RepositoryClient,
  repositoryClientOf,
} from '../../src/github/api/repository-client.ts';
import { refusalOf } from '../../src/github/api/retrying-calls.ts';
import { fetchTokenAccount, type TokenAccount } from '../../src/github/api/token-account.ts';
import { withoutLink } from '../../src/github/api/without-link.ts';
import type { Repository } from '../../src/github/commands/command.ts';
import { ensureSetupPull } from '../../src/github/migrate/jobs/lay-out-crate.ts';
import { ensureFunctionPull } from '../../src/github/migrate/pulls/ensure-function-pull.ts';
import { fetchOpenPulls, fetchPullFrom } from '../../src/github/migrate/pulls/fetch-pulls.ts';
import { publishFiles } from '../../src/github/migrate/pulls/publish-files.ts';
import { pullText, setupText } from '../../src/github/migrate/pulls/pull-text.ts';
import { SYSTEM_CLOCK } from '../../src/model/clock.ts';
import { githubClient, publicMarkerKey } from '../github/github-client.ts';
import type { Proposal, Proposals, Proposed, Publishable } from './proposals.ts';
import { PULL_SETTING } from './token-limits.ts';

/** Where pull requests are opened. */
export interface ProposalTarget {
  readonly repository: Repository;
  readonly token: string;
  readonly apiUrl: string;
  /** Of the repository, for people. */
  readonly url: string;
  /** The branch that they go into. */
  readonly into: string;
}

const AGAIN = 'the input `functions` of the Action';

const NEEDS = 'the job needs the permissions contents: write and pull-requests: write';

/**
 * The pull requests of a migration, with a token that may write, and whose that is.
 * @param limitsOf what the token of that account cannot do: it is said in each pull request
 * @throws UsageError when GitHub refuses the token
 */
export async function openProposals(
  place: ProposalTarget,
  limitsOf: (account: TokenAccount) => readonly string[],
): Promise<{ readonly proposals: Proposals; readonly limits: readonly string[] }> {
  const { repository } = place;
  const github = githubClient(place.token, place.apiUrl);
  const account = await explainRefusal(() => fetchTokenAccount(github, SYSTEM_CLOCK));
  const limits = limitsOf(account);
  const access = repositoryClientOf(github, repository, {
    // No check run is made here, so that no app is needed.
    ...{ identity: { app: 0, bot: account.id }, markerKey: publicMarkerKey(repository) },
    ...{ clock: SYSTEM_CLOCK, signal: new AbortController().signal },
  });
  const proposal = ({ number, state }: PullRequest): Proposal => {
    return { state, url: `${place.url}/pull/${number}` };
  };
  return {
    limits,
    proposals: {
      open: () => explainRefusal(async () => (await fetchOpenPulls(access)).map(proposal)),
      async from(branch) {
        const found = await explainRefusal(() => fetchPullFrom(access, branch));
        if (found !== undefined) return proposal(found);
        const head = await explainRefusal(() => fetchBranchHead(access, branch));
        return head === undefined
          ? undefined
          : { state: 'pushed', url: comparePageUrl(place, branch) };
      },
      propose: (plan, branch) => propose(plan, branch, access, { ...place, limits }),
    },
  };
}

/** @throws UsageError for what GitHub refuses, which a person has to allow */
async function explainRefusal<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (thrown) {
    if (refusalOf(thrown) === undefined) throw thrown;
    throw new UsageError(`GitHub refuses the token: ${shortMessage(thrown)}; ${NEEDS}`);
  }
}

async function propose(
  plan: Publishable,
  branch: string,
  access: RepositoryClient,
  place: ProposalTarget & { readonly limits: readonly string[] },
): Promise<Proposed> {
  const { into, limits } = place;
  const { message } =
    plan.kind === 'ready' ? pullText(plan) : setupText(plan.crate, plan.functions);
  let head: string;
  try {
    const published = await publishFiles(access, {
      ...{ branch, base: plan.base, files: plan.files, message },
    });
    if (published.kind === 'others') {
      return { kind: 'refused', reason: `the branch ${branch} has commits of other authors` };
    }
    if (published.kind === 'refused') return { kind: 'refused', reason: published.problem };
    head = published.head;
  } catch (thrown) {
    return refusedBy(thrown);
  }
  const notes = limits.length === 0 ? [] : ['### CI', ...limits];
  try {
    const number =
      plan.kind === 'ready'
        ? await ensureFunctionPull(access, plan, {
            ...{ branch, head, into, notes, repositoryUrl: place.url, again: AGAIN },
          })
        : await ensureSetupPull(access, setupText(plan.crate, plan.functions), { into, notes });
    return { kind: 'proposed', url: `${place.url}/pull/${number}` };
  } catch (thrown) {
    if (refusalOf(thrown)?.status !== 403) return refusedBy(thrown);
    // A token that may not label what it has opened.
    const there = await fetchPullFrom(access, branch);
    if (there?.state === 'open')
      return { kind: 'proposed', url: `${place.url}/pull/${there.number}` };
    const why = `${shortMessage(thrown)} Allow it in ${PULL_SETTING}, or open it by hand.`;
    return { kind: 'pushed', url: comparePageUrl(place, branch), why };
  }
}

/** Where a person opens the pull request of a branch. */
function comparePageUrl({ url, into }: ProposalTarget, branch: string): string {
  return `${url}/compare/${encodeURI(into)}...${encodeURI(branch)}?expand=1`;
}

/** A refusal, or no answer, keeps one pull request from being made, and is no defect. */
function refusedBy(thrown: unknown): Proposed {
  if (thrown instanceof IncompleteError) return { kind: 'refused', reason: thrown.message };
  if (refusalOf(thrown) === undefined) throw thrown;
  return { kind: 'refused', reason: `GitHub refuses it: ${shortMessage(thrown)}; ${NEEDS}` };
}

/** Without the address of the documentation that Octokit puts behind it. */
function shortMessage(thrown: unknown): string {
  return withoutLink(messageOf(thrown));
}
