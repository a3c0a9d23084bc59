import { addLabels, ensureLabel, type Label, removeLabel } from '../api/labels.ts';
import { PAUSE_LABEL } from '../commands/command.ts';
import type { InstructionDeps } from '../permissions/instruction-deps.ts';
import type { PermittedCommand } from '../permissions/permitted-command.ts';
import { askForReview } from './ask-for-review.ts';

const LABEL: Label = {
  name: PAUSE_LABEL,
  color: '6e7781',
  description: 'Pushes to this pull request are not reviewed',
};

/** Has further pushes to a pull request not reviewed: it gets a label that says so, which people may take away as well. */
export async function pauseReviews({
  access,
  pull,
  conversation,
}: PermittedCommand): Promise<void> {
  await ensureLabel(access, LABEL);
  await addLabels(access, pull.number, [PAUSE_LABEL]);
  await conversation.say(
    `Further pushes are not reviewed, and get no check, while this pull request has the label \`${PAUSE_LABEL}\`. ` +
      '`/rustward review` reviews the newest commit all the same, and `/rustward resume` ends the pause.',
  );
}

/** Ends the pause, and asks for a review of what came in it. */
export async function resumeReviews(
  permitted: PermittedCommand,
  deps: InstructionDeps,
): Promise<void> {
  await removeLabel(permitted.access, permitted.pull.number, PAUSE_LABEL);
  await askForReview(permitted, deps);
}
