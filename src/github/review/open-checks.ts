import type { KeyValueStore } from '../../jobs/database/key-value.ts';
import type { ReviewTarget } from '../api/review-target.ts';
import { shaSchema } from '../commands/command.ts';
import type { CloseReason } from '../publish/close-reason.ts';

/**
 * Which commits of a pull request have a check run that has to be ended. A worker that is killed
 * leaves one behind, and who takes the next push up would not know of it.
 */
export interface OpenChecks {
  /** The heads noted, as far as they are not this one. */
  others(target: ReviewTarget): Promise<string[]>;
  note(target: ReviewTarget): Promise<void>;
  forget(target: ReviewTarget): Promise<void>;
}

/** Ends the check run of a commit, if it has one that is open. */
export type CloseCheck = (head: string, why: CloseReason) => Promise<void>;

export function openChecksIn(notes: KeyValueStore): OpenChecks {
  return {
    async others(target) {
      const noted = await notes.list(subjectOf(target));
      return noted.filter((head) => shaSchema.safeParse(head).success && head !== target.head);
    },
    note: (target) => notes.add(subjectOf(target), target.head),
    forget: (target) => notes.remove(subjectOf(target), target.head),
  };
}

/** Ends what earlier heads have left open. */
export async function closeOthers(
  checks: OpenChecks,
  target: ReviewTarget,
  why: CloseReason,
  close: CloseCheck,
): Promise<void> {
  for (const head of await checks.others(target)) {
    await close(head, why);
    await checks.forget({ ...target, head });
  }
}

function subjectOf({ repository, pull, ref }: ReviewTarget): string {
  return `open checks ${repository.id} ${pull ?? ref}`;
}
