import { pictureStyle } from '../../page/picture-style.ts';

/** A drawing of more is too large to look at, and takes minutes to lay out. */
export const MAX_DRAWN_FUNCTIONS = 400;

/**
 * A call graph as a picture, laid out in layers (E. Gansner and others, "A technique for drawing
 * directed graphs", 1993), coloured by the classes of its nodes.
 * @param dot as `callGraphDot` prints it
 */
export async function drawSvg(dot: string): Promise<string> {
  // Megabytes of it, which most commands do without.
  const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
  const graphviz = await Graphviz.load();
  const svg = graphviz.layout(dot, 'svg', 'dot');
  const start = svg.indexOf('<svg');
  const body = svg.indexOf('>', start) + 1;
  return `${svg.slice(start, body)}\n<style>\n${pictureStyle('pictures/graph.css')}\n</style>${svg.slice(body)}`;
}
