import { codeSpan } from '../../page/markdown-text.ts';
import type { InstructionDeps } from '../permissions/instruction-deps.ts';
import type { PermittedCommand } from '../permissions/permitted-command.ts';

/** Asks for a review of the head as it is now. */
export async function askForReview(
  { command, pull, conversation }: PermittedCommand,
  { requestReview }: InstructionDeps,
): Promise<void> {
  const { repository, installation } = command;
  if (pull.state !== 'open') {
    return await conversation.say('This pull request is closed: there is nothing to review.');
  }
  await requestReview({
    ...{ kind: 'review-pull-request', repository, installation },
    ...{ pull: pull.number, head: pull.head, reason: 'asked' },
  });
  const commit = codeSpan(pull.head.slice(0, 10));
  await conversation.say(`A review of ${commit} is on its way. Its result will be in the check.`);
}
