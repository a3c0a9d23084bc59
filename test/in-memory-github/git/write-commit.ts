import { runGit } from './run-git.ts';

/** Who made a commit, and when. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Since 1970. */
  readonly seconds: number;
}

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly author: Signature;
  readonly committer: Signature;
}

/** Writes a commit, which is on no branch yet. Returns its id. */
export async function writeCommit(folder: string, commit: NewCommit): Promise<string> {
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${signed(commit.author)}`,
    `committer ${signed(commit.committer)}`,
  ];
  const input = `${lines.join('\n')}\n\n${commit.message}`;
  const args = ['hash-object', '-t', 'commit', '-w', '--stdin'];
  return (await runGit(folder, args, { input })).toString().trim();
}

function signed({ name, email, seconds }: Signature): string {
  const plain = (text: string) => text.replace(/[<>\n]/g, '');
  return `${plain(name)} <${plain(email)}> ${seconds} +0000`;
}
