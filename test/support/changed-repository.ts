import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitAll, git, gitRepository } from './git-repository.ts';

/** A repository with these files committed, and then others, or `undefined` for one that is gone. */
export function changedRepository(
  base: Readonly<Record<string, string>>,
  head: Readonly<Record<string, string | undefined>>,
): { readonly root: string; readonly commit: string } {
  const root = gitRepository(base);
  const commit = git(root, 'rev-parse', 'HEAD').trim();
  for (const [name, text] of Object.entries(head)) {
    if (text === undefined) rmSync(join(root, name));
    else writeFileSync(join(root, name), text);
  }
  commitAll(root);
  return { root, commit };
}
