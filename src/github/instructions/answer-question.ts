import { proseText, quotedText } from '../../page/markdown-text.ts';
import { fetchPull, type PullRequest } from '../api/pulls.ts';
import { openRepositoryClient, type RepositoryClient } from '../api/repository-client.ts';
import type { CommandOf } from '../commands/command.ts';
import { fetchAskingComment } from '../comments/asking-comment.ts';
import { Conversation } from '../comments/conversation.ts';
import { fetchOwnComments } from '../comments/own-comments.ts';
import { fetchThreadMessages, isQuestion } from '../comments/thread-messages.ts';
import { answerInThread } from '../isolated-worker/run-finding-task.ts';
import { quotaAnswer } from '../permissions/help.ts';
import type { InstructionDeps } from '../permissions/instruction-deps.ts';
import { fetchPermission, isBot } from '../permissions/user-permission.ts';
import { lastReview, NO_REVIEW, privateAnswer } from './explain.ts';
import { findFinding } from './find-finding.ts';

const PERMISSIONS = {
  ...({ contents: 'read', issues: 'write', metadata: 'read', pull_requests: 'write' } as const),
};

/** That no model is configured is said once in a thread. */
const ONCE = { times: 1, seconds: 31 * 24 * 3600 };

const NO_MODEL =
  'Questions are answered by a language model, and this App has none configured. `/rustward explain` shows all that is known of this finding.';

/**
 * Answers a question in a thread about one of our findings, in that thread. The author must be
 * allowed to write: an answer costs. Other people's threads, and what is no question, are left alone.
 * @throws what another attempt may not meet again, such as that GitHub gives no answer
 */
export async function answerQuestion(
  command: CommandOf<'answer-question'>,
  deps: InstructionDeps,
): Promise<void> {
  if (isBot(command.user)) return;
  const { repository, pull: number, user, thread } = command;
  const access = await openRepositoryClient(command, PERMISSIONS, deps);
  const comment = { kind: 'review' as const, id: command.comment };
  const asked = await fetchAskingComment(access, { comment, user });
  const key = await findingKeyOfThread(access, number, thread);
  if (asked?.thread !== thread || key === undefined) return;
  const messages = await fetchThreadMessages(access, number, thread, comment.id);
  if (!isQuestion(messages.at(-1)?.text ?? '')) return;
  if ((await fetchPermission(access, user)) !== 'write') return;

  const pull = await fetchPull(access, number);
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
    if (isFirst) await conversation.say(quotaAnswer('questions', quota));
    return;
  }
  const text = await answerFromModel(command, key, messages, access, pull, deps);
  if (text !== undefined) await conversation.say(text);
}

/** The key of the finding that a thread of ours is about. */
async function findingKeyOfThread(access: RepositoryClient, pull: number, thread: number) {
  const own = await fetchOwnComments(access, pull, true);
  const first = own.find(({ kind, id }) => kind === 'review' && id === thread);
  return first?.marker.kind === 'finding' ? first.marker.words[0] : undefined;
}

/** What to say, in Markdown; undefined for nothing. */
async function answerFromModel(
  command: CommandOf<'answer-question'>,
  key: string,
  messages: Awaited<ReturnType<typeof fetchThreadMessages>>,
  access: RepositoryClient,
  pull: PullRequest,
  deps: InstructionDeps,
): Promise<string | undefined> {
  const { repository, thread, comment } = command;
  const stored = lastReview(deps.reports, repository, pull);
  if (stored?.details === 'private') return privateAnswer(command, deps.serverUrl);
  const finding = stored && findFinding(key, stored.report);
  if (stored === undefined || finding === undefined) return NO_REVIEW;
  const task = { pull: pull.number, head: stored.head, base: pull.base, finding };
  const result = await answerInThread(task, messages, command, access, deps);
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
