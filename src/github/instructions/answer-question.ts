import { proseText, quotedText } from '../../security/report/markdown-text.ts';
import type { CommandOf } from '../command.ts';
import { type Access, accessFor } from './access.ts';
import { askedBy } from './asked.ts';
import { Conversation } from './conversation.ts';
import { lastReview, NO_REVIEW } from './explain.ts';
import { findFinding } from './find-finding.ts';
import { tooMany } from './help.ts';
import type { InstructionDeps } from './instruction-deps.ts';
import { ownComments } from './own-comments.ts';
import { isBot, permissionOf } from './permission.ts';
import { type Pull, pullOf } from './pull.ts';
import { answerSchema } from './reader-task.ts';
import { runTask } from './run-task.ts';
import { isQuestion, threadMessages } from './thread-messages.ts';

const PERMISSIONS = {
  ...({ contents: 'read', issues: 'write', metadata: 'read', pull_requests: 'write' } as const),
};

/** A thread gets to know once that there is nobody to ask. */
const ONCE = { times: 1, seconds: 31 * 24 * 3600 };

const NO_MODEL =
  'Questions are answered by a language model, and this App has none configured. `/rustward explain` shows all that is known of this finding.';

/**
 * Answers a question in a thread about one of our findings, in that thread. Whoever asks must be
 * allowed to write: an answer costs. Other people's threads, and what is no question, are left alone.
 * @throws whatever GitHub answers that another try may mend
 */
export async function answerQuestion(
  command: CommandOf<'answer-question'>,
  deps: InstructionDeps,
): Promise<void> {
  if (isBot(command.user)) return;
  const { repository, pull: number, user, thread } = command;
  const access = await accessFor(command, PERMISSIONS, deps);
  const comment = { kind: 'review' as const, id: command.comment };
  const asked = await askedBy(access, { comment, user });
  const key = await findingOf(access, number, thread);
  if (asked?.thread !== thread || key === undefined) return;
  const messages = await threadMessages(access, number, thread, comment.id);
  if (!isQuestion(messages.at(-1)?.text ?? '')) return;
  if ((await permissionOf(access, user)) !== 'write') return;

  const pull = await pullOf(access, number);
  const question = { number, isPull: true, comment };
  const conversation = await Conversation.open(access, question, asked, pull.head);
  // To ask a model again would cost again.
  if (conversation.isAnswered) return;
  const [use, who] = [`review ${comment.id}`, `${repository.id} ${user.id}`];
  const { quotas, limits } = deps;
  for (const [subject, quota] of [
    [`instruction ${who}`, limits.instructions],
    [`question ${repository.id}`, limits.questions],
  ] as const) {
    if (await quotas.take(subject, use, quota)) continue;
    const isFirst = await quotas.take(`enough ${subject}`, use, { ...quota, times: 1 });
    if (isFirst) await conversation.say(tooMany('questions', quota));
    return;
  }
  const text = await answerTo(command, key, messages, access, pull, deps);
  if (text !== undefined) await conversation.say(text);
}

/** The key of the finding that a thread of ours is about. */
async function findingOf(access: Access, pull: number, thread: number) {
  const own = await ownComments(access, pull, true);
  const first = own.find(({ kind, id }) => kind === 'review' && id === thread);
  return first?.marker.kind === 'finding' ? first.marker.words[0] : undefined;
}

/** What to say, in Markdown; undefined for nothing. */
async function answerTo(
  command: CommandOf<'answer-question'>,
  key: string,
  messages: Awaited<ReturnType<typeof threadMessages>>,
  access: Access,
  pull: Pull,
  deps: InstructionDeps,
): Promise<string | undefined> {
  const { repository, thread, comment } = command;
  const shelved = lastReview(deps.shelf, repository, pull);
  const finding = shelved && findFinding(key, shelved.report);
  if (shelved === undefined || finding === undefined) return NO_REVIEW;
  const task = { name: 'answer' as const, pull: pull.number, head: shelved.head, finding };
  const result = await runTask({ ...task, thread: messages }, answerSchema, command, access, deps);
  switch (result.kind) {
    case 'answered':
      return result.text
        .split('\n')
        .map((line) => proseText(line.trim()))
        .join('\n');
    case 'none':
      return `There is no answer this time. ${quotedText(result.reason)}`;
    case 'no model': {
      const subject = `no model ${repository.id} ${thread}`;
      return (await deps.quotas.take(subject, `${comment}`, ONCE)) ? NO_MODEL : undefined;
    }
  }
}
