import { UsageError } from '../../src/errors.ts';
import type { Repository } from '../../src/github/commands/command.ts';
import type { Job } from '../runner/job.ts';

/** Events that a person with write access, or the clock, causes, and that no stranger's code comes with. */
const EVENTS = ['schedule', 'workflow_dispatch', 'push'];

/** The branch that is migrated, and where. */
export interface Trunk {
  readonly repository: Repository;
  /** The commit of the default branch that the run is about. */
  readonly base: string;
  /** Its name. */
  readonly branch: string;
}

/**
 * What a run may migrate: the default branch, and nothing that strangers propose, since it is built
 * beside a token that writes.
 * @throws UsageError for any other event or branch
 */
export function checkEvent({ event, ref, sha, repository, defaultBranch }: Job): Trunk {
  if (!EVENTS.includes(event)) {
    throw new UsageError(
      `mode migrate does not run on ${event}: it builds what it reads, beside a token that writes; run it on ${EVENTS.join(', ')}`,
    );
  }
  // A schedule runs on the default branch alone, and its event does not name that.
  const isDefault =
    event === 'schedule' || (defaultBranch !== undefined && ref === `refs/heads/${defaultBranch}`);
  if (!isDefault) {
    throw new UsageError(
      `mode migrate runs on the default branch alone (${defaultBranch ?? 'the event names none'}), and this run is about ${ref || 'no branch'}`,
    );
  }
  if (repository === undefined || sha === undefined) {
    throw new UsageError(
      'this is no job of GitHub Actions: GITHUB_REPOSITORY or GITHUB_SHA is missing',
    );
  }
  return { repository, base: sha, branch: ref.replace(/^refs\/heads\//, '') };
}
