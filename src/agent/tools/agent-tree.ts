import { lstatSync } from 'node:fs';
import { relative } from 'node:path';
import type { CallGraph } from '../../code/graph/call-graph.ts';
import { messageOf } from '../../errors.ts';
import { readSourceText, TEXT_LIMITS } from '../../workspace/files/source-text.ts';
import { resolveInsideTree } from '../../workspace/files/tree-path.ts';
import type { GitRepository } from '../../workspace/git/repository.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import { ToolError } from '../tool.ts';

/** The tree that an agent works on, and what is known of it. */
export interface AgentTree {
  /** The real path of the work tree. */
  readonly root: string;
  readonly graph: CallGraph;
  /** Undefined for a folder without git. */
  readonly git?: GitRepository;
  readonly sandbox: Sandbox;
}

/** The real place of a path that a model wrote. Throws ToolError for one that is not allowed. */
export function resolveInTree(tree: AgentTree, path: string): string {
  try {
    return resolveInsideTree(tree.root, path);
  } catch (thrown) {
    throw new ToolError(messageOf(thrown));
  }
}

/** The text of a file of the tree. Throws ToolError when it cannot be read. */
export function readTreeFile(tree: AgentTree, path: string): string {
  const place = resolveInTree(tree, path);
  const entry = lstatSync(place, { throwIfNoEntry: false });
  if (entry === undefined)
    throw new ToolError(`${path} does not exist; list_files shows what does`);
  if (entry.isDirectory())
    throw new ToolError(`${path} is a folder; list_files shows what is in it`);
  const source = readSourceText(tree.root, relative(tree.root, place), TEXT_LIMITS);
  if ('skip' in source) throw new ToolError(`${path} ${source.skip.reason}`);
  return source.text;
}
