import { z } from 'zod';
import type { PublisherDeps, ReviewTarget } from '../../src/github/api/review-target.ts';
import type {
  PlannedFinding,
  PublicationPlan,
} from '../../src/github/publication-plan/publication-plan.ts';
import type { PublishOptions } from '../../src/github/publish/publish-plan.ts';
import { publisherOf } from '../../src/github/publish/publisher.ts';
import { fakeClock } from '../fakes/fake-clock.ts';
import type { GitHub } from '../in-memory-github/open-github.ts';
import { client, openedGitHub } from './opened-github.ts';

const demo = { owner: 'ada', repo: 'demo' };

const THREADS = `query ($pull: Int!) {
  repository(owner: "ada", name: "demo") {
    pullRequest(number: $pull) {
      reviewThreads(first: 100) {
        nodes { id isResolved comments(first: 100) { nodes { body } } }
      }
    }
  }
}`;

const threadsSchema = z.object({
  repository: z.object({
    pullRequest: z.object({
      reviewThreads: z.object({
        nodes: z.array(
          z.object({
            ...{ id: z.string(), isResolved: z.boolean() },
            comments: z.object({ nodes: z.array(z.object({ body: z.string() })) }),
          }),
        ),
      }),
    }),
  }),
});

/** The code of the pull request: lines `1` to `count`, each with the name of the file. */
export function numbered(name: string, count: number, first = 1): string {
  return Array.from({ length: count }, (_, index) => `${name} ${index + first}\n`).join('');
}

/** A finding of a plan, at `a.c:3` unless told otherwise. */
export function finding(key: string, given: Partial<PlannedFinding> = {}): PlannedFinding {
  return {
    ...{ key, path: 'a.c', start_line: 3, end_line: 3, severity: 'high' },
    ...{ title: `Copy without a check, ${key}`, body: `**Copy without a check.** ${key}` },
    ...given,
  };
}

/** A complete plan; `findings` where it has some, else `clean`. */
export function plan(
  findings: readonly PlannedFinding[],
  given: Partial<PublicationPlan> = {},
): PublicationPlan {
  const verdict = findings.length > 0 ? 'findings' : 'clean';
  return {
    ...{ verdict, complete: true, title: `${findings.length} findings`, summary: 'All of it.' },
    ...{ findings: [...findings], still_there: [], annotations: [], sarif: '', gate: '' },
    ...given,
  };
}

/** Keys `00000001`, `00000002` and so on, as many findings as told, a line each from line 1. */
export function manyFindings(count: number): PlannedFinding[] {
  return Array.from({ length: count }, (_, index) =>
    finding(`${index + 1}`.padStart(8, '0'), { start_line: index + 1, end_line: index + 1 }),
  );
}

/**
 * ada's pull request, which adds `a.c` of 60 lines, and an app that reviews it. Time stands still
 * for the app and jumps when it waits.
 */
export async function openedPull(contents: 'read' | 'write' = 'write') {
  const github = await openedGitHub();
  const ada = client(github, github.addUser('ada'));
  const repository = await github.addRepository('ada/demo', {
    files: { 'old.c': numbered('old', 40) },
  });
  const permissions = {
    ...{ checks: 'write', pull_requests: 'write', security_events: 'write', contents },
  };
  const token = github.actionsToken('ada/demo', permissions);
  await github.commit('ada/demo', 'topic', { 'a.c': numbered('a', 60) });
  const made = await ada.rest.pulls.create({ ...demo, title: 't', head: 'topic', base: 'main' });
  const pull = made.data.number;
  const identity = { app: 15368, bot: await botId(github, pull) };
  const clock = fakeClock();
  const number = { ...demo, pull_number: pull };
  const bot = client(github, token);

  /** A publisher of the head as it is now. */
  async function publisher(given: Partial<PublisherDeps & ReviewTarget> = {}) {
    const { data } = await ada.rest.pulls.get(number);
    const { id } = repository;
    const target: ReviewTarget = {
      ...{ repository: { id, owner: 'ada', name: 'demo' }, head: data.head.sha, pull },
      ref: `refs/pull/${pull}/head`,
      ...given,
    };
    const deps = { identity, clock, markerKey: new Uint8Array(32).fill(7) };
    const signal = new AbortController().signal;
    return publisherOf(target, { github: bot, ...deps, signal, ...given });
  }
  return {
    ...{ github, ada, bot, token, pull, identity, clock, publisher },
    push: (files: Readonly<Record<string, string>>) => github.commit('ada/demo', 'topic', files),
    /** Opens the check and publishes, as a job does. */
    async publish(what: PublicationPlan, options: PublishOptions = {}) {
      const one = await publisher();
      return await one.publish(await one.open([]), what, options);
    },
    /** The threads of the pull request: whether they are resolved, and what was said. */
    async threads() {
      const answer = threadsSchema.parse(await ada.graphql(THREADS, { pull }));
      return answer.repository.pullRequest.reviewThreads.nodes.map(({ comments, ...one }) => ({
        ...{ ...one, said: comments.nodes.map(({ body }) => body) },
      }));
    },
    comments: async () =>
      (await ada.rest.pulls.listReviewComments({ ...number, per_page: 100 })).data,
    reviews: async () => (await ada.rest.pulls.listReviews(number)).data,
    async checks() {
      const { data } = await ada.rest.pulls.get(number);
      const of = { ...demo, ref: data.head.sha, filter: 'all' } as const;
      return (await ada.rest.checks.listForRef(of)).data.check_runs;
    },
  };
}

async function botId(github: GitHub, issue_number: number): Promise<number> {
  const { rest } = client(github, github.actionsToken('ada/demo', { issues: 'write' }));
  const { data } = await rest.issues.createComment({ ...demo, issue_number, body: 'I am here.' });
  return data.user?.id ?? 0;
}
