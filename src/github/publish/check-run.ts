import { plainText } from '../../page/markdown-text.ts';
import { type CheckRun, createCheckRun, fetchOwnCheckRuns, updateCheckRun } from '../api/checks.ts';
import type { Publication } from '../api/review-target.ts';
import { clipLines } from '../text/clip-lines.ts';
import { CHECK_NAME } from './check-name.ts';

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
  const wanted = { name: CHECK_NAME, head: publication.target.head };
  return await createCheckRun(
    publication,
    {
      ...{ ...wanted, externalId: externalId(publication), status: 'in_progress' },
      ...stagesOutput(stages),
    },
    () => fetchOpenRun(publication),
  );
}

/** The check run of this commit that is not completed, with how many annotations it has. */
export async function findOpenCheck(
  publication: Publication,
): Promise<(OpenCheck & { readonly annotations: number }) | undefined> {
  return await fetchOpenRun(publication);
}

async function fetchOpenRun(publication: Publication): Promise<CheckRun | undefined> {
  return (await fetchRuns(publication)).find(({ status }) => status !== 'completed');
}

/** Whether the last check run of this commit says what was found, or that nothing was. */
export async function hasVerdict(publication: Publication): Promise<boolean> {
  const [last] = await fetchRuns(publication);
  return last?.conclusion === 'success' || last?.conclusion === 'failure';
}

/** The check runs of this commit that are for this pull request or branch, the newest first. */
async function fetchRuns(publication: Publication): Promise<CheckRun[]> {
  const { target, identity } = publication;
  const runs = await fetchOwnCheckRuns(publication, target.head, CHECK_NAME, identity.app);
  return runs.filter((run) => run.externalId === externalId(publication));
}

/** Shows how far a review is. */
export async function showStages(
  publication: Publication,
  check: OpenCheck,
  stages: readonly Stage[],
): Promise<void> {
  const change = { status: 'in_progress', ...stagesOutput(stages) } as const;
  await updateCheckRun(publication, check.id, change);
}

/** Ends a check run; nothing is said of it afterwards. */
export async function concludeCheck(
  publication: Publication,
  check: OpenCheck,
  { conclusion, title, summary }: Conclusion,
): Promise<void> {
  const completedAt = new Date(publication.clock.now()).toISOString();
  await updateCheckRun(publication, check.id, {
    ...{ status: 'completed', conclusion, completedAt, buttons: CHECK_BUTTONS },
    ...outputOf({ title, summary }),
  });
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
