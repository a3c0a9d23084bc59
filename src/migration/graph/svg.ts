import { Graphviz } from '@hpcc-js/wasm-graphviz';

/** A drawing of more is too large to look at, and takes minutes to lay out. */
export const MAX_DRAWN_FUNCTIONS = 400;

/** Colours that can be told apart in light and in dark, each with a border for those who see none. */
const STYLE = `
text { fill: #1f2328; }
.node polygon { fill: #f6f8fa; stroke: #8c959f; }
.node.migrated polygon { fill: #dafbe1; stroke: #1a7f37; }
.node.blocked polygon { fill: #ffebe9; stroke: #cf222e; stroke-width: 2; }
.node.skipped polygon { fill: #ddf4ff; stroke: #0969da; }
.edge path { stroke: #656d76; }
.edge polygon { fill: #656d76; stroke: #656d76; }
@media (prefers-color-scheme: dark) {
  svg { background: #0d1117; }
  text { fill: #e6edf3; }
  .node polygon { fill: #21262d; stroke: #6e7681; }
  .node.migrated polygon { fill: #12361f; stroke: #3fb950; }
  .node.blocked polygon { fill: #4c1518; stroke: #f85149; }
  .node.skipped polygon { fill: #0c2d4f; stroke: #58a6ff; }
  .edge path { stroke: #8b949e; }
  .edge polygon { fill: #8b949e; stroke: #8b949e; }
}
`;

/**
 * A call graph as a picture, laid out in layers (E. Gansner and others, "A technique for drawing
 * directed graphs", 1993), coloured by the classes of its nodes.
 * @param dot as `callGraphDot` prints it
 */
export async function drawSvg(dot: string): Promise<string> {
  const graphviz = await Graphviz.load();
  const svg = graphviz.layout(dot, 'svg', 'dot');
  const start = svg.indexOf('<svg');
  const body = svg.indexOf('>', start) + 1;
  return `${svg.slice(start, body)}\n<style>${STYLE}</style>${svg.slice(body)}`;
}
