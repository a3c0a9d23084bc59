import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { makeFolderBelow } from '../../workspace/files/open-folder.ts';
import type { CFunctionSymbol } from '../artifacts/symbol.ts';
import { callGraphDot, type FunctionStatus } from './call-graph-dot.ts';
import { drawSvg, MAX_DRAWN_FUNCTIONS } from './svg.ts';

/** Functions to be drawn together. */
export interface NamedGraph {
  readonly name: string;
  readonly title: string;
  readonly functions: readonly CFunctionSymbol[];
}

/** All functions, whatever calls them. */
const WHOLE_GRAPH = 'call_graph';
const FOLDER = 'call_graphs';

/**
 * Writes each graph as DOT and, unless it is too large to look at, as SVG: the whole one beside the
 * artifacts, the others in a folder, from which what an earlier scan wrote is removed.
 * @param folder of the artifacts
 * @param isDrawn whether there are pictures: to load what draws them takes a seventh of a second
 * @returns the names of the graphs that are too large to be drawn
 * @throws UsageError when they cannot be written
 */
export async function writeGraphs(
  folder: string,
  whole: NamedGraph,
  parts: readonly NamedGraph[],
  {
    statusOf,
    isDrawn = true,
  }: { readonly statusOf?: (id: string) => FunctionStatus; readonly isDrawn?: boolean } = {},
): Promise<string[]> {
  const partFolder = makeFolderBelow(folder, FOLDER);
  const names = fileNames(parts);
  const places = [
    { graph: whole, path: join(folder, WHOLE_GRAPH) },
    ...parts.map((graph, index) => ({ graph, path: join(partFolder, names[index] ?? '') })),
  ];
  const kept = new Set(names.flatMap((name) => [`${name}.dot`, `${name}.svg`]));
  for (const entry of readdirSync(partFolder)) {
    if (/\.(dot|svg)$/.test(entry) && !kept.has(entry)) rmSync(join(partFolder, entry));
  }
  const tooLarge: string[] = [];
  for (const { graph, path } of places) {
    const dot = callGraphDot(graph.functions, {
      title: graph.title,
      ...(statusOf === undefined ? {} : { statusOf }),
    });
    writeFileAtomically(`${path}.dot`, dot);
    if (!isDrawn) continue;
    if (graph.functions.length <= MAX_DRAWN_FUNCTIONS) {
      writeFileAtomically(`${path}.svg`, await drawSvg(dot));
    } else {
      rmSync(`${path}.svg`, { force: true });
      tooLarge.push(graph.name);
    }
  }
  return tooLarge;
}

/** One for each graph: its name as far as a file can have it, with a number where two are alike. */
function fileNames(graphs: readonly NamedGraph[]): string[] {
  const seen = new Map<string, number>();
  return graphs.map(({ name }) => {
    const plain = name.replaceAll(/[^\w.-]/g, '_').slice(0, 100);
    // Some file systems do not tell upper from lower case.
    const key = plain.toLowerCase();
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? plain : `${plain}.${count}`;
  });
}
