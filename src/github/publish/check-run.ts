import { plainText } from '../../page/markdown-text.ts';
import { refusalOf } from '../api/calls.ts';
import { ownerRepoOf, type Publication } from '../api/review-target.ts';
import { clipLines } from '../text/clip-lines.ts';

/** The name that branch rules require, and that people see. */
export const CHECK_NAME = 'Rustward security review';

/** The buttons of a check run; GitHub allows three, of 20 characters, described in 40. */
const CHECK_BUTTONS = [
  { identifier: 'rerun', label: 'Re-run', description: 'Review this commit once more' },
  { identifier: 'explain', label: 'Explain', description: 'Say how the verdict came about' },
] as const;

/** GitHub's limit for a summary; counted in bytes, which is never more than it allows. */
const SUMMARY_BYTES = 65_535;
const CUT = '… cut here: GitHub shows no more.';

/** A check run under way. */
export interface OpenCheck {
  readonly id: number;
  readonly url: string;
}

/** A step of a review, as people see it while it works. */
export interface Stage {
  readonly name: string;
  readonly state: 'waiting' | 'running' | 'done';
  /** In a few words, such as how far it is. */
  readonly detail?: string | undefined;
}

/** How a check run ends. `neutral` and `skipped` would satisfy a required check, so never. */
export interface Conclusion {
  readonly conclusion: 'success' | 'failure' | 'action_required' | 'cancelled';
  readonly title: string;
  /** Markdown */
  readonly summary: string;
}

/**
 * The check run of this commit: the one that an earlier attempt left open, or else a new one.
 * @throws as `Calls`
 */
export async function openCheck(
  publication: Publication,
  stages: readonly Stage[],
): Promise<OpenCheck> {
  const { github, calls, target } = publication;
  const left = await findOpenCheck(publication);
  // Annotations can only be added: what has some already would show them twice.
  if (left !== undefined && left.annotations === 0) {
    await showStages(publication, left, stages);
    return left;
  }
  if (left !== undefined) {
    await concludeCheck(publication, left, {
      conclusion: 'cancelled',
      title: 'Begun anew',
      summary: 'This review broke off. Another one of the same commit takes its place.',
    });
  }
  return await calls.write(
    async (options) => {
      const { data } = await github.rest.checks.create({
        ...{ ...ownerRepoOf(target), ...options, name: CHECK_NAME, head_sha: target.head },
        ...{ external_id: externalId(publication), status: 'in_progress' },
        output: stagesOutput(stages),
      });
      return { id: data.id, url: data.html_url ?? data.url };
    },
    () => findOpenCheck(publication),
  );
}

/** The check run of this commit that is not completed, with how many annotations it has. */
export async function findOpenCheck(
  publication: Publication,
): Promise<(OpenCheck & { readonly annotations: number }) | undefined> {
  const open = (await ownRuns(publication)).find(({ status }) => status !== 'completed');
  if (open === undefined) return undefined;
  const { id, html_url, url, output } = open;
  return { id, url: html_url ?? url, annotations: output.annotations_count };
}

/** Whether the last check run of this commit says what was found, or that nothing was. */
export async function hasVerdict(publication: Publication): Promise<boolean> {
  const [last] = await ownRuns(publication);
  return last?.conclusion === 'success' || last?.conclusion === 'failure';
}

/** The check runs of this commit that are for this pull request or branch, the newest first. */
async function ownRuns(publication: Publication) {
  const { github, calls, target, identity } = publication;
  const runs = await calls.read(async (options) => {
    try {
      return await github.paginate(github.rest.checks.listForRef, {
        ...{ ...ownerRepoOf(target), ...options, ref: target.head, check_name: CHECK_NAME },
        ...{ app_id: identity.app, filter: 'all', per_page: 100 },
      });
    } catch (thrown) {
      // GitHub forgets commits that no branch leads to any more.
      if (refusalOf(thrown)?.status === 422) return [];
      throw thrown;
    }
  });
  return runs
    .filter((run) => run.external_id === externalId(publication))
    .sort((one, other) => other.id - one.id);
}

/** Shows how far a review is. */
export async function showStages(
  { github, calls, target }: Publication,
  check: OpenCheck,
  stages: readonly Stage[],
): Promise<void> {
  await calls.write((options) =>
    github.rest.checks.update({
      ...{ ...ownerRepoOf(target), ...options, check_run_id: check.id },
      ...{ status: 'in_progress', output: stagesOutput(stages) },
    }),
  );
}

/** Ends a check run; nothing is said of it afterwards. */
export async function concludeCheck(
  { github, calls, target, clock }: Publication,
  check: OpenCheck,
  { conclusion, title, summary }: Conclusion,
): Promise<void> {
  const completed_at = new Date(clock.now()).toISOString();
  await calls.write((options) =>
    github.rest.checks.update({
      ...{ ...ownerRepoOf(target), ...options, check_run_id: check.id },
      ...{ status: 'completed', conclusion, completed_at, actions: [...CHECK_BUTTONS] },
      output: outputOf({ title, summary }),
    }),
  );
}

/** What a check run says, within GitHub's limits. */
export function outputOf({ title, summary }: { readonly title: string; readonly summary: string }) {
  return { title, summary: clipLines(summary, SUMMARY_BYTES, CUT) };
}

/** Tells the runs of several pull requests with one head apart. */
function externalId({ target }: Publication): string {
  return target.pull === undefined ? target.ref : `pull ${target.pull}`;
}

function stagesOutput(stages: readonly Stage[]): { title: string; summary: string } {
  const running = stages.find(({ state }) => state === 'running');
  const mark = { done: '✔', running: '▸', waiting: '·' };
  const lines = stages.map(({ name, state, detail }) => {
    const text = plainText(name);
    const shown = state === 'running' ? `**${text}**` : text;
    return `- ${mark[state]} ${shown}${detail === undefined ? '' : `: ${plainText(detail)}`}`;
  });
  return {
    title: running === undefined ? 'Under way' : `Under way: ${running.name}`.slice(0, 255),
    summary: lines.length === 0 ? 'The review is about to start.' : lines.join('\n'),
  };
}
