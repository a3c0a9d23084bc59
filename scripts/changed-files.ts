import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const MAINS = ['main', 'origin/main', 'origin/HEAD'];

/**
 * The paths that differ from what the branch began at, committed or not, and those that git does not
 * know yet.
 * @throws Error where there is no `main` to compare with
 */
export function changedFiles(root: string): string[] {
  const main = MAINS.find(
    (name) => lines(root, 'rev-parse', '--quiet', '--verify', name) !== undefined,
  );
  if (main === undefined) throw new Error(`none of ${MAINS.join(', ')} is known here: fetch main`);
  const [base = ''] = lines(root, 'merge-base', main, 'HEAD') ?? [];
  // Of a renamed file both paths: something may still name the first.
  const committed = lines(root, 'diff', '--name-only', '--no-renames', '-z', base) ?? [];
  return [...new Set([...committed, ...untracked(root)])];
}

/** The paths of all files of the repository, also of those that git does not know yet. */
export function repositoryFiles(root: string): string[] {
  const known = lines(root, 'ls-files', '-z') ?? [];
  return [...new Set([...known, ...untracked(root)])].filter((file) =>
    existsSync(join(root, file)),
  );
}

function untracked(root: string): string[] {
  return lines(root, 'ls-files', '--others', '--exclude-standard', '-z') ?? [];
}

/** What git prints, without its ends of lines or entries; undefined when it fails. */
function lines(root: string, ...args: string[]): string[] | undefined {
  try {
    const text = execFileSync('git', args, {
      ...{ cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return text.split(/[\0\n]/).filter((line) => line !== '');
  } catch {
    return undefined;
  }
}
