import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { type Retirement, retireFunctions } from '../../migration/link/retire-functions.ts';
import { unifiedDiff } from '../../security/fix/line-counts.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { openRepository } from '../../workspace/git/repository.ts';
import { type LinkDeps, type LinkOptions, withLinkTools } from './link-project.ts';

export interface RetireProjectOptions extends Omit<LinkOptions, 'without'> {
  readonly only: readonly string[];
  readonly privateHeaders: readonly string[];
  /** Shows what would go, and writes nothing. */
  readonly dryRun: boolean;
}

/** What went, what stays and why, and the difference as git shows it. */
export interface RetireResult extends Pick<Retirement, 'retired' | 'refused'> {
  readonly diff: string;
}

/**
 * Takes functions out of the C of a work tree that only Rust needs: see `retireFunctions`. Nothing is committed.
 * @throws UsageError for what a person has to settle, such as a file with changes that no commit holds; IncompleteError
 *   where a tool is missing, or the project does not pass its tests as it is
 */
export async function retireInProject(
  options: RetireProjectOptions,
  deps: LinkDeps,
): Promise<RetireResult> {
  const { only, privateHeaders, dryRun } = options;
  return await withLinkTools({ ...options, without: [] }, deps, async (setup) => {
    const { scan, map, project, tools } = setup;
    const { root } = project;
    // Git has to be there, since it is what brings a function back.
    const git = await openRepository(root);
    const wanted = { ...project, only, privateHeaders };
    const { retired, refused, files } = await retireFunctions(scan, map, wanted, tools);
    const { changed, untracked } = await git.uncommitted();
    const dirty = files.find(({ path }) => [...changed, ...untracked].includes(path));
    if (dirty !== undefined && !dryRun) {
      throw new UsageError(
        `${dirty.path} has changes that no commit holds, so that git could not bring back what goes; commit or undo them, and run again`,
      );
    }
    const other = files.find(({ path, old }) => !readFileSync(join(root, path)).equals(old));
    if (other !== undefined) {
      throw new UsageError(`${other.path} was changed in the meantime; run again`);
    }
    if (!dryRun) {
      for (const { path, content } of files) {
        const place = join(root, path);
        writeFileAtomically(place, content, statSync(place).mode & 0o777);
      }
    }
    const diff = unifiedDiff(
      files.map(({ path, old, content }) => {
        return { path, old: old.toString('utf8'), content: content.toString('utf8') };
      }),
    );
    return { retired, refused, diff };
  });
}
