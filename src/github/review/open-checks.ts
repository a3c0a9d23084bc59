import type { Notes } from '../../jobs/notes.ts';
import { shaSchema } from '../command.ts';
import type { Closing } from '../publish/closing.ts';
import type { Target } from '../publish/target.ts';

/**
 * Which commits of a pull request have a check run that somebody has to end. A worker that is killed
 * leaves one behind, and who takes the next push up would not know of it.
 */
export interface OpenChecks {
  /** The heads noted, as far as they are not this one. */
  others(target: Target): Promise<string[]>;
  note(target: Target): Promise<void>;
  forget(target: Target): Promise<void>;
}

/** Ends the check run of a commit, if it has one that is open. */
export type CloseCheck = (head: string, why: Closing) => Promise<void>;

export function openChecksIn(notes: Notes): OpenChecks {
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
  target: Target,
  why: Closing,
  close: CloseCheck,
): Promise<void> {
  for (const head of await checks.others(target)) {
    await close(head, why);
    await checks.forget({ ...target, head });
  }
}

function subjectOf({ repository, pull, ref }: Target): string {
  return `open checks ${repository.id} ${pull ?? ref}`;
}
