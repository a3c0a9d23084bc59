import * as z from 'zod';
import { findSourceFiles } from '../../workspace/files/source-files.ts';
import { defineTool, type Tool, ToolError } from '../tool.ts';
import { type AgentTree, resolveInTree } from './agent-tree.ts';

/** Lists the files below a folder, without what git ignores. */
export function listFiles(tree: AgentTree): Tool {
  return defineTool({
    name: 'list_files',
    description:
      'Lists the files below a folder with their sizes, without what .gitignore leaves out.',
    permission: 'read',
    args: z.strictObject({
      folder: z.string().default('.').describe('path relative to the tree'),
    }),
    run({ folder }) {
      const files = treeFiles(tree, folder);
      if (files.length === 0) throw new ToolError(`there are no files in ${folder}`);
      return files.map(({ path, bytes }) => `${path} (${bytes} bytes)`).join('\n');
    },
  });
}

/** The files below a folder of the tree, by their paths from the tree. */
export function treeFiles(tree: AgentTree, folder: string) {
  const below = resolveInTree(tree, folder);
  const prefix = below === tree.root ? '' : `${below.slice(tree.root.length + 1)}/`;
  const { files, single } = findSourceFiles(below, { extensions: 'any', skippedFolders: ['.git'] });
  if (single) return files.map(({ bytes }) => ({ path: prefix.replace(/\/$/, ''), bytes }));
  return files.map(({ path, bytes }) => ({ path: prefix + path, bytes }));
}
