/**
 * The strongly connected components of a graph, each after those it leads to
 * (Tarjan, "Depth-first search and linear graph algorithms", 1972), without recursion.
 */
export function stronglyConnectedComponents<T>(
  nodes: readonly T[],
  next: (node: T) => readonly T[],
): T[][] {
  const index = new Map<T, number>();
  const low = new Map<T, number>();
  const onStack = new Set<T>();
  const stack: T[] = [];
  const components: T[][] = [];
  const lowest = (node: T, value: number): void => {
    low.set(node, Math.min(low.get(node) ?? value, value));
  };
  for (const start of nodes) {
    if (index.has(start)) continue;
    const work: { node: T; rest: readonly T[]; at: number }[] = [];
    const enter = (node: T): void => {
      index.set(node, index.size);
      low.set(node, index.get(node) ?? 0);
      stack.push(node);
      onStack.add(node);
      work.push({ node, rest: next(node), at: 0 });
    };
    enter(start);
    for (let top = work.at(-1); top !== undefined; top = work.at(-1)) {
      const child = top.rest[top.at];
      top.at += 1;
      if (child === undefined) {
        work.pop();
        const parent = work.at(-1);
        if (parent !== undefined) lowest(parent.node, low.get(top.node) ?? 0);
        if (low.get(top.node) !== index.get(top.node)) continue;
        const component: T[] = [];
        for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
          onStack.delete(member);
          component.push(member);
          if (member === top.node) break;
        }
        components.push(component);
      } else if (!index.has(child)) enter(child);
      else if (onStack.has(child)) lowest(top.node, index.get(child) ?? 0);
    }
  }
  return components;
}
