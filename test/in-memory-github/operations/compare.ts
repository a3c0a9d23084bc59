import { diffCommits } from '../git/diff.ts';
import { tryGit } from '../git/run-git.ts';
import { resolveCommit } from '../git/store.ts';
import { repositoryOperation } from '../server/operation.ts';
import { notFound } from '../server/refusal.ts';
import { commitJson, readCommit, readCommits } from './commit-json.ts';
import { paged } from './paging.ts';
import { fileJson } from './pull-file-json.ts';
import { apiUrl } from './repository-json.ts';

export const compareOperations = [
  repositoryOperation(
    'repos/compare-commits-with-basehead',
    { permission: 'contents', access: 'read' },
    async ({ world, repository, path, query, url }) => {
      const { folder } = repository;
      const [base = '', head = ''] = path.basehead.split('...');
      const [before, after] = [
        await resolveCommit(folder, base),
        await resolveCommit(folder, head),
      ];
      if (before === undefined || after === undefined) throw notFound();
      const fork = await tryGit(folder, 'merge-base', before, after);
      // GitHub compares nothing that has nothing in common.
      if (fork === undefined) throw notFound();
      const ahead = await readCommits(folder, '--reverse', `${before}..${after}`);
      const behind = await readCommits(folder, `${after}..${before}`);
      const files = await diffCommits(folder, fork, after);
      const json = async (sha: string) =>
        commitJson(world, repository, await readCommit(folder, sha));
      const page = `${apiUrl(world, repository)}/compare/${path.basehead}`;
      const facts = {
        ...{ url: page, html_url: page, permalink_url: page },
        ...{ diff_url: `${page}.diff`, patch_url: `${page}.patch` },
        ...{ base_commit: await json(before), merge_base_commit: await json(fork) },
        status: statusOf(ahead.length, behind.length),
        ...{ ahead_by: ahead.length, behind_by: behind.length, total_commits: ahead.length },
        files: files.slice(0, 300).map((file) => fileJson(world, repository, after, file)),
      };
      const commits = ahead.map((commit) => commitJson(world, repository, commit));
      return paged(url, query, commits, (some) => ({ ...facts, commits: some }));
    },
  ),
];

function statusOf(ahead: number, behind: number): string {
  if (ahead > 0) return behind > 0 ? 'diverged' : 'ahead';
  return behind > 0 ? 'behind' : 'identical';
}
