/**
 * The nodes that some nodes lead to, these included: each once, the nearest first. They are found
 * as they are asked for, so that a search ends with the loop around it.
 * @param next where edges lead from a node; asked once for each, after the node was given out
 */
export function* reachable<T>(
  starts: Iterable<T>,
  next: (node: T) => Iterable<T>,
): Generator<T, void, undefined> {
  const found = new Set(starts);
  // A set is iterated in the order of insertion, and what is added meanwhile comes as well.
  for (const node of found) {
    yield node;
    for (const target of next(node)) found.add(target);
  }
}
