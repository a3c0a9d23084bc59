import * as z from 'zod';
import { messageOf, UsageError } from '../../errors.ts';
import type { GitRepository } from '../../workspace/git/repository.ts';
import { defineTool, type Tool, ToolError } from '../tool.ts';
import { type AgentTree, resolveInTree } from './agent-tree.ts';

const MAX_LINES = 200;

/** What the commits say about a path. */
export function gitLog(tree: AgentTree): Tool {
  return defineTool({
    name: 'git_log',
    description: 'Lists the latest commits that changed a path: hash, date and message.',
    permission: 'read',
    args: z.strictObject({
      path: z.string().default('.'),
      count: z.int().min(1).max(50).default(10),
    }),
    run: ({ path, count }) =>
      askGit(
        tree,
        path,
        async (git) => (await git.log(path, count)) || `No commit changed ${path}.`,
      ),
  });
}

/** Which commits the lines of a file come from. */
export function gitBlame(tree: AgentTree): Tool {
  return defineTool({
    name: 'git_blame',
    description: `Tells which commit each line of a range comes from; at most ${MAX_LINES} lines.`,
    permission: 'read',
    args: z.strictObject({ file: z.string(), start: z.int().min(1), end: z.int().min(1) }),
    run({ file, start, end }) {
      if (end < start || end - start >= MAX_LINES) {
        throw new ToolError(`ask for 1 to ${MAX_LINES} lines, from the first to the last`);
      }
      return askGit(tree, file, (git) => git.blame(file, start, end));
    },
  });
}

async function askGit(
  tree: AgentTree,
  path: string,
  question: (git: GitRepository) => Promise<string>,
): Promise<string> {
  resolveInTree(tree, path);
  if (tree.git === undefined) throw new ToolError('this tree has no git history; go on without it');
  try {
    return await question(tree.git);
  } catch (thrown) {
    if (thrown instanceof UsageError) throw new ToolError(messageOf(thrown));
    throw thrown;
  }
}
