import type { Tool } from '../tool.ts';
import type { AgentTree } from './agent-tree.ts';
import { callPaths, findCallees, findCallers, findDefinition } from './call-graph-tools.ts';
import { executeScript } from './execute-script.ts';
import { gitBlame, gitLog } from './history-tools.ts';
import { listFiles } from './list-files.ts';
import { readCode } from './read-code.ts';
import { searchCode } from './search-code.ts';

/** What a review of code needs of them: every description is sent with every call. */
export function codeReadingTools(tree: AgentTree): Tool[] {
  return [
    readCode,
    searchCode,
    findDefinition,
    findCallers,
    findCallees,
    callPaths,
    executeScript,
  ].map((tool) => tool(tree));
}

/** The tools that leave the tree as it is. */
export function readOnlyTools(tree: AgentTree): Tool[] {
  return [
    readCode,
    searchCode,
    listFiles,
    findDefinition,
    findCallers,
    findCallees,
    callPaths,
    gitLog,
    gitBlame,
    executeScript,
  ].map((tool) => tool(tree));
}
