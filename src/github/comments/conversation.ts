import { createIssueComment, updateIssueComment } from '../api/comments.ts';
import { type RepositoryClient, sealOn } from '../api/repository-client.ts';
import { replyToThread, updateReviewComment } from '../api/reviews.ts';
import type { CommandOf } from '../commands/command.ts';
import { clipLines } from '../text/clip-lines.ts';
import { type Marker, printMarker } from '../text/marker.ts';
import type { AskingComment } from './asking-comment.ts';
import { fetchOwnComments, type OwnComment } from './own-comments.ts';

/** GitHub's limit is 65,536 characters, and the marker needs some. */
const MAX_BYTES = 50_000;
const CUT = '… cut here: it is too long for a comment.';

/** Where our comment is. */
type PostedComment = Pick<OwnComment, 'kind' | 'id'>;

/** In the marker of an answer on an issue, which has no head. */
const NO_HEAD = '0';

type AnsweredCommand = Pick<CommandOf<'follow-instruction'>, 'number' | 'isPull' | 'comment'> & {
  /** Which of several things that one comment asked for; letters and digits. */
  readonly topic?: string;
};

/**
 * Our one comment on what a person asked: posted the first time that there is something to say, and
 * edited from then on, also by a later try of the same job, which finds it by its marker.
 */
export class Conversation {
  /** The head of the pull request when the command was first carried out. */
  readonly head: string | undefined;
  /** Whether an earlier try has said something. */
  readonly isAnswered: boolean;
  private readonly access: RepositoryClient;
  private readonly command: AnsweredCommand;
  private readonly asked: AskingComment;
  private marker: Marker;
  private comment: PostedComment | undefined;

  private constructor(
    access: RepositoryClient,
    command: AnsweredCommand,
    asked: AskingComment,
    before: { readonly comment?: OwnComment; readonly marker: Marker },
  ) {
    this.access = access;
    this.command = command;
    this.asked = asked;
    this.comment = before.comment;
    this.isAnswered = before.comment !== undefined;
    this.marker = before.marker;
    const [, , head = NO_HEAD] = before.marker.words;
    this.head = head === NO_HEAD ? undefined : head;
  }

  /** @param head the head of the pull request now; undefined on an issue */
  static async open(
    access: RepositoryClient,
    command: AnsweredCommand,
    asked: AskingComment,
    head: string | undefined,
  ): Promise<Conversation> {
    const comment = await findAnswer(access, command);
    const { kind } = command.comment;
    const marker: Marker = { kind: 'status', words: [kind, subjectOf(command), head ?? NO_HEAD] };
    const before = comment === undefined ? { marker } : { comment, marker: comment.marker };
    return new Conversation(access, command, asked, before);
  }

  /** Keeps the record of a decision in the comment from now on. */
  storeDismissal(words: readonly string[]): void {
    this.marker = { kind: 'triage', words: [...this.marker.words.slice(0, 3), ...words] };
  }

  /** What was noted in the comment by an earlier try; undefined where nothing was. */
  get storedText(): string | undefined {
    const words = this.marker.kind === 'status' ? this.marker.words.slice(3) : [];
    return words.length === 0 ? undefined : Buffer.from(words.join(''), 'hex').toString();
  }

  /** Keeps a text in the comment from now on, which is not shown: for a later try of the same job. */
  storeText(text: string): void {
    const words =
      Buffer.from(text)
        .toString('hex')
        .match(/.{1,100}/g) ?? [];
    this.marker = { kind: 'status', words: [...this.marker.words.slice(0, 3), ...words] };
  }

  /** @param markdown with nothing in it that acts: see `markdown-text.ts` */
  async say(markdown: string): Promise<void> {
    const seal = sealOn(this.access, this.command.number);
    const body = `${clipLines(markdown, MAX_BYTES, CUT)}\n\n${printMarker(this.marker, seal)}`;
    if (this.comment === undefined) this.comment = await this.post(body);
    else await this.edit(this.comment, body);
  }

  private async post(body: string): Promise<PostedComment> {
    const { number } = this.command;
    const { thread } = this.asked;
    const landed = async () => (await findAnswer(this.access, this.command))?.id;
    return thread === undefined
      ? { kind: 'issue', id: await createIssueComment(this.access, number, body, landed) }
      : { kind: 'review', id: await replyToThread(this.access, number, thread, body, landed) };
  }

  private async edit({ kind, id }: PostedComment, body: string): Promise<void> {
    if (kind === 'review') await updateReviewComment(this.access, id, body);
    else await updateIssueComment(this.access, id, body);
  }
}

/** Our comment on a command, if there is one. */
async function findAnswer(
  access: RepositoryClient,
  command: AnsweredCommand,
): Promise<OwnComment | undefined> {
  const { number, isPull, comment } = command;
  const own = await fetchOwnComments(access, number, isPull);
  return own.find(({ marker: { kind, words } }) => {
    if (kind !== 'status' && kind !== 'triage') return false;
    return words[0] === comment.kind && words[1] === subjectOf(command);
  });
}

/** What was asked for, in a marker. */
function subjectOf({ comment, topic }: AnsweredCommand): string {
  return topic === undefined ? `${comment.id}` : `${comment.id}:${topic}`;
}
