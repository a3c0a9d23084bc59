/**
 * The strongly connected components of a graph, each after those it leads to: callees before callers.
 * R. Tarjan, "Depth-first search and linear graph algorithms" (1972), with a stack of our own, since
 * a chain of calls can be longer than the language's.
 * @param nodes in the order in which they are tried, which settles the order of the result
 * @param next where edges lead from a node; what is not among the nodes is left out
 */
export function stronglyConnected(
  nodes: readonly string[],
  next: (node: string) => readonly string[],
): string[][] {
  const known = new Set(nodes);
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open = new Set<string>();
  const path: string[] = [];
  const found: string[][] = [];
  for (const start of nodes) {
    if (index.has(start)) continue;
    const work = [enter(start)];
    for (let top = work.at(-1); top !== undefined; top = work.at(-1)) {
      const target = top.rest.pop();
      if (target === undefined) {
        work.pop();
        leave(top.node);
        const above = work.at(-1)?.node;
        if (above !== undefined) lower(above, low.get(top.node));
      } else if (!index.has(target)) work.push(enter(target));
      else if (open.has(target)) lower(top.node, index.get(target));
    }
  }
  return found;

  function enter(node: string): { node: string; rest: string[] } {
    low.set(node, index.size);
    index.set(node, index.size);
    open.add(node);
    path.push(node);
    return {
      node,
      rest: next(node)
        .filter((target) => known.has(target))
        .reverse(),
    };
  }

  function lower(node: string, to: number | undefined): void {
    const now = low.get(node);
    if (now !== undefined && to !== undefined && to < now) low.set(node, to);
  }

  /** All that lies on the path from the node on is a component, when it leads to nothing before it. */
  function leave(node: string): void {
    if (low.get(node) !== index.get(node)) return;
    const component = path.splice(path.lastIndexOf(node));
    for (const member of component) open.delete(member);
    found.push(component);
  }
}
