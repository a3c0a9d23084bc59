import type { FunctionState } from '../migration-state.ts';

/**
 * A call graph as a part of the page: without its own style, which the policy of the page would
 * refuse, coloured by state, each node a link to its function.
 * @param svg as Graphviz draws it, with the nodes `n0`, `n1`, … for the functions in their order
 */
export function pageGraph(svg: string, functions: readonly FunctionState[]): string {
  return svg
    .replace(/<style>[\s\S]*?<\/style>\s*/, '')
    .replace(/(<title>calls<\/title>\s*)<text\b[^>]*>[^<]*<\/text>\s*/, '$1')
    .replaceAll(
      /<g id="node\d+" class="node[^"]*">\s*<title>n(\d+)<\/title>\s*<g id="a_node\d+"><a /g,
      (all, index) => {
        const state = functions[Number(index)]?.state;
        if (state === undefined) return all;
        return `<g class="node ${state}"><g><a href="#function-${index}" `;
      },
    );
}
