import { type PullRequest, updatePull } from '../../api/pulls.ts';
import type { RepositoryClient } from '../../api/repository-client.ts';
import { type PullState, parsePullState, printPullState } from '../pulls/pull-state.ts';

const BEGIN = '<!-- rustward gate -->';
const END = '<!-- rustward gate end -->';
/** The hidden state: it counts as the last line only. */
const STATE = /\n*<!-- rustward migration [^\n]*-->\s*$/;
/** GitHub takes no longer description. */
const MAX_CHARACTERS = 65_536;

/** What the description of a pull request says of the gate. */
export interface GateNote {
  /** Commits that an agent added since CI failed. */
  readonly repairs: number;
  /** Why it goes no further by itself, in Markdown; undefined while it does. */
  readonly blocked: string | undefined;
  /** The last commit, where that is the app's own. */
  readonly head: string | undefined;
}

/** Says in a description, and in its hidden state, how far the gate is. All else of it stays. */
export async function ensureNote(
  access: RepositoryClient,
  pull: PullRequest,
  note: GateNote,
): Promise<void> {
  const body = withNote(access, pull, note);
  if (body === pull.body.trimEnd() || body.length > MAX_CHARACTERS) return;
  await updatePull(access, pull.number, { body });
}

/** A description that says this of the gate; the same for the same note, however often. */
function withNote(
  { repository, identity, markerKey }: RepositoryClient,
  { body, branch }: PullRequest,
  { repairs, blocked, head }: GateNote,
): string {
  const seal = { key: markerKey, repository: repository.id, author: identity.bot };
  const before = parsePullState({ body, author: identity.bot, branch }, seal);
  const hidden =
    before === undefined
      ? ''
      : printPullState({ ...withoutReason(before), ...stateOf(repairs, blocked, head) }, seal);
  const text = withoutNote(before === undefined ? body : body.replace(STATE, '')).trimEnd();
  return [text, noteText(repairs, blocked), hidden].filter((part) => part !== '').join('\n\n');
}

function stateOf(repairs: number, blocked: string | undefined, head: string | undefined) {
  return {
    repairs,
    ...(blocked === undefined ? {} : { blocked: blocked.slice(0, 1000) }),
    ...(head === undefined ? {} : { head }),
  };
}

function withoutReason({ blocked: _, ...state }: PullState): PullState {
  return state;
}

function noteText(repairs: number, blocked: string | undefined): string {
  const commits = repairs === 1 ? 'a commit' : `${repairs} commits`;
  const counted = repairs === 0 ? '' : `An agent has added ${commits} since CI failed.`;
  const stopped = blocked === undefined ? '' : `**Blocked.** ${blocked}`;
  const text = [stopped, counted].filter((part) => part !== '').join('\n\n');
  return text === '' ? '' : `${BEGIN}\n### CI\n\n${text}\n${END}`;
}

function withoutNote(body: string): string {
  const [begin, end] = [body.indexOf(BEGIN), body.lastIndexOf(END)];
  if (begin < 0 || end < begin) return body;
  return `${body.slice(0, begin).trimEnd()}${body.slice(end + END.length)}`;
}
