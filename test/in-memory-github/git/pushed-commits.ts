import { runGit } from './run-git.ts';

/** A commit of a push: its id, and the paths that it touched. */
export interface PushedCommit {
  readonly sha: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly modified: readonly string[];
}

/** GitHub lists no more commits of one push. */
const MOST = 2048;

/** Commits as `git log` finds them with these arguments, the oldest first. */
export async function pushedCommits(
  folder: string,
  ...range: readonly string[]
): Promise<PushedCommit[]> {
  const options = ['--reverse', '--name-status', '--no-renames', '--format=%x01%H', '-z'];
  const args = ['log', ...options, `--max-count=${MOST}`, ...range, '--'];
  const text = (await runGit(folder, args)).toString();
  return text
    .split('\x01')
    .slice(1)
    .map((part) => {
      const [sha = '', ...fields] = part.split('\0').map((field) => field.replace(/^\n/, ''));
      const words = fields.filter((field) => field !== '');
      const touched = (status: string) =>
        words.filter((_path, index) => index % 2 === 1 && words[index - 1] === status);
      return { sha, added: touched('A'), removed: touched('D'), modified: touched('M') };
    });
}
